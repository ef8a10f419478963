"""The doctor's findings for the page: freedoms, redundant joints with a colour, the report, and free motions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.doctor.diagnosis import Diagnosis, doctor
from snodo.errors import SnodoError
from snodo.math.labelled_rows import null_space
from snodo.views.live.closing import CLOSED
from snodo.views.live.sliders import moved, pure_jacobian, rank_of

if TYPE_CHECKING:
    from snodo.formulations.tree.tree import Tree
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray
REDUNDANT = "#D55E00"
"""Colour of joints whose reactions are not determined because rows are redundant."""
MOST_EXAMINED = 200
"""Bodies up to which the doctor is quick enough to be asked whenever the file is saved."""
MOST_MOTIONS = 24
REACH, STEPS = 0.3, 15
"""How far a free motion goes to either side [rad, or of the size], and in how many steps."""


class Findings:
    """What the doctor says of a mechanism as described, and of its motions without drivers."""

    def __init__(self, mechanism: Mechanism, F: Tree, q: Array) -> None:
        self.F, self.q = F, q
        self.remark = ""
        self.found = self._diagnosed(F)
        self.whole = self._driven(mechanism) if mechanism.drivers and self.found else self.found

    def _diagnosed(self, mechanism: Any) -> Diagnosis | None:
        if len(self.F.body_names) > MOST_EXAMINED:
            self.remark = f"More than {MOST_EXAMINED} bodies: `snodo check FILE` examines them, which takes longer."
            return None
        try:
            return doctor(mechanism, "tree")
        except SnodoError as error:  # too many rows, or rows that the doctor cannot examine
            self.remark = "; ".join(problem.what for problem in error.problems)
            return None

    def _driven(self, mechanism: Mechanism) -> Diagnosis | None:
        """With the drivers, which count as constraints."""
        m = mechanism.copy()
        m.run.cut = ()
        return self._diagnosed(m)

    def as_data(self) -> dict[str, Any]:
        """For the page: a headline, the report, and the parts to be coloured."""
        if self.found is None:
            count = self.F.nv - rank_of(pure_jacobian(self.F, self.q))
            words = f"{count} coordinate{' is' if count == 1 else 's are'} free in position"
            return {"headline": words, "report": self.remark, "redundant": [], "color": REDUNDANT}
        return {
            "headline": self._headline(),
            "report": str(self.whole or self.found),
            "redundant": self.redundant(),
            "singular": bool(self.found.singular),
            "color": REDUNDANT,
        }

    def _headline(self) -> str:
        assert self.found is not None
        count, m = self.found.degrees_of_freedom, self.F.mechanism
        words = [f"{count} degree{'' if count == 1 else 's'} of freedom"]
        if self.whole is not None and self.whole is not self.found:
            left = self.whole.degrees_of_freedom
            words.append("all driven" if left == 0 else f"{left} without a driver")
        if self.found.velocity_rows:  # sliders move positions, which rolling and skates do not hold
            words.append(f"{self.found.free_positions} coordinates free in position")
        extra = self.found.rows - self.found.rank
        if extra:
            words.append(f"{extra} redundant row{'' if extra == 1 else 's'}")
        elastic = [name for name, joint in m.joints.items() if joint.elastic]
        return ", ".join(words + (["elastic joints held rigid"] if elastic else []))

    def redundant(self) -> list[dict[str, str]]:
        """Joints and constraints that share a redundancy, each with a sentence."""
        assert self.found is not None
        words: dict[str, str] = {}
        for one in self.found.redundant:
            for row in (one.row, *one.causes):
                words.setdefault(row.rpartition(".")[0] or row, one.words)
        for name, known in self.found.reactions_known.items():
            if known.undetermined:
                words[name] = str(known)
        order = {part.name: k for k, part in enumerate(self.F.mechanism.parts())}
        return [{"name": name, "words": words[name]} for name in sorted(words, key=lambda name: order.get(name, -1))]

    def motions(self) -> list[dict[str, Any]]:
        """Free motions, in words."""
        found = [] if self.found is None else self.found.motions[:MOST_MOTIONS]
        return [{"words": one.words, "lasts": one.lasts} for one in found]


# ---------------------------------------------------------------- free motions
def path_along(F: Tree, q: Array, velocity: Array, lasts: bool) -> list[Array]:
    """Positions from one side to the other along a free motion, closed if it lasts; the middle one is q."""
    x = velocity / F.velocity_scale
    x = x / np.abs(x).max()
    sides = [_one_side(F, q, sign * x, lasts) for sign in (-1.0, 1.0)]
    return [*reversed(sides[0]), q, *sides[1]]


def _one_side(F: Tree, q: Array, x: Array, lasts: bool) -> list[Array]:
    """Steps along the motion, each closed again and continued in the direction nearest to the last one."""
    found = []
    for _ in range(STEPS):
        q = moved(F, q, x * (REACH / STEPS) * F.velocity_scale)
        if lasts:
            closed = _closed(F, q)
            if closed is None:
                break
            q = closed
            x = _continued(pure_jacobian(F, q), x)
        found.append(q)
    return found


def _closed(F: Tree, q: Array) -> Array | None:
    """Newton, all coordinates giving way as little as possible."""
    for _ in range(8):
        gap = F.constraints(q, 0.0) / F.row_scale
        if np.abs(gap).max(initial=0.0) < CLOSED:
            return q
        step = -np.linalg.lstsq(pure_jacobian(F, q), gap, rcond=1e-9)[0]
        if not np.isfinite(step).all() or np.abs(step).max() > REACH:
            return None
        q = moved(F, q, step * F.velocity_scale)
    return None


def _continued(J: Array, x: Array) -> Array:
    """The part of x that keeps the rows, as long as x was."""
    N = null_space(J)
    if not N.shape[1]:
        return x
    basis = np.linalg.qr(N)[0]
    along: Array = basis @ (basis.T @ x)
    size = np.abs(along).max(initial=0.0)
    return along / size if size > 0 else x
