"""A start near guessed values: they select the branch, and are met as closely as joints and initial values allow.

    1. the mechanism is opened towards the guess: rows, initial values and guesses g, all alike by least squares
    2. from there it is closed without them; of several closed positions the one with the least misfit is taken
    3. Σ w² (g − guess)² is made least among the closed positions on that branch
    4. with g held there, the joints move as little as possible from the drawing, as in every assembly

A guess that can be met is therefore met, and the rest follows the rule of `assemble`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.assembly.closing import Closing
from snodo.analyses.assembly.joint_displacements import JointMoves
from snodo.analyses.assembly.nearest import MOST_CURVED, Search, can_search, nearest_to_drawing, walked
from snodo.analyses.assembly.targets import Wanted, guessed_values
from snodo.errors import MechanismError, Problem
from snodo.math.units import quantity

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray
FAR = 100.0
"""How much more than the rows the guesses count in the second opening of the mechanism."""
OPENING = 8
"""Steps towards a guess: it need not be reached."""
FLAT = 1e-7
"""Curvature, relative to the largest, below which a direction does not matter."""
MET = 1e-9
"""Misfit, in radians and sizes of the mechanism, below which a guess is met."""


def guess_values(mechanism: Mechanism, guess: Mapping[str, Any] | None, exact: Mapping[str, float]) -> dict[str, float]:
    """The guesses of the mechanism, and those given with the call, in SI units; exact: the initial values."""
    given = {name: quantity(value, mechanism.coordinate(name)[2]) for name, value in (guess or {}).items()}
    values = {**mechanism.guess_values(), **given}
    problems = []
    for name in values:
        line = mechanism.guess_lines.get(name, "")
        if mechanism.coordinate(name)[2].endswith("speed"):
            what, remedy = f"initial_guess {name}: speeds cannot be guessed", "give it as an initial value"
            problems.append(Problem(what, remedy, line))
        elif name in exact:
            what = f"{name} is given as an initial value, {exact[name]:g}, and as a guess, {values[name]:g}"
            problems.append(Problem(what, "omit one of them: an initial value holds exactly", line))
    if problems:
        raise MechanismError(problems)
    return values


@dataclass
class Found:
    """A closed position, how it was found, and whether it is settled by the rule."""

    q: Array
    iterations: int
    tries: int
    nearest: bool


def closed_near(closing: Closing, moves: JointMoves, guess: Mapping[str, float], tries: int) -> Found:
    """The closed position near guessed values; raises AssemblyError if it does not close."""
    guessed = guessed_values(closing.F, guess)
    soft = Closing(closing.F, [*closing.wanted, *guessed], closing.t, moves)
    misfits = Misfits(closing.F, guessed)
    q, iterations, used = _on_the_branch(closing, soft, misfits, tries)
    if not can_search(closing):
        return Found(q, iterations, used, False)
    near = True
    if not misfits.met(q):
        q, near = walked(Search(closing, misfits), q)  # type: ignore[arg-type]
        if not near and not misfits.met(q):
            q, near = walked(_Curved(closing, misfits), q)  # type: ignore[arg-type]
    held = Closing(closing.F, [*closing.wanted, *misfits.held(q)], closing.t, moves)
    found = _settled(held, moves, q, iterations, used)
    found.nearest = found.nearest and (near or misfits.met(found.q))
    return found


def _settled(held: Closing, moves: JointMoves, q: Array, iterations: int, used: int) -> Found:
    """With the guesses held, the joints nearest to the drawing; or as they are, if holding them does not close."""
    closed, more = held.newton(q)
    if not held.closed(closed) or held.F.turned_around(closed):
        return Found(q, iterations, used, False)
    settled, nearest = nearest_to_drawing(held, moves, closed)
    return Found(settled, iterations + more, used, nearest)


def _on_the_branch(closing: Closing, soft: Closing, misfits: Misfits, tries: int) -> tuple[Array, int, int]:
    """The closed position with the least misfit, of those reached from openings towards the guess."""
    total, found = 0, []
    for start in _openings(closing.F, soft):
        q, iterations = closing.newton(start)
        total += iterations
        if closing.closed(q) and not closing.F.turned_around(q):
            found.append(q)
            if misfits.met(q):
                break
    if found:
        return min(found, key=lambda q: float(np.linalg.norm(misfits.changes(q)))), total, 1
    closing.begin = soft.newton(closing.F.reference()[0], OPENING)[0]
    return closing.close(tries)


def _openings(F: Formulation, soft: Closing) -> Any:
    """Positions that are not closed: all rows and guesses alike; the guesses first, then all alike; as drawn."""
    drawn = F.reference()[0]
    yield soft.newton(drawn, OPENING)[0]
    scale = soft.scale
    soft.scale = np.concatenate([FAR * scale[: F.nc], scale[F.nc :]])
    towards = soft.newton(drawn, OPENING)[0]
    soft.scale = scale
    yield towards
    yield soft.newton(towards, OPENING)[0]
    yield drawn


class Misfits:
    """How far guessed values are from their guesses; asked like `JointMoves`."""

    def __init__(self, F: Formulation, guessed: list[Wanted]) -> None:
        self.F, self.guessed = F, guessed
        self.scale = np.array([F.size if w.unit == "m" else 1.0 for w in guessed])

    def changes(self, q: Array) -> Array:
        """Value − guess, lengths over the size of the mechanism; turns that are not counted do not count."""
        away = [w.read(self.F, q)[0] - w.value for w in self.guessed]
        periods = [getattr(w.quantity, "period", 0.0) for w in self.guessed]
        return np.array([x - p * round(x / p) if p else x for x, p in zip(away, periods)]) / self.scale

    def gradients(self, q: Array) -> Array:
        """Their gradients (misfits, nv)."""
        rows = np.array([w.read(self.F, q)[1] for w in self.guessed]).reshape(-1, self.F.nv)
        return np.asarray(rows / self.scale[:, None])

    def met(self, q: Array) -> bool:
        """Whether all guesses are met."""
        return float(np.abs(self.changes(q)).max(initial=0.0)) <= MET

    def held(self, q: Array) -> list[Wanted]:
        """The guessed values to be held: the guess if it is met, otherwise the current value."""
        away = self.changes(q)
        return [
            w if abs(x) <= MET else Wanted(w.name, w.quantity, w.value + float(x * size))
            for w, x, size in zip(self.guessed, away, self.scale)
        ]


class _Curved(Search):
    """Newton's steps with the curvature, for guesses that cannot be met; directions that do not matter stay."""

    def step(self, q: Array, last: float) -> Array:
        """−H⁺ ∇f where f is convex; else downhill."""
        x, X, Z = self.moves.changes(q), self.moves.gradients(q), self.closing.free_directions(q)
        if not Z.shape[1] or Z.shape[1] > MOST_CURVED:
            return super().step(q, last)
        slope = X.T @ x
        H = self.curvature(q, slope, Z)
        sizes, axes = np.linalg.eigh((H + H.T) / 2)
        flat = FLAT * max(float(np.abs(sizes).max()), 1.0)
        along = axes.T @ (Z.T @ slope)
        step: Array = -Z @ (axes @ np.where(np.abs(sizes) > flat, along / np.maximum(np.abs(sizes), flat), 0.0))
        return step
