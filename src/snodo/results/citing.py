"""The works that a run follows: its formulation, constraint method and integrator, and what else it used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from snodo.citations import SNODO, Reference, references
from snodo.errors import NameNotFound, Problem, suggestion
from snodo.registry import INTEGRATORS, METHODS, Registry

if TYPE_CHECKING:
    from snodo.results.result import Result

STYLES = ("bibtex", "text")
FORMULATION_KINDS = {"kinematics": ("Haug1989",)}
"""Works on what was done with the equations, where nothing was integrated."""


@dataclass(frozen=True)
class Use:
    """What was used, and the works on it."""

    what: str
    works: tuple[Reference, ...] = ()
    entries: tuple[str, ...] = ()
    """BibTeX that the author of a class gave."""

    @property
    def known(self) -> bool:
        """Whether there is something to cite."""
        return bool(self.works or self.entries)


def uses(result: Result) -> list[Use]:
    """Everything that a result rests on, the software first."""
    return [Use(f"Snodo {SNODO.version}", (SNODO,)), *_chosen(result), *_further(result)]


def cite(result: Result, style: str) -> str:
    """The works as BibTeX, or as plain text, each once."""
    if style not in STYLES:
        remedy = suggestion(str(style), STYLES) or f"use {' or '.join(STYLES)}"
        raise NameNotFound(Problem(f"there is no style {style!r} of citations", remedy))
    found = uses(result)
    works = list(dict.fromkeys(work for use in found for work in use.works))
    entries = list(dict.fromkeys(entry.strip() for use in found for entry in use.entries))
    if style == "text":
        return "\n".join([*(work.text() for work in works), *entries])
    unknown = [f"% no reference is known for {_one_line(use.what)}" for use in found if not use.known]
    return "\n\n".join([*(work.bibtex() for work in works), *entries, *unknown]) + "\n"


def _one_line(words: str) -> str:
    """A comment of BibTeX ends with its line, and begins no entry."""
    return " ".join(words.replace("@", "").split())


# ---------------------------------------------------------------- what was chosen
def _chosen(result: Result) -> Iterator[Use]:
    info = result.info
    formulation = str(info.get("formulation", result.formulation.name))
    yield _use(f"the formulation {formulation}", type(result.formulation), formulation)
    kind = str(info.get("kind", ""))
    if kind in FORMULATION_KINDS:
        yield Use(f"the {kind} of driven mechanisms", tuple(references(FORMULATION_KINDS[kind])))
    for word, registry in (("method", METHODS), ("integrator", INTEGRATORS)):
        printed = str(info.get(word) or "none")
        if not printed.startswith("none"):
            yield _use(f"the {registry.kind} {printed}", _class_of(printed, registry), printed)
    if str(info.get("chosen", "")).startswith("stiff"):
        yield _use("the choice of the integrator along the run", INTEGRATORS["auto"], "")


def _class_of(printed: str, registry: Registry) -> type[Any] | None:
    """The class of an object from how it is printed, `Projection(tolerance=1e-12)`; None if there is none any more."""
    name = printed.partition("(")[0]
    return next((cls for cls in registry.values() if name in (cls.__name__, cls.__qualname__)), None)


def _use(what: str, cls: type[Any] | None, printed: str) -> Use:
    keys: tuple[str, ...] = getattr(cls, "cites", ())
    further: Mapping[str, tuple[str, ...]] = getattr(cls, "cites_with", {})
    keys += tuple(key for words, more in further.items() if words in printed for key in more)
    entries = tuple(key for key in keys if key.lstrip().startswith("@"))
    return Use(what, tuple(references(key for key in keys if key not in entries)), entries)


# ---------------------------------------------------------------- what else was used
def _further(result: Result) -> Iterator[Use]:
    if result.undetermined:
        works = references(["Wojtyra2005", "FraczekWojtyra2011"])
        yield Use("which reactions redundant constraints leave determined", tuple(works))
    if bool(result.formulation.velocity_rows.any()):
        yield Use("constraints on velocities", tuple(references(["Bloch2003"])))
    if "de Leva" in result.mechanism.description:
        yield Use("masses and inertias of the segments of the body", tuple(references(["deLeva1996"])))
