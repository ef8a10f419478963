"""A mechanism that is moved by hand: its sliders, what follows them, its findings and its free motions."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.assembly.assemble import assemble
from snodo.errors import NameNotFound, Problem, SnodoError, suggestion
from snodo.views.live.closing import Pinned
from snodo.views.live.findings import REDUNDANT, Findings, path_along
from snodo.views.live.movable import driven_joints, movable
from snodo.views.live.scene import poses_of, scene_at
from snodo.views.live.sliders import dependent_columns, followers, sliders_of

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray
SAMPLES = 6
"""Positions of each slider, on either side, that show how much room a mechanism needs,"""
MOST_SAMPLED = 8
"""and of how many sliders."""


class LiveModel:
    """A mechanism with its sliders; not safe for threads: the application has a lock."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self.F = F = movable(mechanism)
        q = assemble(F).q
        driven = driven_joints(mechanism)
        dependent = dependent_columns(F, q, driven)
        self.sliders = sliders_of(F, q, dependent, driven)
        self.followers = followers(F, self.sliders)
        self.pinned = Pinned(F, q, self.sliders, dependent)
        self.findings = Findings(mechanism, F, q)
        self.names = [slider.name for slider in self.sliders]
        self._scene: dict[str, Any] | None = None

    # ---------------------------------------------------------------- moving
    def move(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Move sliders to values by name [rad, m]; the others are held.  Returns the answer for the page."""
        values = self.pinned.values.copy()
        for name, value in wanted.items():
            values[self._index(name)] = _number(name, value)
        stuck = self.pinned.move(values)
        return self.position() | {"stuck": stuck}

    def reset(self) -> dict[str, Any]:
        """Back to the position as assembled."""
        self.pinned.reset()
        return self.position() | {"stuck": ""}

    def position(self) -> dict[str, Any]:
        """Where everything is: poses of the bodies, values of the sliders and of what follows."""
        q = self.pinned.q
        return {
            "poses": _encoded(poses_of(self.F, q, self.bodies)),
            "values": [float(x) for x in self.pinned.values],
            "follow": [float(read(q)) for _, _, read in self.followers],
        }

    def motion(self, number: Any) -> dict[str, Any]:
        """Poses along a free motion, from one side to the other, about the position as assembled."""
        found = self.findings.found
        count = 0 if found is None else len(found.motions)
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < count or found is None:
            raise SnodoError(Problem(f"there is no free motion number {number!r}", f"there are {count}, from 0"))
        one = found.motions[number]
        rows = path_along(self.F, self.pinned.start, one.velocity, one.lasts)
        poses = np.array([poses_of(self.F, q, self.bodies) for q in rows])
        note = "" if one.lasts else "instantaneous only: shown without closing the joints"
        return {"poses": _encoded(poses), "count": len(rows), "note": note}

    def _index(self, name: str) -> int:
        if name not in self.names:
            raise NameNotFound(Problem(f"there is no slider {name!r}", suggestion(name, self.names)))
        return self.names.index(name)

    def values_by_name(self) -> dict[str, float]:
        """Values of the sliders that are not where they began."""
        moved = self.pinned.values != self.pinned.start_values
        return {name: float(x) for name, x, own in zip(self.names, self.pinned.values, moved) if own}

    def take_over(self, values: Mapping[str, float]) -> None:
        """Move to the values of an earlier model, where names persist and as far as it goes."""
        known = {name: value for name, value in values.items() if name in self.names}
        if known:
            self.move(known)

    # ---------------------------------------------------------------- the page
    @property
    def bodies(self) -> list[str]:
        """Bodies in the order of the scene."""
        return [body["name"] for body in self._drawn()["bodies"]][: len(self.F.body_names)]

    def scene(self) -> dict[str, Any]:
        """The scene with `live`: sliders, what follows, findings, motions, and where it is now."""
        return self._drawn() | {"live": self.live()}

    def live(self) -> dict[str, Any]:
        """What the panel of the page shows."""
        q, values = self.pinned.q, self.pinned.values
        return {
            "sliders": [
                {"name": s.name, "joint": s.joint, "unit": s.unit, "low": s.low, "high": s.high, "value": float(x)}
                | {"driven": s.driven}
                for s, x in zip(self.sliders, values)
            ],
            "follow": [{"name": name, "unit": unit, "value": float(read(q))} for name, unit, read in self.followers],
            "findings": self.findings.as_data(),
            "motions": self.findings.motions(),
            "poses": _encoded(poses_of(self.F, q, self.bodies)),
        }

    def _drawn(self) -> dict[str, Any]:
        if self._scene is None:
            redundant = [one["name"] for one in self.findings.redundant()] if self.findings.found else []
            self._scene = scene_at(self.F, self._room(), redundant, REDUNDANT)
        return self._scene

    def _room(self) -> list[Array]:
        """The position as assembled, and others along each of the first sliders."""
        pinned = Pinned(self.F, self.pinned.start, self.sliders, self.pinned.dependent)
        rows = [pinned.q]
        for k, slider in enumerate(self.sliders[:MOST_SAMPLED]):
            for end in (slider.low, slider.high):
                pinned.reset()
                for value in np.linspace(slider.value, end, SAMPLES + 1)[1:]:
                    wanted = pinned.values.copy()
                    wanted[k] = value
                    stuck = pinned.move(wanted)
                    rows.append(pinned.q)
                    if stuck:
                        break
        return rows


def _number(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not np.isfinite(value):
        raise SnodoError(Problem(f"{name}: {value!r} is not a number", "give a number in rad or m"))
    return float(value)


def _encoded(values: Array) -> str:
    """32-bit numbers in base64."""
    return base64.b64encode(np.ascontiguousarray(values, "<f4").tobytes()).decode()
