"""A start that cannot be is refused soon, and for the reason that is true, in all formulations alike."""

from __future__ import annotations

from typing import Any

import pytest

import snodo as sn
from snodo.analyses.assembly.closing import Closing

MOST_EVALUATIONS = 1500
"""Of the gaps, in one refusal; 16 000 were taken before."""


def linkage(name: str, joints: str, bodies: str, initial: str = "", dimension: int = 2) -> sn.Mechanism:
    text = f"mechanism: {name}\ndimension: {dimension}\nbodies: {{{bodies}}}\njoints: {{{joints}}}\n"
    return sn.loads(text + (f"initial: {{{initial}}}\n" if initial else ""))


def short_four_bar() -> sn.Mechanism:
    """Links of 0.1, 0.3 and 0.2 m between pivots 1 m apart: 0.4 m are missing."""
    bodies = ", ".join(f"{name}: {{mass: 1, inertia: 0.01}}" for name in ("crank", "coupler", "rocker"))
    joints = (
        "A: {revolute: [ground, crank], at: {ground: [0, 0], crank: [0, 0]}},"
        "B: {revolute: [crank, coupler], at: {crank: [0.1, 0], coupler: [0, 0]}},"
        "C: {revolute: [coupler, rocker], at: {coupler: [0.3, 0], rocker: [0.2, 0]}},"
        "D: {revolute: [ground, rocker], at: {ground: [1.0, 0], rocker: [0, 0]}}"
    )
    return linkage("four-bar", joints, bodies)


def chain(count: int, dimension: int, initial: str = "", anchor: float = 0.0) -> sn.Mechanism:
    """Links of 1 m from the ground; anchor: the tip is joined to the ground at this x."""
    z = ", 0" if dimension == 3 else ""
    moments = "0.1" if dimension == 2 else "[0.1, 0.1, 0.1]"
    bodies = ", ".join(f"b{i}: {{at: [{i}, {0.1 * (i % 2)}{z}], mass: 1, inertia: {moments}}}" for i in range(count))
    joints = []
    for i in range(count):
        parent = "ground" if i == 0 else f"b{i - 1}"
        axis = "" if dimension == 2 else (", axis: [0, 0, 1]" if i % 2 else ", axis: [0, 1, 0]")
        at = f"{{{parent}: [{0 if i == 0 else 1}, 0{z}], b{i}: [0, 0{z}]}}"
        joints.append(f"P{i}: {{revolute: [{parent}, b{i}], at: {at}{axis}}}")
    if anchor:
        kind, tip = ("revolute" if dimension == 2 else "spherical"), f"b{count - 1}"
        joints.append(f"tip: {{{kind}: [{tip}, ground], at: {{{tip}: [1, 0{z}], ground: [{anchor}, 0{z}]}}}}")
    return linkage("chain", ", ".join(joints), bodies, initial, dimension)


PLANE, SPACE = ("planar", "tree", "spatial"), ("tree", "spatial")
CASES: dict[str, tuple[Any, tuple[str, ...], list[str]]] = {
    "a link too short": (short_four_bar, PLANE, ["by 0.4 m stays open with all others closed"]),
    "a loop in the plane": (lambda: chain(5, 2, anchor=9.0), PLANE, ["by 4 m stays open with all others closed"]),
    "a loop in space": (lambda: chain(5, 3, anchor=9.0), SPACE, ["by 4 m stays open with all others closed"]),
    "a tip out of reach": (
        lambda: chain(3, 2, "b2.x: 5.0, b2.y: 1.0"),
        PLANE,
        ["wanted b2.x = 5 m by 3 m stays open", "the joints close without it"],
    ),
    "a tip out of reach in space": (lambda: chain(4, 3, "b3.x: 20.0"), SPACE, ["wanted b3.x = 20 m by 17 m"]),
    "values that contradict each other": (
        lambda: chain(3, 2, "P0.angle: 0.3, b2.x: 1.5, b0.angle: 0.5"),
        PLANE,
        ["wanted b0.angle = 0.5 rad by 0.2 rad", "it contradicts P0.angle = 0.3 rad"],
    ),
}


@pytest.mark.parametrize(
    ("case", "formulation"), [(case, word) for case, (_, words, _) in CASES.items() for word in words]
)
def test_an_impossible_start_is_refused_for_the_true_reason(case: str, formulation: str, monkeypatch: Any) -> None:
    evaluations = 0
    residual = Closing.residual

    def counted(self: Closing, q: Any) -> Any:
        nonlocal evaluations
        evaluations += 1
        return residual(self, q)

    monkeypatch.setattr(Closing, "residual", counted)
    make, _, words = CASES[case]
    with pytest.raises(sn.AssemblyError, match="does not close") as caught:
        sn.assemble(make(), formulation=formulation)
    for word in words:
        assert word in str(caught.value)
    assert evaluations < MOST_EVALUATIONS


def test_values_that_do_not_contradict_are_not_blamed() -> None:
    with pytest.raises(sn.AssemblyError) as caught:
        sn.assemble(chain(3, 2, "P0.angle: 0.3, b2.x: 1.5, b0.angle: 0.5"), formulation="planar")
    assert "b2.x" not in str(caught.value)


def test_a_mechanism_that_cannot_close_is_not_blamed_on_its_wanted_values() -> None:
    with pytest.raises(sn.AssemblyError, match="also without the wanted values") as caught:
        sn.assemble(short_four_bar(), initial={"A.angle": 0.3}, formulation="planar")
    assert "wanted A" not in str(caught.value)


def test_a_start_far_from_the_drawing_is_still_found() -> None:
    """Two links of 1 m fold up to reach a point next to the ground."""
    for formulation in PLANE:
        found = sn.assemble(chain(3, 2, "b2.x: -1.2, b2.y: 0.7"), formulation=formulation)
        assert found.gap < 1e-9


def test_a_drawing_that_closes_frames_no_joints(monkeypatch: Any) -> None:
    """What the joints would move by is found out only if something has to move."""
    from snodo.analyses.assembly import joint_displacements

    monkeypatch.setattr(joint_displacements, "_measured_joints", lambda F: pytest.fail("joints were framed"))
    m = chain(6, 2)
    for k, body in enumerate(m.bodies.values()):
        body.at = (float(k), 0.0)
    assert sn.assemble(m, formulation="planar").iterations == 0


def test_the_work_of_an_assembly_grows_with_the_bodies(monkeypatch: Any) -> None:
    """Places read for twice the bodies are twice as many, not four times."""
    from snodo.mechanism.geometry import Geometry

    counts = []
    pose = Geometry.pose
    monkeypatch.setattr(Geometry, "pose", lambda self, body: counts.append(body) or pose(self, body))
    read = []
    for n in (12, 24):
        counts.clear()
        F = sn.Planar(chain(n, 2))
        F.reference()
        sn.assemble(F, initial={"P0.angle": 0.1})
        read.append(len(counts))
    assert read[1] <= 2.5 * read[0]
