"""Compliant contacts outside the range that their numbers were given for: too deep, or struck too fast."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from snodo.mechanism.contacts import SpheresContact
from snodo.results.contact_forces import touching

DEEP = 0.1
"""Depth, in radii of the sphere, from which on it counts: the force law is one of small depths."""
FAST = 3.0
"""Speed of an impact, in terms of `at_speed`, from which on restitution and depth are not those that were given."""


def pressed_in(result: Any) -> Iterator[str]:
    """What is beyond its range, in words."""
    for place in touching(result):
        if not place.contact.rigid:
            yield from _deep(place)
            yield from _fast(result, place)


def _deep(place: Any) -> Iterator[str]:
    radii = [
        r for r in (place.contact.radii if isinstance(place.contact, SpheresContact) else (place.contact.radius,)) if r
    ]
    depth = -np.nan_to_num(place.gap)
    if radii and depth.max(initial=0.0) > DEEP * min(radii):
        worst = int(depth.argmax())
        share = 100 * depth[worst] / min(radii)
        what = f"contact {place.name!r} is pressed in by {1e3 * depth[worst]:.3g} mm, {share:.0f} % of its radius"
        yield f"{what}, at t = {place.result.time[worst]:.4g} s: give a larger stiffness, or a smaller depth"


def _fast(result: Any, place: Any) -> Iterator[str]:
    meant = place.contact.at_speed
    speeds = [-row.before for row in result.events.named(place.name, "touches")]
    if meant and max(speeds, default=0.0) > FAST * meant:
        what = f"contact {place.name!r} is struck at up to {max(speeds):.3g} m/s, and its numbers are meant at"
        yield f"{what} {meant:g} m/s: give them at the speed of the impact"
