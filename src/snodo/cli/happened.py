"""What happened along a run, on the terminal: impacts, stops, friction that sticks or slips, events of the user."""

from __future__ import annotations

from typing import Any

import click

from snodo.cli.printing import print_table

MOST_EVENTS = 12
"""More are counted; `result.events` has all of them."""


def print_events(result: Any) -> None:
    """A line for each of the first events of a result; nothing if nothing happened."""
    events = result.info.get("events", ())
    if not events:
        return
    lines = [(f"{event['time']:.9g}", event["name"], event["what"]) for event in events[:MOST_EVENTS]]
    print_table(("event at [s]", "", ""), lines, left=(1, 2))
    if len(events) > MOST_EVENTS:
        click.echo(f"… and {len(events) - MOST_EVENTS} more (result.events in Python has all)")
    click.echo("")
