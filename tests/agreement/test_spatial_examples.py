"""Every mechanism of the examples in absolute coordinates of space against its usual formulation: motion, reactions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import snodo as sn

FILES = sorted((Path(__file__).parents[2] / "examples").glob("*.yaml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_example_in_space(file: Path) -> None:
    m = sn.load(file)
    duration = min(m.run.duration or 0.2, 0.2)
    words = {"duration": duration, "output": duration / 4, "integrator": sn.DOP853(rtol=1e-10)}
    spatial, usual = (sn.simulate(m, formulation=word, **words) for word in ("spatial", None))
    assert len(spatial.info["redundant_rows"]) == len(usual.info["redundant_rows"])
    for body in m.bodies:
        assert np.allclose(spatial.position(body).values, usual.position(body).values, atol=1e-8), body
    undetermined = sn.mobility(m).undetermined if m.dimension == 3 else []
    for joint in set(m.joints) - set(undetermined):
        mine, theirs = (result.reaction(joint).values for result in (spatial, usual))
        assert np.allclose(mine, theirs, rtol=0, atol=1e-7 * (1 + np.abs(theirs).max())), joint
