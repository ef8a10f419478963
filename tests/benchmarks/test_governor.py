"""Flyball governor (IFToMM library A05): stiff spring-dampers in a rotating frame.

The first trial step of an adaptive integrator ends far outside the mechanism, where the constraint rows are huge; the
equations must not remember it.
"""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn

DENSITY = 3000.0
AT_HALF_A_SECOND = {
    "A.angle": 2.8076794883675222,
    "slide.displacement": 0.7432494247868174,
    "A.speed": 5.1034154219702375,
}
ROD_ANGLE = 1.3113049452519914


def governor() -> sn.Mechanism:
    m = sn.Mechanism("governor", dimension=3, gravity=(0, 0, -9.81))
    m.box("shaft", (0.01, 0.01, 1.0), (0, 0, 0.5), density=DENSITY)
    m.box("slider", (0.1, 0.1, 0.1), (0, 0, 0.5), density=DENSITY)
    m.revolute("A", "ground", "shaft", at=(0, 0, 0), axis="z")
    m.prismatic("slide", "shaft", "slider", at=(0, 0, 0.5), axis="z", reference=0.5)
    rod, ball = DENSITY * 1e-4, 5.0
    mass, com = rod + ball, (0.5 * rod + ball) / (rod + ball)
    across = rod * (1 / 12 + 1e-4 / 12 + (com - 0.5) ** 2) + ball * (1 - com) ** 2
    for name, side in (("right", 1.0), ("left", -1.0)):
        down = np.array([side * np.sin(np.pi / 3), 0.0, -np.cos(np.pi / 3)])
        head = np.array([side * 0.05, 0.0, 1.0])
        x = np.column_stack([down, [0, 1, 0], np.cross(down, [0, 1, 0])])
        turn = sn.Rotation.from_matrix(x)
        inertia = (rod * 2e-4 / 12, across, across)
        m.body(name, mass=mass, inertia=inertia, com=(com, 0, 0), at=tuple(head), angle=turn)
        m.revolute(f"hinge_{name}", "shaft", name, at=tuple(head), axis=(0, side, 0))
        ends = (side * 0.05, 0, 0.5), tuple(head + 0.5 * down)
        m.spring(f"spring_{name}", "slider", name, *ends, stiffness=8e5, damping=4e4, length=0.5)
    m.initial = {"A.speed": 2 * np.pi, "slide.speed": 0.0, "hinge_right.speed": 0.0, "hinge_left.speed": 0.0}
    return m


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_a05_starts_by_itself(formulation: str) -> None:
    result = sn.simulate(governor(), 0.5, formulation=formulation, tolerance=1e-7, output=[0.0, 0.5])
    for name, expected in AT_HALF_A_SECOND.items():
        assert result[name].values[-1] == pytest.approx(expected, rel=2e-6), name
    turned = abs(result["hinge_right.angle"].values[-1])
    assert np.pi / 3 + turned == pytest.approx(ROD_ANGLE, rel=2e-6)
