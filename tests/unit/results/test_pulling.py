"""Rolling contacts are held from both sides: a result tells when one pulls."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn

FORMULATIONS = ("planar", "tree", "spatial")


def wheel(force: float) -> sn.Mechanism:
    """Of 2 kg, lifted with a force that grows from zero to the given one in a second."""
    m = sn.Mechanism("wheel", gravity=(0, -9.81))
    m.disc("wheel", 0.3, at=(0, 0.3), mass=2.0)
    m.rolling("W", "ground", "wheel", 0.3, normal="y", at=(0, 0.3))
    m.force("lift", "wheel", formula=["0", f"{force}*t", "0"])
    return m


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_wheel_that_is_lifted_is_told_with_the_force_and_the_time(formulation: str) -> None:
    result = sn.simulate(wheel(30.0), 1.0, formulation=formulation, output=0.01, progress=False)
    remark = result.quality().remark
    assert remark == "rolling 'W' pulls with up to 10.4 N, first at t = 0.66 s: a real wheel would lift off"
    assert float(np.min(result.reaction("W").sel(component="fy"))) == pytest.approx(19.62 - 30.0)
    assert sn.simulate(wheel(19.0), 1.0, formulation=formulation, progress=False).quality().remark == ""


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("inside", [False, True])
def test_round_surfaces(formulation: str, inside: bool) -> None:
    """A ball on top of a hill leaves it where it is too fast; at the bottom of a bowl it never does."""
    m = sn.Mechanism("round", gravity=(0, -9.81))
    height = -0.7 if inside else 1.3
    m.disc("ball", 0.3, at=(0, height), mass=2.0)
    m.rolling("W", "ground", "ball", 0.3, at=(0, height), on=(0, 0), surface_radius=-1.0 if inside else 1.0)
    m.initial = {"ball.vx": 1.0}
    result = sn.simulate(m, 1.0, formulation=formulation, output=0.01, progress=False)
    assert ("'W' pulls" in str(result.quality())) is not inside
