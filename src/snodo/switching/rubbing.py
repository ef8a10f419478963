"""Friction of rigid contacts: where it aims, which of it slips, and what is told where no motion follows from it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from snodo.errors import Problem
from snodo.switching.places import Dry, Rub, Stop

Array = np.ndarray
PAINLEVE = "lower mu, or make the contact compliant: give stiffness: … or depth: … with at_speed: …"


def aim_at(rub: Dry, speeds: Array, still: float) -> None:
    """Look where a slip in space goes; one that has ended keeps its direction."""
    if isinstance(rub, Rub) and len(rub.at) == 2:
        speed = rub.speed(speeds)
        way = speeds[rub.at] / speed if speed > still else rub.aim
        rub.aim = (float(way[0]), float(way[1]), still)


def slipping_together(rub: Rub, frictions: Sequence[Dry], forces: Array) -> dict[str, float]:
    """The friction that slips with one that has reached its limit, with directions; `forces`: the multipliers."""
    group = [x for x in frictions if isinstance(x, Rub) and x.group == rub.group and x.on]
    if len(rub.at) == 1:
        way = float(np.sign(sum(forces[x.at[0]] for x in group)))
        return {x.name: way for x in group}
    pull = forces[rub.at] / np.hypot(*forces[rub.at])
    rub.aim = (float(pull[0]), float(pull[1]), rub.aim[2])
    return {rub.name: 1.0}


def release(frictions: Sequence[Dry]) -> None:
    """Contacts that do not carry have no friction."""
    for rub in frictions:
        if isinstance(rub, Rub):
            rub.engaged = rub.stop is not None and rub.stop.on
            if not rub.engaged:
                rub.on, rub.direction = False, 0.0


def jams(stop: Stop) -> Problem:
    """What is told about a contact that allows no motion, or several."""
    what = f"{stop.part.title} allows no unique motion (Painlevé): its friction pulls it into the surface"
    return Problem(f"{what} by as much as its force pushes it out", PAINLEVE, stop.part.where)


def not_unique(frictions: Sequence[Dry], kept: Array) -> Problem | None:
    """What is told about several contacts in space whose friction is not determined by the motion."""
    for rub in frictions:
        if isinstance(rub, Rub) and rub.stop is not None and len(rub.at) == 2:
            rows = [*(rub.at if rub.on else []), *(rub.stop.at if rub.stop.on and rub.engaged else [])]
            if not kept[rows].all():
                what = f"{rub.stop.name!r} and other rigid contacts come to rest together, and how they share friction"
                remedy = "make them compliant: give stiffness: … or depth: … with at_speed: …; or end the run before"
                return Problem(f"{what} is not determined, nor when they slip again", remedy, rub.part.where)
    return None
