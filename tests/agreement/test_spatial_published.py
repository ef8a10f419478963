"""Published and independent numbers in absolute coordinates: tumbling body, heavy top, Bricard's six-bar."""

from __future__ import annotations

import numpy as np
import pytest
from tests import mechanisms

import snodo as sn
from snodo.mechanism import joints

WORDS = ("spatial", "spatial_euler")

TUMBLING = {  # t: ω′, by Jacobi's elliptic functions; J = (0.3, 0.35, 0.4), ω′(0) = (0.1, 15, 0.1)
    1.0: (-0.05505541376605825, 15.000398217652092, 0.06908924618718826),
    3.0: (-4.877707605410589, 13.573164817775215, 4.224514600863658),
    6.0: (-0.14943637822722627, -14.999295341669258, 0.138738687298291),
    10.0: (10.946239769929873, 4.428447305940909, 9.479853576168559),
    12.0: (0.21872902093341864, 14.997837422131509, 0.19591270619556284),
}
TOP = {  # t: p; m = 15, J = (0.234375, 0.46875, 0.234375), tip to centre of mass (0, 1, 0), by DOP853 at 1e-13
    0.1: (0.331822912608296, 0.177338056666912, 0.914975159138732, -0.145826014430896),
    0.5: (0.584560624069616, -0.700662895411996, 0.384325753022871, 0.140193078800699),
    1.0: (0.73294398067977, -0.278285719338022, 0.531824611333807, -0.320176142736237),
}
TOP_SPIN = (  # ω′ at the same times
    (4.80894133172833, 150.0, 1.02830075671742),
    (-0.471053101740666, 150.0, 5.90108304832499),
    (-0.822078101692395, 150.0, -5.92329134811609),
)
BRICARD = {  # t: P3; IFToMM library of computational benchmark problems, A04; independent computation to 1e-12
    0.5: (0.774717808039234, -0.979815047655669, -0.199906158953442),
    2.0: (-0.778135373033288, -0.980352683443256, -0.197252670617173),
    5.0: (0.999932742302118, -0.999999997738353, -6.72554360828809e-05),
    10.0: (0.999730987303825, -0.999999963825817, -0.000268976512259494),
}


def spin(result: sn.Result, body: str) -> np.ndarray:
    """ω′ (time, 3)."""
    R = result.formulation.motion.rotation(body, result.q)
    return (np.swapaxes(R, 1, 2) @ result.angular_velocity(body).values[..., None])[..., 0]


@pytest.mark.parametrize("word", WORDS)
def test_a_tumbling_body(word: str) -> None:
    m = sn.Mechanism("tumbling", dimension=3)
    m.body("body", mass=1.0, inertia=np.diag([0.3, 0.35, 0.4]).tolist(), at=(0, 0, 0))
    m.initial = {"body.wx": 0.1, "body.wy": 15.0, "body.wz": 0.1}
    result = sn.simulate(m, formulation=word, tolerance=1e-13, output=[0.0, *TUMBLING])
    assert np.allclose(spin(result, "body")[1:], list(TUMBLING.values()), rtol=0, atol=2e-8)
    assert result.quality().verdict == "good"


def top() -> sn.Mechanism:
    m = sn.Mechanism("heavy top", dimension=3, gravity=(0, 0, -9.81))
    m.body("top", mass=15.0, com=(0, 1, 0), inertia=np.diag([0.234375, 0.46875, 0.234375]).tolist(), at=(0, 0, 0))
    m.add(joints.Spherical(name="tip", parent="ground", child="top", at=(0, 0, 0)))
    m.initial = {"tip.wx": 0.0, "tip.wy": 150.0, "tip.wz": -4.61538}
    return m


@pytest.mark.parametrize("word", WORDS)
def test_the_heavy_top(word: str) -> None:
    result = sn.simulate(top(), formulation=word, tolerance=1e-13, output=[0.0, *TOP])
    p, wanted = result.q[1:, 3:7], np.array(list(TOP.values()))
    signs = np.sign((p * wanted).sum(axis=1))[:, None]
    assert np.allclose(p * signs, wanted, rtol=0, atol=1e-8)
    assert np.allclose(spin(result, "top")[1:], TOP_SPIN, rtol=0, atol=1e-6)


def test_a_top_for_a_long_time() -> None:
    """1000 s: no drift of the length of p, of the joint, nor of the energy."""
    m = top()
    m.initial["tip.wy"] = 30.0
    result = sn.simulate(m, 1000.0, formulation="spatial", tolerance=1e-11, output=10.0)
    assert np.abs((result.q[:, 3:7] ** 2).sum(axis=1) - 1).max() < 1e-12
    quality = result.quality()
    assert quality.position_drift < 1e-10
    assert quality.energy_relative < 1e-8


def bricard() -> sn.Mechanism:
    m = mechanisms.bricard()
    m.frame("P", "bar2", "P3")
    return m


@pytest.mark.parametrize("word", WORDS)
def test_bricard(word: str) -> None:
    """Thirty rows of rank 29: one is redundant all along, found and left out, and reported."""
    result = sn.simulate(bricard(), formulation=word, tolerance=1e-12, output=[0.0, *BRICARD])
    assert np.abs(result.position("P").values[1:] - list(BRICARD.values())).max() < 1e-7
    assert len(result.info["redundant_rows"]) == 1
    assert sn.mobility(bricard(), formulation=word).degrees_of_freedom == 1
    assert result.quality().verdict == "good"


def test_reactions_of_bricard_are_those_of_least_norm() -> None:
    result = sn.simulate(bricard(), 0.5, formulation="spatial", tolerance=1e-10, output=0.25)
    F = result.formulation
    for k, t in enumerate(result.time):
        _, multipliers = F.solve(result.q[k], result.v[k], t)
        assert np.allclose(result.multipliers[k], multipliers, atol=1e-6)
