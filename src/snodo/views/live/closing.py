"""Closed positions with some coordinates given: Newton from the last position, the given columns of Φ_v left out.

    Φ(q ⊕ (d_I, d_D)) = 0,     d_D ← d_D − (Φ_v)_D⁺ Φ                                            (1)

The independent coordinates I are set, only the dependent ones D give way.  A far move goes in steps of at most
0.15 rad, or of that share of the size; a step that does not close, or that throws a dependent coordinate far away, is
halved until it is negligible; then one step straight on is tried, across a position where branches meet.  So the
mechanism stays on its branch and stops at the last closed position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.analyses.assembly.assemble import turns
from snodo.views.live.sliders import Slider, moved, pure_jacobian, set_sliders

if TYPE_CHECKING:
    from snodo.formulations.tree.tree import Tree

Array = np.ndarray
CLOSED = 1e-10
"""Largest gap, over its natural size, of a closed position."""
STEP, LEAST_STEP = 0.15, 1e-4
"""Largest step of a slider [rad, or of the size], and the smallest that is tried."""
THROWN = 0.8
"""Largest movement of a dependent coordinate in one step [rad, or of the size]: beyond, it is another branch."""
JUMPS = 0.01, 0.03, 0.1
"""Steps that are tried across a position where no smaller one closes."""
ITERATIONS = 12
IN_LINE = 0.1
"""Sine of the angle between links up to which a joint is said to be stretched out."""


class Pinned:
    """The positions of a tree whose sliders have given values."""

    def __init__(self, F: Tree, q: Array, sliders: list[Slider], dependent: Array) -> None:
        self.F, self.sliders, self.dependent = F, sliders, dependent
        self.start, self.q = q.copy(), q.copy()
        self.start_values = np.array([slider.value for slider in sliders], float)
        self.values = self.start_values.copy()
        self.scale = np.array([F.size if slider.unit == "m" else 1.0 for slider in sliders])

        self.last = np.zeros(len(sliders)), np.zeros(F.nv)
        """The last step: of the sliders, and of the dependent coordinates, over their natural sizes."""

    def reset(self) -> None:
        """Go back to the beginning."""
        self.q, self.values = self.start.copy(), self.start_values.copy()

    def move(self, wanted: Array) -> str:
        """Move the sliders as far as the loops stay closed; returns why they stopped before, or nothing."""
        size = STEP
        while True:
            left = (wanted - self.values) / self.scale
            far = float(np.abs(left).max(initial=0.0))
            if far == 0.0:
                return ""
            share = min(1.0, size / far)
            if self._step(wanted if share == 1.0 else self.values + share * left * self.scale):
                size = min(STEP, 2 * size)
                continue
            size = share * far / 2
            if size < LEAST_STEP:
                if not self._jump(left):
                    return self._reason()
                size = STEP

    def _step(self, values: Array, guess: Array | None = None) -> bool:
        """Go to these values, from a guess of how far the dependent coordinates go; or stay if it does not close."""
        q = set_sliders(self.F, self.q, self.sliders, self.values, values, self.start)
        found = self._closed(q, np.zeros(self.F.nv) if guess is None else guess)
        if found is None:
            return False
        self.last = (values - self.values) / self.scale, found[1]
        self.q, self.values = self.F.count_turns(found[0]) if self.F.flat.counters else found[0], values.copy()
        return True

    def _jump(self, left: Array) -> bool:
        """Across a position where branches meet, straight on: the dependent coordinates go on as they went."""
        went, gone = self.last
        length, far = float(np.linalg.norm(went)), float(np.linalg.norm(left))
        if length == 0.0 or went @ left < 0.99 * length * far:
            return False
        sizes = [min(size, far) for size in JUMPS]
        return any(self._step(self.values + s / far * left * self.scale, s / length * gone) for s in sizes)

    def _closed(self, q: Array, gone: Array) -> tuple[Array, Array] | None:
        """(1) from q ⊕ gone, and how far the dependent coordinates went; None if it does not close nearby."""
        F, D = self.F, self.dependent
        q = moved(F, q, gone * F.velocity_scale)
        for _ in range(ITERATIONS):
            gap = F.constraints(q, 0.0) / F.row_scale
            if np.abs(gap).max(initial=0.0) < CLOSED:
                return q, gone
            step = np.zeros(F.nv)
            step[D] = -np.linalg.lstsq(pure_jacobian(F, q)[:, D], gap, rcond=1e-10)[0]
            gone = gone + step
            if not np.isfinite(gone).all() or np.abs(gone).max() > THROWN:
                return None
            q = moved(F, q, step * F.velocity_scale)
        return None

    def _reason(self) -> str:
        """What prevents further movement: a joint that is stretched out, or the coordinate that cannot follow."""
        sines = {name: abs(x) for name, x in turns(self.F, self.q).items()}
        if sines:
            joint = min(sines, key=lambda name: sines[name])
            if sines[joint] < IN_LINE:
                return f"stuck: joint {joint} is stretched out"
        J = pure_jacobian(self.F, self.q)[:, self.dependent]
        least = np.linalg.svd(J)[2][min(J.shape) - 1]
        column = int(np.flatnonzero(self.dependent)[int(np.abs(least).argmax())])
        return f"stuck: joint {self.F.velocity_names[column].rpartition('.')[0]} cannot follow any further"
