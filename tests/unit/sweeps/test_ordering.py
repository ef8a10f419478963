"""Members drawn at random run beside others like them; their rows stay where they belong."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import snodo as sn
from snodo.simulation.sweeps.ordering import order
from varied import four_bar

RANGES = {"crank": (0.1, 0.2), "stiffness": (5.0, 60.0), "A.speed": (0.5, 3.0)}
OUTPUTS = ["C.angle final", "A.angle series"]


def swept(samples: object, **more: object) -> sn.Sweep:
    return sn.sweep(four_bar(), 0.3, samples, OUTPUTS, output=0.1, progress=False, **more)  # type: ignore[arg-type]


def along(found: sn.Sweep) -> list[float]:
    return list(json.loads(found.dataset.attrs["plan"])["along"])


def test_the_order_is_along_a_direction() -> None:
    values = np.random.default_rng(1).uniform(size=(20, 2))
    assert order(values, ()).tolist() == list(range(20))
    assert (np.diff(values[order(values, [0.0, 1.0]), 1]) >= 0).all()
    same = np.column_stack([values[:, 0], np.full(20, 3.0)])
    assert (np.diff(same[order(same, [1.0, 1.0]), 0]) >= 0).all()


@pytest.mark.parametrize("kind", [sn.LatinHypercube, sn.Sobol])
def test_rows_are_those_of_their_members(kind: type) -> None:
    samples = kind(RANGES, 128, seed=4)
    found = swept(samples)
    assert len(along(found)) == 3
    values = np.column_stack([found.dataset[name].values for name in RANGES])
    m = four_bar()
    for k in (0, 17, 127):
        speed = {"A.speed": values[k, 2]}
        own = m.with_parameters(crank=values[k, 0], stiffness=values[k, 1])
        alone = sn.simulate(own, 0.3, initial=speed, output=0.1, progress=False, error_bars=False)
        np.testing.assert_allclose(found["A.angle series"].values[k], alone["A.angle"], atol=1e-6)
        np.testing.assert_allclose(found["C.angle final"].values[k], alone["C.angle"][-1], atol=1e-6)


def test_bits_do_not_depend_on_threads_or_on_a_stop(tmp_path: Path) -> None:
    samples = sn.LatinHypercube(RANGES, 128, seed=4)
    one, two = swept(samples, chunk=16), swept(samples, chunk=16, threads=2)
    kept = swept(samples, chunk=16, folder=tmp_path / "family")
    for part in sorted((tmp_path / "family").glob("part-*"))[1::2]:
        part.unlink()
    again = swept(samples, folder=tmp_path / "family")
    assert along(one) == along(two) == along(kept) == along(again) != []
    for other in (two, kept, again):
        for name in OUTPUTS:
            assert one[name].values.tobytes() == other[name].values.tobytes()


def test_grids_and_few_members_run_as_they_are_given() -> None:
    assert along(swept({"crank": np.linspace(0.1, 0.2, 20), "A.speed": np.linspace(0.5, 3, 5)})) == []
    assert along(swept(sn.LatinHypercube(RANGES, 20, seed=1))) == []
    assert along(swept(sn.LatinHypercube({"crank": (0.1, 0.2)}, 70, seed=1))) == [1.0]
