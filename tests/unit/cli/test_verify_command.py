"""`snodo verify`: what it prints and writes, how it ends, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from snodo.cli.main import main


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def verify(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["verify", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_table_verdict_and_files() -> None:
    found = verify("trammel", "rbdl_single_body", "--quick", "--html", "page.html", "--csv", "rows.csv")
    assert found.exit_code == 0
    for words in ("trammel", "rbdl_single_body", "reached", "All problems are solved", "wrote page.html"):
        assert words in found.output
    assert len(Path("rows.csv").read_text(encoding="utf-8").splitlines()) > 8
    assert "quadrature" not in Path("page.html").read_text(encoding="utf-8")


def test_every_row() -> None:
    output = verify("trammel", "--quick", "--rows", "--formulations", "planar").output
    assert "tight" in output
    assert "worst quantity, or reason" in output


def test_a_miss_ends_with_code_6() -> None:
    found = verify("A01", "--formulations", "planar", "--methods", "penalty", "--integrators", "rk4")
    assert found.exit_code == 6
    assert "Missed with the default choices: A01" in found.output


def test_the_problems_are_listed() -> None:
    output = verify("--list").output
    for words in ("A05", "whipple_bicycle", "verification/a05_governor", "IVP Test Set"):
        assert words in output
    assert "A05" not in verify("A01", "--list").output


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["tramel"], 2, "did you mean 'trammel'"),
        (["A01", "--methods", "projektion"], 2, "is not one of projection"),
        (["A01", "--csv", "table.txt"], 2, ".csv"),
        (["A01", "--html", "nowhere/page.html"], 2, "no folder"),
    ],
)
def test_wrong_usage(arguments: list[str], code: int, told: str) -> None:
    found = verify(*arguments)
    assert found.exit_code == code
    assert told in found.output + found.stderr
