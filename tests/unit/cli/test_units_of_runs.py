"""`snodo run` with --x, --units and --table."""

from __future__ import annotations

import csv
import math

import pytest
from click.testing import CliRunner, Result
from tests.mechanisms import FOUR_BAR

from snodo.cli.main import main


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "four_bar.yaml").write_text(FOUR_BAR.replace("0.1 s", "0.2 s"), encoding="utf-8")


def snodo(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["run", "four_bar.yaml", "-q", *arguments])


def test_plots_against_a_series_in_other_units(tmp_path):
    found = snodo("--plot", "motor.effort", "--x", "A.angle", "--units", "deg", "--plot-file", "p.svg")
    assert found.exit_code == 0, found.output
    assert (tmp_path / "p.svg").stat().st_size > 1000


def test_a_table_of_peaks_in_other_units():
    found = snodo("--table", "A.angle", "--table", "B.fx", "--units", "deg, kN")
    assert found.exit_code == 0, found.output
    assert "A.angle [deg]" in found.output
    assert "B.fx [kN]" in found.output
    (line,) = [line for line in found.output.splitlines() if line.startswith("A.angle")]
    assert float(line.split()[4]) == pytest.approx(72.0)


def test_each_unit_is_used_where_it_fits(tmp_path):
    found = snodo(
        "--csv", "t.csv", "--series", "A.angle", "--table", "B.fx", "--units", "angle=deg", "--units", "B.fx=kN"
    )
    assert found.exit_code == 0, found.output
    *_, last = csv.DictReader((tmp_path / "t.csv").open(encoding="utf-8"))
    assert float(last["A.angle [deg]"]) == pytest.approx(math.degrees(2 * math.pi * 0.2))


@pytest.mark.parametrize(
    ("options", "words", "code"),
    [
        (["--plot", "motor.effort", "--units", "deg"], "motor.effort is in N m (also N*mm", 2),
        (["--plot", "motor.effort", "--units", "Nmn"], "there is no unit 'Nmn'", 2),
        (["--plot", "motor.effort", "--x", "A.angel"], "A.angel", 2),
        (["--plot", "motor.effort", "--x", "B.reaction"], "use one of B.fx", 2),
        (["--table", "B.fz"], "B.fz", 2),
        (["--x", "A.angle"], "--x needs --plot", 2),
        (["--units", "deg"], "--units needs --plot, --csv or --table", 2),
        (["--plot", "A.angle", "--units", "deg", "--units", "A.angle=deg"], "all with a name", 2),
    ],
)
def test_mistakes_are_told_before_the_run(tmp_path, options, words, code):
    found = snodo(*options)
    assert found.exit_code == code
    assert words in found.output.replace("\n", " ")
    assert not (tmp_path / "plot.png").exists()
