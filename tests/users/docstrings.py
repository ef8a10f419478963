"""The public callables, and their docstrings read as numpydoc reads them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

import snodo as sn
from snodo.formulations.base import Formulation

SECTIONS = ("Parameters", "Returns", "Raises", "Notes", "Examples")
ELSEWHERE = ("snodo.constraint_methods", "snodo.integrators")
"""Homes of classes that are described by their fields."""
FOR_PROGRAMS = {"of_run", "along", "pack", "callback", "called", "derivatives", "breaks", "shape"}
"""Public because other files of the package call them."""
SHARED = "reference mass_matrix forces constraints nu gamma solve pose jacobian_of center_of_mass momentum inertia"
"""What users ask every formulation; described once, in its contract."""
QUESTIONS = {  # and what they ask one of them; other methods are for constraint methods and integrators
    "Planar": "jacobian routes",
    "Spatial": "jacobian",
    "Tree": "neutral random mass_matrix bias jacobian velocity acceleration jacobian_rate center_of_mass momentum "
    "kinetic_energy potential_energy inverse_dynamics forward_dynamics inverse_dynamics_derivatives "
    "forward_dynamics_derivatives joint_wrenches articulated_inertia articulated_bias sweeps applied_forces "
    "integrate difference coordinate_rates position_slice velocity_slice",
}


def public() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every public callable by its name; what several classes share is given once."""
    seen: set[int] = set()
    for word in SHARED.split():
        yield f"Formulation.{word}", getattr(Formulation, word)
    for name in sn.__all__:
        thing = getattr(sn, name)
        if not callable(thing) or thing.__module__.startswith(ELSEWHERE):
            continue
        if not inspect.isclass(thing):
            yield name, thing
            continue
        if issubclass(thing, Exception):
            continue
        yield name, thing
        for word, method in methods(name, thing):
            if id(inspect.unwrap(method)) not in seen:
                seen.add(id(inspect.unwrap(method)))
                yield f"{name}.{word}", method


def methods(name: str, cls: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The public methods of a class that are for people."""
    wanted = QUESTIONS[name].split() if name in QUESTIONS else [word for word in dir(cls) if not word.startswith("_")]
    for word in wanted:
        member = inspect.getattr_static(cls, word)
        member = getattr(member, "__func__", member)
        if inspect.isfunction(member) and word not in FOR_PROGRAMS:
            yield word, member


def sections(text: str) -> dict[str, list[str]]:
    """The lines of each section by its title; those before the first are the summary."""
    lines = inspect.cleandoc(text).split("\n")
    found: dict[str, list[str]] = {"": []}
    title = ""
    for k, line in enumerate(lines):
        under = lines[k + 1] if k + 1 < len(lines) else ""
        if under and set(under) == {"-"} and len(under) == len(line):
            title = line
            found[title] = []
        elif not (line and set(line) == {"-"} and k and lines[k - 1] == title):
            found[title].append(line)
    return found


def described(lines: list[str]) -> list[str]:
    """Names that stand at the margin of a section: `a, b : str` are two."""
    heads = [line.partition(" : ")[0] for line in lines if line and not line.startswith(" ")]
    return [name.strip() for head in heads for name in head.split(",")]


def arguments(function: Callable[..., Any]) -> list[str]:
    """Names of the arguments as numpydoc writes them."""
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    parameters = inspect.signature(function).parameters.values()
    return [stars.get(p.kind, "") + p.name for p in parameters if p.name not in ("self", "cls")]


def gives_something(function: Callable[..., Any]) -> bool:
    """Whether it has a return value to be described."""
    return not inspect.isclass(function) and function.__annotations__.get("return") not in (None, "None")


def markup_mistakes(text: str) -> list[str]:
    """What reStructuredText would read as something else: substitutions, links, emphasis that does not end."""
    found = []
    for line in inspect.cleandoc(text).split("\n"):
        if line.lstrip().startswith((">>>", "...")):
            continue
        plain = re.sub(r"`[^`]*`", "", line)
        plain = re.sub(r"^\*{1,2}\w+ : ", "", plain)
        if "`" in plain:
            found.append(f"unbalanced ` in {line!r}")
        if re.search(r"(?<!\w)\|\S[^|]*\S\|(?!\w)|\w_(?![\w{])(?=[\s.,;:)]|$)", plain):
            found.append(f"a substitution or a link in {line!r}")
        if re.search(r"(?:^|[\s(])\*{1,2}\w", plain):
            found.append(f"emphasis in {line!r}")
    return found
