"""Results whose Python functions no file can hold: the stored series are read, nothing is computed without them."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn


def law(t, q, v):
    if t < 0.5:
        return [1.0, 0.0, 0.0]
    return [2.0, 0.0, 0.0]


def push(t):
    return 1.0 if t < 0.5 else 2.0


def driven(kind: str) -> sn.Mechanism:
    m = sn.Mechanism("mass", gravity=(0, 0))
    m.box("c", (0.1, 0.1), at=(0, 0), mass=1.0)
    m.prismatic("P", "ground", "c", axis="x", at=(0, 0))
    if kind == "law":
        m.force("by hand", "c", law)
    else:
        m.joint_force("by hand", joint="P", force=push)
    return m


@pytest.fixture(params=["law", "function of time"])
def results(request, tmp_path):
    """A result, and the same loaded from a file."""
    result = sn.simulate(driven(request.param), 1.0, progress=False, output=0.1)
    return result, sn.Result.load(result.save(tmp_path / "run.nc"))


def test_stored_series_are_read(results, tmp_path) -> None:
    result, loaded = results
    assert "was not stored" not in str(loaded)
    for name in ("c.x", "P.speed", "energy.balance", "P.reaction"):
        np.testing.assert_array_equal(loaded[name].values, result[name].values)
    assert loaded.quality().verdict == result.quality().verdict
    assert loaded.draw(tmp_path / "positions.svg") is not None


@pytest.mark.parametrize(
    "ask",
    [
        lambda r: sn.simulate(r.mechanism, 1.0, progress=False),
        lambda r: sn.simulate(r.mechanism, 1.0, formulation="tree", progress=False),
        lambda r: sn.simulate(r.formulation, 1.0, progress=False),
        lambda r: sn.simulate(r.mechanism, 1.0, initial={"P.displacement": [0.0, 0.1]}, progress=False),
        lambda r: sn.assemble(r.mechanism),
        lambda r: sn.assemble(r.formulation),
        lambda r: sn.Planar(r.mechanism),
        lambda r: sn.Planar(r.mechanism.copy()),
        lambda r: sn.to_yaml(r.mechanism),
        lambda r: r.working(),
    ],
)
def test_nothing_is_computed_without_the_function(results, ask) -> None:
    with pytest.raises(sn.SnodoError, match=r"'by hand': its Python function was not stored with the result"):
        ask(results[1])


def test_saved_again_it_is_still_missing(results, tmp_path) -> None:
    again = sn.Result.load(results[1].save(tmp_path / "again.nc"))
    assert again.info["functions_not_stored"] == ["by hand"]
    with pytest.raises(sn.SnodoError, match="was not stored"):
        sn.simulate(again.mechanism, 1.0, progress=False)


def test_given_again_it_runs(results) -> None:
    result, loaded = results
    m = loaded.mechanism.copy()
    part = m.forces["by hand"]
    if hasattr(part, "function"):
        part.function, part.formula = law, None
    else:
        part.force = push
    ran = sn.simulate(m, 1.0, progress=False, output=0.1)
    np.testing.assert_allclose(ran["c.x"].values, result["c.x"].values, rtol=1e-12)
    del m.forces["by hand"]
    assert sn.simulate(m, 1.0, progress=False)["c.x"].values[-1] == 0.0
