"""`snodo compare`: what it prints and writes, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from snodo.cli.main import main
from snodo.cli.starters import STARTERS


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pendulum.yaml").write_text(STARTERS["pendulum"], encoding="utf-8")


def compare(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["compare", "pendulum.yaml", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_table_verdict_and_files() -> None:
    found = compare(
        "--duration", "0.2 s", "--formulations", "planar,tree", "--methods", "projection, quasi-velocities",
        "--integrators", "dop853,rk4", "--step", "1 ms", "--save", "table.csv", "--picture", "picture.png",
    )  # fmt: skip
    assert found.exit_code == 0
    for words in ("quasi_velocities", "rk4", "Fastest with a motion accurate to 1e-05", "wrote table.csv"):
        assert words in found.output
    assert len(Path("table.csv").read_text(encoding="utf-8").splitlines()) == 1 + 2 * (2 + 1)  # the tree has no rows
    assert Path("picture.png").stat().st_size > 10_000


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--methods", "projektion"], "is not one of projection"),
        (["--formulations", ","], "give some of planar"),
        (["--integrators", "rk4"], "--step"),
        (["--step", "1 ms"], "--step"),
        (["--save", "table.txt"], ".csv"),
    ],
)
def test_wrong_usage(arguments: list[str], told: str) -> None:
    found = compare(*arguments)
    assert found.exit_code == 2
    assert told in found.output
