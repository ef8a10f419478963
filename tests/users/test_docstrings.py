"""Every public callable says what it takes, gives and raises in sections that Sphinx reads, and its example runs."""

from __future__ import annotations

import doctest
import inspect
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import docstrings
import numpy as np
import pytest

import snodo as sn

EXAMPLES = Path(__file__).parents[2] / "examples"
PUBLIC = dict(docstrings.public())
EVERY = pytest.mark.parametrize("name", PUBLIC)


@EVERY
def test_sections(name: str) -> None:
    text = PUBLIC[name].__doc__ or ""
    found = docstrings.sections(text)
    titles = list(found)[1:]
    assert titles == sorted(titles, key=docstrings.SECTIONS.index), "they have an order"
    assert found[""][0].endswith("."), "the first line is a sentence"
    assert len(found[""]) == 1 or found[""][1] == "", "the summary is one line"
    assert "Examples" in titles
    if docstrings.gives_something(PUBLIC[name]):
        assert "Returns" in titles
    assert docstrings.markup_mistakes(text) == []


@EVERY
def test_parameters_are_those_of_the_signature(name: str) -> None:
    found = docstrings.sections(PUBLIC[name].__doc__ or "")
    assert docstrings.described(found.get("Parameters", [])) == docstrings.arguments(PUBLIC[name])


@EVERY
def test_types_say_something(name: str) -> None:
    function = inspect.unwrap(PUBLIC[name])
    if inspect.isclass(function):
        return
    types = {word: str(kind) for word, kind in function.__annotations__.items() if word not in ("self", "cls")}
    assert "Any" not in types["return"].split("[")[0]
    if "formulations" not in function.__module__:  # arrays of a state may be lists there, and are not looked at twice
        assert [word for word, kind in types.items() if kind == "Any"] == []


def test_there_are_many() -> None:
    assert len(PUBLIC) > 150
    assert {"simulate", "Mechanism.revolute", "Result.reaction", "Batch.quality", "Tree.forward_dynamics"} <= set(
        PUBLIC
    )


# ---------------------------------------------------------------- examples
def in_plane(joints: bool) -> sn.Mechanism:
    m = sn.Mechanism("example", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0.3, 0), C=(0.8, 0))
    m.bar("crank", "A", "B", mass=1.0)
    m.bar("rod", "B", "C", mass=2.0)
    if joints:
        m.revolute("A", "ground", "crank")
        m.prismatic("C", "ground", "rod", axis="x")
    return m


def in_space() -> sn.Mechanism:
    m = sn.Mechanism("example", dimension=3)
    m.add_points(A=(0, 0, 0), B=(0.3, 0, 0), C=(0.8, 0, 0))
    m.bar("crank", "A", "B", mass=1.0)
    m.bar("rod", "B", "C", mass=2.0)
    return m


def pendulum(dimension: int = 2) -> sn.Mechanism:
    g = (0, -9.81, 0)
    m = sn.Mechanism("pendulum", dimension=dimension, gravity=g[:dimension])
    m.add_points(A=(0, 0, 0)[:dimension], B=(1, 0, 0)[:dimension])
    if dimension == 2:
        m.bar("arm", "A", "B", mass=1.0)
    else:
        m.box("arm", (1.0, 0.1, 0.1), (0.5, 0, 0), mass=1.0)
    m.revolute("A", "ground", "arm", axis="z" if dimension == 3 else None)
    return m


def wheel() -> sn.Mechanism:
    m = sn.Mechanism("wheel", gravity=(0, -9.81))
    m.disc("wheel", 0.3, (0, 0.3), mass=1.0)
    m.rolling("contact", "ground", "wheel", 0.3, normal="y", at=(0, 0.3))
    m.initial["wheel.omega"] = -1.0
    return m


@cache
def spring_result() -> sn.Result:
    m = pendulum()
    m.spring("s", "ground", "arm", start=(0, 1), end="B", stiffness=10.0)
    return sn.simulate(m, 0.1, output=0.01)


@cache
def driven_result() -> sn.Result:
    m = pendulum()
    m.driver("motor", joint="A", speed=1.0)
    return sn.kinematics(m, 0.1, output=0.01)


@cache
def turning_result() -> sn.Result:
    m = pendulum()
    m.driver("motor", joint="A", speed="60 rpm")
    return sn.kinematics(m, 2.0, output=0.01)


MADE: dict[str, Callable[[], Any]] = {
    "pendulum": pendulum,
    "space": in_space,
    "result": cache(lambda: sn.simulate(pendulum(), 0.1, output=0.01)),
    "spatial_result": cache(lambda: sn.simulate(pendulum(3), 0.1, output=0.01)),
    "spring_result": spring_result,
    "driven_result": driven_result,
    "turning_result": turning_result,
    "rolling_result": cache(lambda: sn.simulate(wheel(), 0.1, output=0.01)),
    "batch": cache(lambda: sn.simulate(pendulum(), 0.1, initial={"A.angle": [0.1, 0.2]})),
    "slopes": cache(lambda: sn.sensitivities(pendulum(), 0.1, over=["A.speed"], outputs=["A.angle"], output=0.01)),
    "comparison": cache(
        lambda: sn.compare(pendulum(), 0.1, formulations=["planar"], methods=["projection"], progress=False)
    ),
    "verification": cache(lambda: sn.verify("trammel", quick=True, formulations=["planar"], progress=False)),
    "inverse": cache(lambda: sn.inverse_dynamics(pendulum(), {"A.angle": "0.3 * t"}, np.linspace(0, 1, 11))),
    "actuated": cache(
        lambda: sn.inverse_dynamics(pendulum(), {"A.angle": "0.3 * t"}, np.linspace(0, 1, 11), actuators=["A"])
    ),
    "tree": lambda: sn.Tree(pendulum()),
    "planar": lambda: sn.Planar(pendulum()),
    "spatial": lambda: sn.Spatial(pendulum(3)),
}
"""What the names in the examples stand for; made when an example speaks of it."""


@EVERY
def test_the_example_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(EXAMPLES / "four_bar.yaml", tmp_path)
    lines = docstrings.sections(PUBLIC[name].__doc__ or "")["Examples"]
    text = "\n".join(lines) + "\n"
    assert ">>>" in text
    adds_joint = "joint" in inspect.unwrap(PUBLIC[name]).__module__.rpartition(".")[2]
    names: dict[str, Any] = {"sn": sn, "np": np, "m": in_plane(joints=not adds_joint)}
    names |= {word: make() for word, make in MADE.items() if f"{word}" in text}
    example = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(example, out=said.append)
    assert not runner.summarize(verbose=False).failed, "".join(said)
