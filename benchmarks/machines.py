"""Machines against closed forms: impacts, friction, contact, controllers, gears and breaks, in all formulations.

    python -m benchmarks.machines              # a table, about a minute
    python -m benchmarks.machines --markdown   # as in docs/trust/machines.md

Each row has a quantity, the difference from its reference in each formulation that applies, and the difference that is
allowed.  References are closed forms, computed next to the mechanism (`machine_impacts.py`, `machine_friction.py`,
`machine_control.py`); of E17 and the spin-down of E11 they are numbers of an independent code.  E19 is about time:
see `benchmarks.stepping` and `benchmarks.events`.
"""

from __future__ import annotations

import sys

from benchmarks.machine_parts import ALL, Compared, Problem

from benchmarks import machine_control as control
from benchmarks import machine_friction as friction
from benchmarks import machine_impacts as impacts

PROBLEMS = [
    Problem("E1", "bouncing ball", impacts.bouncing_ball),
    Problem("E2", "bar pendulum against a stop", impacts.bar_against_a_stop),
    Problem("E2", "weight on a rod against a wall", impacts.weight_on_a_rod),
    Problem("E3", "bar struck at its end", impacts.struck_bar),
    Problem("E3", "bar struck at two thirds", impacts.struck_bar, numbers={"share": 2 / 3}),
    Problem("E3", "bar strikes a block", impacts.bar_and_block),
    Problem("E4", "Newton's cradle, e = 1", impacts.cradle, numbers={"balls": 3, "e": 1.0}),
    Problem("E4", "Newton's cradle, e = 0.9", impacts.cradle),
    Problem("E4", "impacts together, e = 1", impacts.together),
    Problem("E4", "impacts together, e = ½", impacts.together, numbers={"e": 0.5}),
    Problem("E5", "block under a growing force", friction.growing_force),
    Problem("E6", "thrown up an incline, µ = 0.2", friction.incline),
    Problem("E6", "thrown up an incline, µ = 0.5", friction.incline, numbers={"mu": 0.5}),
    Problem("E6", "smooth friction", friction.smooth_creep),
    Problem("E7", "stick-slip on a belt", friction.stick_slip),
    Problem("E8", "sphere slides into rolling", friction.sphere_rolls),
    Problem("E8", "with back spin", friction.sphere_rolls, numbers={"spin": 3.0}),
    Problem("E9", "clutch", friction.clutch),
    Problem("E9", "shafts welded by an event", friction.welded_shafts),
    Problem("E10", "unbalanced rotor, µN", friction.unbalanced_rotor),
    Problem("E10", "balanced flywheel", friction.flywheel_stops),
    Problem("E11", "friction circles", friction.friction_circles),
    Problem("E11", "drawer beside its middle", friction.drawer),
    Problem("E11", "drawer that jams", friction.drawer, numbers={"arm": 0.667}),
    Problem("E11", "slider-crank spins down", friction.spin_down),
    Problem("E12", "Painlevé's rod", impacts.painleves_rod),
    Problem("E13", "Hunt–Crossley, n = 1", impacts.hunt_crossley, numbers={"exponent": 1.0}),
    Problem("E13", "Hunt–Crossley, n = 3/2", impacts.hunt_crossley),
    Problem("E13", "Hunt–Crossley, n = 2", impacts.hunt_crossley, numbers={"exponent": 2.0}),
    Problem("E14", "bristles below break-away", friction.bristles),
    Problem("E14", "slope test", friction.slope_test, numbers={"shaken": 0.0}),
    Problem("E14", "slope test, shaken", friction.slope_test),
    Problem("E15", "PI motor", control.pi_motor),
    Problem("E16", "spur gear", control.spur_gear),
    Problem("E16", "helical gear, in space", control.helical_gear, ("tree", "spatial")),
    Problem("E16", "gear that runs up", control.same_motion),
    Problem("E16", "motor inertia behind a ratio", control.motor_inertia),
    Problem("E16", "capstan, half a turn", control.capstan),
    *(
        Problem("E17", "rod strikes with friction", impacts.rod_strikes, numbers={"by": by, "mu": mu})
        for by, mu in impacts.ROUTH
    ),
    Problem("E18", "pulses in a long run", control.pulses),
    Problem("E18", "three roots in one step", control.roots_in_a_step),
    Problem("E20", "stuck block, shaken, tolerance 1e-6", friction.shaken_block, numbers={"tolerance": 1e-6}),
    Problem("E20", "stuck block, shaken, tolerance 1e-10", friction.shaken_block),
]


def solved(problem: Problem) -> list[tuple[str, dict[str, Compared]]]:
    """Each quantity of a problem, in all formulations that apply."""
    found = {name: problem.solve(name, **problem.numbers) for name in problem.formulations}
    first = found[problem.formulations[0]]
    return [(one.quantity, {name: found[name][k] for name in found}) for k, one in enumerate(first)]


def shown(reference: object) -> str:
    """A reference in few characters: one number, or the first of several."""
    import numpy as np

    numbers = np.ravel(np.asarray(reference, dtype=float))
    return f"{numbers[0]:.12g}" + (" …" if numbers.size > 1 else "")


def main() -> None:
    markdown = "--markdown" in sys.argv
    heads = ("", "problem", "quantity", "reference", "allowed", *ALL)
    if markdown:
        print("| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|")
    failed = 0
    for problem in PROBLEMS:
        for quantity, found in solved(problem):
            one = next(iter(found.values()))
            errors = [f"{found[name].error:.0e}" if name in found else "–" for name in ALL]
            failed += sum(x.error > x.allowed for x in found.values())
            cells = [problem.number, problem.title, quantity, shown(one.reference), f"{one.allowed:.0e}", *errors]
            if markdown:
                print("| " + " | ".join(cells) + " |")
            else:
                print("{:4} {:38} {:46} {:18} {:>7} {:>7} {:>7} {:>7}".format(*cells))
    print(f"\n{failed} outside what is allowed" if not markdown else "")


if __name__ == "__main__":
    main()
