"""Andrews' squeezer against the initial values of the IVP test set and end values in 28-digit arithmetic."""

from pathlib import Path

import numpy as np
import pytest

import snodo as sn

FILE = Path(__file__).parents[2] / "examples" / "andrews.yaml"

# (β, Θ, γ, Φ, δ, Ω, ε).  Start: Mazzia and Magherini, Test Set for IVP Solvers; end: recomputed with 28 digits, because
# the printed 16-digit values are off by 1.1e-9 rad in β.
START = (-0.0617138900142764496, 0.0, 0.4552798191630703, 0.2226683901658858, 0.4873649795438425, -0.2226683901658858)
START = (*START, 1.2305474445498211)
END = (15.81077119515370709, -15.75637105841183947, 0.04082224011964580, -0.53473011634207959, 0.52440996587995407)
END = (*END, 0.53473011634207959, 1.04808074104193787)


def angles(K):
    return [K["K1"], K["K2"] - K["K1"], K["K3"], K["K4"] - K["K5"], K["K5"], K["K6"] - K["K7"], K["K7"]]


def test_it_starts_where_the_benchmark_starts():
    squeezer = sn.Planar(sn.load(FILE))
    q = sn.assemble(squeezer).q
    found = angles(dict(zip(squeezer.body_names, q[2::3])))
    np.testing.assert_allclose(found, START, atol=1e-13)


@pytest.mark.parametrize("method", ["projection", "baumgarte"])
def test_it_ends_where_the_benchmark_ends(method):
    result = sn.simulate(sn.load(FILE), method=method, progress=False)
    found = angles({body: float(result[f"{body}.angle"][-1]) for body in result.mechanism.bodies})
    np.testing.assert_allclose(found, END, atol=1e-9)
