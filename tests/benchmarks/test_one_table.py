"""The one table of all benchmarks: its assembling, and the history of the ratios, on made-up rows."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
from benchmarks.history import Kept, append, kept, page, text
from benchmarks.planar import at_equal_error
from benchmarks.ratios import Ratio, lines
from benchmarks.work_precision import Row, against_each

from benchmarks import all as one_table
from benchmarks import history

ROWS = [
    Ratio("forward dynamics, a robot", "Pinocchio", 3.14159, apart=3.3e-15),
    Ratio("a loop, 10 s", "OpenSim", 123.4, 1e-8),
    Ratio("a loop, 10 s", "Exudyn", 0.5, 1e-8),
]
RUN = Kept("2026-11-01", "A chip", "haswell", ["avx", "avx2"], 4, True, {"snodo": "0.2", "pin": "4.1"}, ROWS)


def test_names_stand_left_and_numbers_right() -> None:
    head, first, second, _ = lines(ROWS)
    assert head.split() == ["work", "peer", "ratio", "error", "apart"]
    assert first.split() == ["forward", "dynamics,", "a", "robot", "Pinocchio", "3.14", "3e-15"]
    assert second.index("123") + 3 == head.index("ratio") + 5
    assert second.endswith("1e-08")


def module(name: str, rows: list[Ratio], monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """A module of benchmarks that gives these rows, or fails; returns the amounts that it was asked for."""
    asked: list[bool] = []

    def ratios(quick: bool) -> list[Ratio]:
        asked.append(quick)
        if not rows:
            raise ModuleNotFoundError("No module named 'peer'")
        return rows

    made = ModuleType(f"benchmarks.{name}")
    made.ratios = ratios  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, f"benchmarks.{name}", made)
    return asked


def test_a_part_that_fails_does_not_take_the_others_with_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = module("made_up", ROWS, monkeypatch)
    module("missing", [], monkeypatch)
    monkeypatch.setattr(one_table, "PARTS", {"absent": "missing", "made": "made_up"})
    failed: list[str] = []
    assert list(one_table.measured(["absent", "made"], True, failed)) == ROWS
    assert failed == ["absent"]
    assert asked == [True]
    told = capsys.readouterr()
    assert "absent is left out: ModuleNotFoundError: No module named 'peer'" in told.err
    assert told.out.startswith("made: 3 ratios")


def test_the_command_prints_one_table_and_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module("made_up", ROWS, monkeypatch)
    monkeypatch.setattr(one_table, "PARTS", {"made": "made_up"})
    monkeypatch.setattr(history, "FILE", tmp_path / "speed.jsonl")
    monkeypatch.setattr(history, "PAGE", tmp_path / "speed_history.md")
    assert one_table.main(["--quick"]) == 0
    assert "\n".join(lines(ROWS)) in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
    assert one_table.main(["--keep"]) == 0
    assert one_table.main(["--keep", "--quick"]) == 0
    assert [run.quick for run in kept()] == [False, True]
    assert "| a loop, 10 s | OpenSim | 1e-08 | 123 | 123 |" in history.PAGE.read_text(encoding="utf-8")


def test_every_part_is_a_module_with_ratios() -> None:
    folder = Path(one_table.__file__).parent
    for name in one_table.PARTS.values():
        assert "\ndef ratios(quick: bool = False) -> Iterator[Ratio]:" in (folder / f"{name}.py").read_text("utf-8")


def test_another_processor_is_a_child_without_the_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[str, list[str]]] = []
    monkeypatch.setattr(one_table, "elsewhere", lambda name, words: started.append((name, words)) or 0)
    assert one_table.main(["--quick", "--processor", "haswell", "--only", "robots"]) == 0
    assert started == [("haswell", ["--quick", "--only", "robots"])]


# ---------------------------------------------------------------- history
def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "speed.jsonl"
    assert kept(file) == []
    append(RUN, file)
    append(replace(RUN, date="2026-12-01"), file)
    first, second = kept(file)
    assert first.ratios[0] == Ratio("forward dynamics, a robot", "Pinocchio", 3.14, None, 3e-15)
    assert first.ratios[1:] == [replace(ROWS[1], ratio=123.0), ROWS[2]]
    assert replace(second, date=RUN.date) == first
    plain = json.loads(file.read_text(encoding="utf-8").splitlines()[0])
    assert plain["ratios"][2] == ["a loop, 10 s", "Exudyn", 0.5, 1e-8, None]


def test_the_page_has_a_column_for_each_run_and_the_newest_first(tmp_path: Path) -> None:
    new = replace(RUN, date="2026-12-01", ratios=[ROWS[1], Ratio("new", "IDA", 2.0, 1e-6)])
    lines_of_page = list(text([new, RUN]))
    assert "| 1 | 2026-12-01 | A chip | haswell | avx, avx2 | 4 | short |" in lines_of_page
    assert "- 2: snodo 0.2, pin 4.1" in lines_of_page
    assert "| a loop, 10 s | OpenSim | 1e-08 | 123 | 123 |" in lines_of_page
    assert "| new | IDA | 1e-06 | 2.00 | – |" in lines_of_page
    assert "| a loop, 10 s | Exudyn | 1e-08 | – | 0.50 |" in lines_of_page
    many = [replace(RUN, date=f"2026-01-{day:02d}") for day in range(1, 12)]
    page(many, tmp_path / "page.md")
    written = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert "2026-01-11" in written
    assert f"2026-01-{11 - history.SHOWN:02d}" not in written


def test_the_page_of_the_documentation_is_that_of_the_kept_runs(tmp_path: Path) -> None:
    page(kept(), tmp_path / "page.md")
    assert (tmp_path / "page.md").read_text(encoding="utf-8") == history.PAGE.read_text(encoding="utf-8")


def test_a_run_knows_its_machine() -> None:
    run = Kept.of(ROWS, "2026-11-01", False)
    assert run.versions["snodo"]
    assert run.target in "\n".join(run.told())
    assert f"{run.lanes} lanes" in "\n".join(run.told())


# ---------------------------------------------------------------- ratios at equal error
def test_the_quickest_run_that_is_accurate_enough_counts() -> None:
    peer = [{"cpu": 1.0, "error": 1e-3}, {"cpu": 8.0, "error": 1e-9}, {"cpu": 4.0, "error": 5e-9}]
    mine = [{"cpu": 0.1, "error": 1e-8}, {"cpu": 0.5, "error": 1e-9}, {"cpu": 0.4, "error": 4e-9}]
    assert list(at_equal_error("it", mine, peer, "P", 1e-8)) == [Ratio("it", "P", 10.0, 1e-8)]
    assert list(at_equal_error("it", mine, peer, "P", 1e-10)) == []
    assert list(at_equal_error("it", mine[:1], peer, "P", 1e-8)) == []


def test_every_program_has_a_row_for_each_error_that_it_reaches() -> None:
    found = {
        "Snodo DOP853": [Row("a 1", 1.0, 1e-4), Row("a 2", 2.0, 1e-10)],
        "Snodo Radau": [Row("b 1", 10.0, 1e-10)],
        "MuJoCo": [Row("c 1", 5.0, 1e-4)],
        "OpenSim": [Row("d 1", 6.0, 1e-10)],
    }
    rows = list(against_each("it", found))
    assert [(row.peer, row.error) for row in rows] == [
        ("MuJoCo", 1e-3),
        ("OpenSim", 1e-3),
        ("OpenSim", 1e-6),
        ("OpenSim", 1e-9),
    ]
    assert rows[0].ratio == 5.0
    assert rows[2].ratio == pytest.approx(6.0 / 2 ** (1 / 3))
