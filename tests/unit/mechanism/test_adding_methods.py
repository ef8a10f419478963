"""Every word of a file is a method of the mechanism, with every field of its part."""

from __future__ import annotations

import inspect
import typing

import pytest

import snodo as sn
from snodo.mechanism.body import BODIES
from snodo.mechanism.drivers import Driver
from snodo.mechanism.events import Event
from snodo.mechanism.frame import Frame
from snodo.mechanism.joints import Connection
from snodo.mechanism.part import Part, part_fields
from snodo.registry import CONSTRAINTS, CONTACTS, FORCES, JOINTS

METHODS = {
    **{cls: kind for kind, cls in BODIES.items()},
    **{table[kind]: kind for table in (JOINTS, CONSTRAINTS, FORCES) for kind in table.built_in()},
    CONSTRAINTS["formula"]: "constraint",
    CONSTRAINTS["velocity_formula"]: "velocity_constraint",
    FORCES["formula"]: "force",
    FORCES["cylinder"]: "linear_actuator",  # `cylinder` is a body
    **{CONTACTS[kind]: f"{kind}_contact" for kind in CONTACTS.built_in()},
    Driver: "driver",
    Event: "event",
    Frame: "frame",
}
ELASTIC = {"stiffness", "damping", "torsional_stiffness", "torsional_damping"}
OTHERWISE = {  # fields that a method takes in another way
    "bar": {"ends": {"start", "end"}},
    "cylinder": {"ends": {"start", "end"}},
    "plate": {"outline": {"corners"}},
    "clutch": {"joints": {"first", "second"}},
    "belt": {"joints": {"first", "second"}},
    "gear": {"joints": {"first", "second"}},
    "rack_and_pinion": {"joints": {"first", "second"}},
    "body": {"density": set()},  # without a shape it has no meaning
}


def words_of(method: typing.Callable[..., Part]) -> set[str]:
    """Names of all arguments, also of those behind `**more`."""
    hints = typing.get_type_hints(method)
    words = set()
    for p in inspect.signature(method).parameters.values():
        words |= (
            set(typing.get_type_hints(hints[p.name].__args__[0]))
            if p.kind is inspect.Parameter.VAR_KEYWORD
            else {p.name}
        )
    return words - {"self", "name"}


def expected(cls: type[Part], name: str) -> set[str]:
    words = {spec.name for spec in part_fields(cls)}
    if issubclass(cls, Connection) and not (cls.may_be_elastic and cls(**_least(cls)).holds(3)):
        words -= ELASTIC
    for field, instead in OTHERWISE.get(name, {}).items():
        words = words - {field} | instead
    return words


def _least(cls: type[Part]) -> dict[str, typing.Any]:
    """The fewest words with which a joint can be made."""
    given = {"axis": "x", "second": "y", "pitch": 1.0, "directions": ["x"], "start": (0, 0), "end": (1, 0)}
    return {"name": "J", "parent": "a", "child": "b"} | {
        spec.name: given[spec.name] for spec in part_fields(cls) if spec.name in given
    }


@pytest.mark.parametrize(("cls", "name"), METHODS.items(), ids=lambda x: x if isinstance(x, str) else "")
def test_every_part_has_its_method(cls: type[Part], name: str) -> None:
    method = getattr(sn.Mechanism, name)
    assert typing.get_type_hints(method)["return"] is cls
    assert words_of(method) == expected(cls, name)


TEXT = """
mechanism: space
dimension: 3
points: {A: [0, 0, 0], B: [1, 0, 0], C: [1, 1, 0]}
bodies:
  crank: {bar: [A, B], mass: 1}
  rod: {bar: [B, C], mass: 1}
joints:
  cv: {constant_velocity: [crank, rod], axis: x, second: y, at: B}
  pp: {point_in_plane: [ground, crank], axis: z, at: B, stiffness: 2 N/mm}
  rs: {revolute_spherical: [ground, crank], from: C, to: B, axis: z, length: 1.5 m}
constraints:
  up: {parallel: [ground, rod], axis: z}
  tilt: {constant_angle: [ground, rod], axis: z, second: x, angle: 90 deg}
"""


def test_the_methods_make_the_parts_of_a_file() -> None:
    m = sn.Mechanism("space", dimension=3)
    m.constant_velocity("cv", "crank", "rod", axis="x", second="y", at="B")
    m.point_in_plane("pp", "ground", "crank", axis="z", at="B", stiffness="2 N/mm")
    m.revolute_spherical("rs", "ground", "crank", "C", "B", axis="z", length="1.5 m")
    m.parallel("up", "ground", "rod", axis="z")
    m.constant_angle("tilt", "ground", "rod", axis="z", second="x", angle="90 deg")
    file = sn.loads(TEXT)
    assert m.joints == file.joints
    assert m.constraints == file.constraints
    assert all(part.where.startswith(f"{__file__}:") for part in m.parts())


def test_a_body_without_mass_is_written_as_a_script_that_runs() -> None:
    m = sn.Mechanism("link", dimension=3)
    m.body("link", idealised=True)
    m.free("F", "ground", "link", at=(0, 0, 0))
    names: dict[str, typing.Any] = {}
    exec(sn.to_python(m), names)
    assert names["m"].bodies == m.bodies
    assert names["m"].joints == m.joints


@pytest.mark.parametrize("inertia", [(0.0, 0.1, 0.1), (0.1, 0.0, 0.1), (0.1, 0.1, 0.0)])
def test_a_needle_may_lie_along_any_axis(inertia: tuple[float, float, float]) -> None:
    m = sn.Mechanism("needle", dimension=3)
    m.body("needle", mass=1.0, inertia=inertia)
    m.free("F", "ground", "needle", at=(0, 0, 0))
    m.check()


def test_a_body_without_mass_that_is_not_idealised_is_refused_with_all_that_is_missing() -> None:
    m = sn.Mechanism("link")
    m.body("link")
    with pytest.raises(sn.MechanismError) as caught:
        m.check()
    assert [problem.what for problem in caught.value.problems] == [
        "body 'link' has no mass",
        "body 'link' has no moment of inertia",
    ]
