"""The files of the verification problems: they close, survive being saved and read again, and are on the page."""

from pathlib import Path

import numpy as np
import pytest

import snodo as sn

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "examples" / "verification").glob("*.yaml"))


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def file(request):
    return request.param


def test_it_says_what_it_is_and_closes(file):
    mechanism = sn.load(file)
    assert mechanism.description
    assert mechanism.run.duration > 0
    assert sn.assemble(mechanism).gap < 1e-12


def test_saved_and_read_again_it_is_the_same(file, tmp_path):
    mechanism = sn.load(file)
    sn.save(mechanism, tmp_path / "again.yaml")
    again = sn.load(tmp_path / "again.yaml")
    assert sn.to_yaml(again) == sn.to_yaml(mechanism)
    first, second = sn.assemble(mechanism), sn.assemble(again)
    np.testing.assert_array_equal(first.q, second.q)
    np.testing.assert_array_equal(first.v, second.v)


def test_the_page_names_every_file_and_every_problem():
    from snodo.analyses.verification.problems import problems

    page = (ROOT / "docs" / "trust" / "verification.md").read_text(encoding="utf-8")
    for path in FILES:
        assert f"examples/verification/{path.name}" in page
    for name in problems():
        assert f"`{name}`" in page
