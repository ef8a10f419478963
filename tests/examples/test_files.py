"""Every example file loads, closes, runs well, and survives being saved and read again."""

from pathlib import Path

import numpy as np
import pytest

import snodo as sn
from snodo.formulations.bind import bind

EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = sorted(EXAMPLES.glob("*.yaml"))


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def file(request):
    return request.param


def test_it_says_what_it_is(file):
    mechanism = sn.load(file)
    assert mechanism.description
    assert mechanism.run.duration > 0
    for part in mechanism.parts():
        assert ".yaml:" in part.where or ".urdf:" in part.where


def test_it_runs_and_its_energy_adds_up(file):
    result = sn.simulate(sn.load(file), progress=False)
    quality = result.quality()
    assert result.info["status"] == "finished"
    assert quality.verdict == "good" or quality.accuracy.sensitive, str(quality)


def test_it_has_its_freedoms_and_closes(file):
    mechanism = sn.load(file)
    assert sn.assemble(mechanism).gap < 1e-12
    free = {"double_pendulum": 2, "chaplygin_sleigh": 2, "constant_speed": 2, "rolling_disc": 3, "valve_train": 1}
    free |= {
        "excavator_cylinders": 0,
        "excavator_relief": 0,
        "wishbone_bushings": 10,
        "car": 14,
        "car_suspension": 2,
    }  # held by cylinders, on bushings, and four corners on a free chassis
    usual = 0 if mechanism.drivers else 1
    assert sn.mobility(mechanism).degrees_of_freedom == free.get(file.stem, usual)


def test_saved_and_read_again_it_is_the_same(file, tmp_path):
    mechanism = sn.load(file)
    sn.save(mechanism, tmp_path / "again.yaml")
    again = sn.load(tmp_path / "again.yaml")
    assert sn.to_yaml(again) == sn.to_yaml(mechanism)
    assert again.description == mechanism.description
    first, second = sn.assemble(mechanism), sn.assemble(again)
    np.testing.assert_array_equal(first.q, second.q)
    np.testing.assert_array_equal(first.v, second.v)
    F, G = (bind(m) for m in (mechanism, again))
    np.testing.assert_array_equal(F.solve(first.q, first.v)[0], G.solve(second.q, second.v)[0])


def test_as_python_it_is_the_same(file):
    mechanism = sn.load(file)
    scope = {}
    exec(sn.to_python(mechanism), scope)
    built = next(value for value in scope.values() if isinstance(value, sn.Mechanism))
    assert sn.to_yaml(built) == sn.to_yaml(mechanism)


def test_the_gallery_names_every_example():
    gallery = (EXAMPLES.parent / "docs" / "gallery" / "index.md").read_text(encoding="utf-8")
    for path in (*FILES, *EXAMPLES.glob("*.py")):
        assert f"examples/{path.name}" in gallery
