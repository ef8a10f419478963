"""`snodo run` tells what happened along a run."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import snodo as sn
from snodo.cli.happened import MOST_EVENTS
from snodo.cli.main import main

EXAMPLES = Path(sn.__file__).parents[2] / "examples"


def printed(name: str) -> str:
    found = CliRunner().invoke(main, ["run", str(EXAMPLES / f"{name}.yaml")])
    assert found.exit_code == 0, found.output
    return found.output


def test_the_first_events_are_listed_and_the_others_counted():
    output = printed("door_closer")
    assert ["1.04404566", "H.lower", "impact"] in [line.split() for line in output.splitlines()]
    count = len(sn.simulate(sn.load(EXAMPLES / "door_closer.yaml"), error_bars=False, progress=False).events)
    assert f"… and {count - MOST_EVENTS} more" in output


def test_a_run_in_which_nothing_happens_has_no_such_table():
    assert "event at" not in printed("four_bar")


@pytest.mark.parametrize("formulation", ["planar", "tree", "spatial"])
def test_a_stop_rests_from_its_first_rest(formulation):
    """Friction that sticks there later does not move the time that is told."""
    m = sn.load(EXAMPLES / "door_closer.yaml")
    result = sn.simulate(m, formulation=formulation, error_bars=False, progress=False)
    (rests,) = result.events.times("H.lower", "rests")
    for note in result.info["event_notes"]:
        assert f"H.lower rests from {rests:.6g} s" in note
