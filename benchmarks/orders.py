"""Orders of every integrator for positions, velocities and multipliers, measured with steps of equal length.

    python -m benchmarks.orders [--formulation planar]

A free slider-crank over 0.3 s against DOP853 at a tolerance of 1e-13.  Adaptive integrators get a tolerance so loose
that every step is as long as it may be.  The order is the slope of the error between the longest and the shortest step
that lie above the floor of rounding (relative 1e-11, Radau 1e-10), in logarithms.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from benchmarks.mechanisms import slider_crank

import snodo as sn

Array = np.ndarray
DURATION = 0.3
QUANTITIES = ("q", "v", "multipliers")


@dataclass(frozen=True)
class Family:
    """An integrator by its step [s], and the steps that are compared."""

    name: str
    make: Callable[[float], Any]
    steps: Sequence[float]
    floor: float = 1e-11
    """Relative error below which rounding is seen, and runs do not count."""


def loose(cls: Any, **more: Any) -> Callable[[float], Any]:
    """An adaptive integrator whose steps are all as long as they may be."""
    return lambda h: cls(rtol=0.5, atol=0.5, first_step=h, max_step=h, **more)


def families() -> list[Family]:
    """Explicit ones with the projection, implicit ones at every index."""
    h = DURATION / 2.0 ** np.arange(4, 9)
    found = [
        Family("bogacki_shampine", loose(sn.BogackiShampine), h[1:]),
        Family("rk4", lambda h: sn.RK4(step=h), h[1:]),
        Family("dormand_prince", loose(sn.DormandPrince), h[:4]),
        Family("dop853", loose(sn.DOP853), h[:3]),
    ]
    equal = DURATION / np.array([64, 80, 96, 112, 128])  # longer steps are rejected
    for index in (3, 2, 1, "stabilised"):  # iterations end at 30 ε/h of the velocities
        found.append(Family(f"radau, index {index}", loose(sn.Radau, newton=1e-15, index=index), equal, 1e-10))
    for index in (3, "stabilised"):
        make = lambda h, index=index: sn.GeneralizedAlpha(step=h, index=index)  # noqa: E731
        found.append(Family(f"generalized_alpha, index {index}", make, DURATION / 2.0 ** np.arange(8, 12)))
    hht = lambda h: sn.GeneralizedAlpha(step=h, hht=True)  # noqa: E731
    found.append(Family("generalized_alpha, HHT", hht, DURATION / 2.0 ** np.arange(8, 12)))
    return found


def run(formulation: str, integrator: Any) -> sn.Result:
    """The motion at its middle and end."""
    choices = {"formulation": formulation, "output": [0.0, DURATION / 2, DURATION], "error_bars": False}
    return sn.simulate(slider_crank(), integrator=integrator, progress=False, **choices)


def errors(found: sn.Result, wanted: sn.Result) -> Array:
    """Of q, v and λ, relative to the size of each."""
    pairs = [(getattr(found, x), getattr(wanted, x)) for x in QUANTITIES]
    return np.array([np.abs(a - b).max() / np.abs(b).max() for a, b in pairs])


def order(steps: Array, errors: Array, floor: float) -> float:
    """Slope of the error over the step in logarithms, of runs above the floor; nan if there are fewer than two."""
    above = errors > floor
    if above.sum() < 2:
        return float("nan")
    return float(np.polyfit(np.log(steps[above]), np.log(errors[above]), 1)[0])


def measured(family: Family, formulation: str, wanted: sn.Result) -> tuple[list[float], Array]:
    """Orders of q, v and λ, and the errors with the shortest step."""
    steps = np.asarray(family.steps)
    found = np.array([errors(run(formulation, family.make(float(h))), wanted) for h in steps])
    return [order(steps, column, family.floor) for column in found.T], found[-1]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--formulation", nargs="*", default=("planar", "tree"), help="planar, tree or spatial")
    chosen = parser.parse_args(arguments)
    print(f"{'':<9} {'':<34} {'order q':>8} {'v':>6} {'λ':>6}   errors of q, v, λ with the shortest step")
    for formulation in chosen.formulation:
        wanted = run(formulation, sn.DOP853(rtol=1e-13))
        for family in families():
            orders, last = measured(family, formulation, wanted)
            words = " ".join(f"{x:6.1f}" for x in orders)
            print(f"{formulation:<9} {family.name:<34}   {words}   " + " ".join(f"{x:.0e}" for x in last), flush=True)


if __name__ == "__main__":
    main()
