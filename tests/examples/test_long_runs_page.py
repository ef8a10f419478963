"""The numbers on the page on long runs are those of the program."""

from __future__ import annotations

from pathlib import Path

from snodo.integrators.ode.run import PIECE_SECONDS
from snodo.math.rows_on_disk import LARGE
from snodo.simulation.checkpoints.keeper import EVERY

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "long_runs.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_the_numbers_of_the_page_are_those_of_the_program() -> None:
    assert (EVERY, PIECE_SECONDS, LARGE) == (30.0, 0.15, 64_000_000)
    assert "Every 30 s" in TEXT
    assert "0.15 s" in TEXT
    assert "64 MB" in TEXT
