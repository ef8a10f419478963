"""The script of the verification page: rows are kept by problem, and not computed again."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import snodo as sn

ROOT = Path(__file__).parents[2]


@pytest.fixture
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_verification", ROOT / "docs" / "make_verification.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_kept_rows_are_read_back(script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = script.solved("rbdl_double_chain", "quick", tmp_path)

    def again(*given: Any, **more: Any) -> None:
        raise AssertionError("computed again")

    monkeypatch.setattr(sn, "verify", again)
    assert script.solved("rbdl_double_chain", "quick", tmp_path) == first
    found = script.joined([first])
    assert found.default("rbdl_double_chain").verdict == "reached"
    assert found.passed


def test_shards_share_a_folder(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    names = ["rbdl_single_chain", "rbdl_double_chain", "rbdl_triple_chain"]
    monkeypatch.setattr(script, "problems", lambda: {name: sn_problem(name) for name in names})
    written: list[sn.Verification] = []
    monkeypatch.setattr(script, "write", lambda found, note: written.append(found))
    script.main(["--quick", "--keep", str(tmp_path), "--shard", "1/2"])
    assert "1 problems are missing: rbdl_double_chain" in capsys.readouterr().out
    assert not written
    script.main(["--quick", "--keep", str(tmp_path), "--shard", "2/2"])
    assert [line[0] for line in written[0].summary()] == names


def sn_problem(name: str) -> Any:
    from snodo.analyses.verification.problems import problems

    return problems()[name]


@pytest.mark.parametrize("shard", ["0/2", "3/2", "1/2"])
def test_shards_that_make_no_sense_are_refused(script: ModuleType, shard: str) -> None:
    with pytest.raises(SystemExit):
        script.main(["--shard", shard])


def test_rows_of_a_cross_are_those_with_one_default(script: ModuleType, tmp_path: Path) -> None:
    found = script.solved("rbdl_double_chain", "cross", tmp_path)
    every = script.solved("rbdl_double_chain", "all", None)
    rows = [(row["formulation"], row["method"]) for row in found["rows"]]
    assert len(set(rows)) == len(rows)
    assert set(rows) == {(row["formulation"], row["method"]) for row in every["rows"]}  # nothing is integrated
    assert script.kept_rows(tmp_path, "rbdl_double_chain", "all") is None
    assert script.kept_rows(tmp_path, "rbdl_double_chain", "cross") == found
