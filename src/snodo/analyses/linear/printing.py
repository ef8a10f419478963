"""Linear models, equilibria and modes as tables of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.math.labelled import Labelled, aligned, lines, written

if TYPE_CHECKING:
    from snodo.analyses.linear.equilibrium import Equilibrium
    from snodo.analyses.linear.linearize import Linearization
    from snodo.analyses.linear.modes import Mode, Modes
    from snodo.analyses.linear.root_locus import RootLocus

Array = np.ndarray
SHOWN = 12
"""States up to which matrices are printed."""
STILL = 1e-6
"""Acceleration, relative to those of gravity and of the motion, that is none."""
NOTHING = 1e-14
"""Coordinate or velocity that is printed as zero."""
DUST = 1e-10
"""Real part of an eigenvalue, relative to it, that is printed as zero."""


def linear_model(x: Linearization) -> str:
    """Where it is, its matrices if they are small, and its eigenvalues."""
    F = x.formulation
    p, u = len(x.coordinates.p), len(x.coordinates.u)
    title = f"linear model of {F.mechanism.name!r} ({F.name}) at t = {x.time:g} s: {p} positions, {u} velocities"
    told = [title, *_remarks(x), f"{x.stability}; eigenvalues [1/s]", *eigenvalue_lines(x.eigenvalues)]
    for word in ("A", "B", "C", "D"):
        matrix: Labelled = getattr(x, word)
        if matrix.array.size and len(x.states) <= SHOWN:
            told += [word, *lines(matrix)]
    return "\n".join(told)


def _remarks(x: Linearization) -> list[str]:
    """What to know of a state that is no equilibrium."""
    F, c = x.formulation, x.coordinates
    fastest = float(np.abs(x.v / F.velocity_scale).max(initial=0.0))
    usual = float(np.linalg.norm(F.mechanism.gravity)) / F.size + fastest**2
    told = []
    if np.abs(x.acceleration.array / F.velocity_scale[c.u]).max(initial=0.0) > STILL * max(usual, 1e-300):
        told.append("the state is no equilibrium: x is the deviation from the motion that passes through it")
    if not x.constant:
        told.append("A changes along the motion: the eigenvalues describe an instant")
    return told


def eigenvalue_lines(values: Array) -> list[str]:
    """One line for each eigenvalue or pair of them: value, frequency and damping ratio; zeros are counted."""
    cells = []
    for value in values:
        if value == 0.0 or value.imag < 0.0:
            continue
        if value.imag > 0.0:
            real = value.real if abs(value.real) > DUST * abs(value) else 0.0
            frequency, ratio = abs(value) / (2 * np.pi), 0.0 - real / abs(value)
            cells.append(
                [f"{written(real)} ± {written(value.imag)} i", f"{written(frequency)} Hz", f"damping {written(ratio)}"]
            )
        else:
            cells.append(
                [written(value.real), f"{written(1 / abs(value.real))} s", "grows" if value.real > 0 else "decays"]
            )
    zeros = int((values == 0.0).sum())
    found = [f"  {line.strip()}" for line in aligned([], [""] * len(cells), cells)]
    return [*found, *([f"  0 ({zeros} times: nothing resists)"] if zeros else [])]


def equilibrium_in_words(x: Equilibrium) -> str:
    """Its coordinates and speeds by name, and whether it is stable."""
    F, moving = x.result.formulation, bool(np.any(x.v))
    word = f"steady turn at {written(x.turn)} rad/s" if x.turn else "steady motion" if moving else "equilibrium"
    names = [*F.coordinate_names, *(F.velocity_names if moving else [])]
    units = [*F.coordinate_units, *(f"{unit}/s" for unit in F.velocity_units)]
    values = np.array([*x.q, *(x.v if moving else [])])
    values[np.abs(values) < NOTHING * max(1.0, float(np.abs(values).max(initial=0.0)))] = 0.0
    cells = [[written(float(value)), unit if unit != "1" else ""] for value, unit in zip(values, units)][:SHOWN]
    rows = [f"  {line}" for line in aligned([], names[:SHOWN], cells)]
    more = [f"  … and {len(names) - SHOWN} more"] if len(names) > SHOWN else []
    told = [f"{word} of {F.mechanism.name!r}: {x.stability}", *rows, *more, "eigenvalues [1/s]"]
    return "\n".join([*told, *eigenvalue_lines(x.eigenvalues)])


def _of_shape(x: complex) -> str:
    """A component of a shape: a number, or size and phase."""
    if abs(x.imag) <= 1e-6 * abs(x):
        return written(x.real)
    return f"{written(abs(x))} ∠ {written(round(float(np.degrees(np.angle(x)))))}°"


def mode_in_words(mode: Mode) -> str:
    """Its frequency and damping, and the coordinates that move most."""
    moving = ", ".join(f"{name} {_of_shape(x)}" for name, x in list(mode.moving.items())[:6])
    return f"{_of_time(mode)}: {moving}"


def _of_time(mode: Mode) -> str:
    if mode.frequency:
        return f"{written(mode.frequency)} Hz, damping {written(mode.damping)}"
    if mode.eigenvalue == 0.0:
        return "nothing resists"
    word = "grows" if mode.eigenvalue.real > 0.0 else "decays"
    return f"{word} with {written(1 / abs(mode.eigenvalue.real))} s"


def modes_in_words(x: Modes) -> str:
    """A line for each mode."""
    F = x.formulation
    title = f"{len(x)} modes of {F.mechanism.name!r} ({F.name}), {x.linearization.stability}"
    more = [f"  … and {len(x) - 3 * SHOWN} more"] if len(x) > 3 * SHOWN else []
    return "\n".join([title, *(f"  {k}  {mode}" for k, mode in enumerate(x[: 3 * SHOWN])), *more])


def root_locus_in_words(x: RootLocus) -> str:
    """The range of the parameter, and where stability changes."""
    title = f"root locus: {len(x.values)} values from {written(x.values[0])} to {written(x.values[-1])}"
    told = [
        f"  at {c.value:.9g} {c.word}: eigenvalue {written(c.eigenvalue.real)}"
        + (f" ± {written(abs(c.eigenvalue.imag))} i" if c.eigenvalue.imag else "")
        for c in x.critical
    ]
    return "\n".join([title, *(told or ["  stability does not change"])])
