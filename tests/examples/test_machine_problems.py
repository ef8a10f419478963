"""The problems of `benchmarks.machines` (E1–E20): the numbers of the design, and others from the closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest
from benchmarks.machine_parts import ALL, Compared
from benchmarks.machines import PROBLEMS
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import snodo as sn
from benchmarks import machine_control as control
from benchmarks import machine_friction as friction
from benchmarks import machine_impacts as impacts

CASES = [pytest.param(p, name, id=f"{p.number} {p.title}-{name}") for p in PROBLEMS for name in p.formulations]
few = settings(max_examples=3, deadline=None, phases=(Phase.explicit, Phase.generate))
formulations = st.sampled_from(ALL)


def check(found: list[Compared]) -> None:
    """Every quantity is as near to its reference as the design asks for."""
    for one in found:
        assert one.error <= one.allowed, f"{one.quantity}: {one.found} instead of {one.reference}"


# ---------------------------------------------------------------- the closed forms have the digits of the design
DIGITS = {
    "bouncing ball": [[0.451523640985731, 0.903047281971462, 1.12880910246433, 1.24169001271076], 1.35457092295719],
    "bar pendulum against a stop": [
        [0.483333713593311, 1.34343401371660, 2.17618117095295, 2.99999442393818, 3.82069533792828],
        [5.42494239600754, 3.25496543760452, 1.95297926256271, 1.17178755753763],
    ],
    "weight on a rod against a wall": [[0.41857927447728, 1.1978077612615, 1.9482634269933, 2.682642843026]],
    "bar strikes a block": [1.2, 1.92, 0.6912],
    "Newton's cradle, e = 0.9": [[0.04352508203125, 0.04537296484375, 0.047296640625, 0.0492990625, 0.81450625]],
    "block under a growing force": [1.1772, [0.564166533333333, 1.6534166]],
    "thrown up an incline, µ = 0.2": [0.577045751522524, 1.64722328832206, 1.61761688602127],
    "thrown up an incline, µ = 0.5": [0.376675740391541, 0.565013610587311],
    "smooth friction": [0.0121712616627127],
    "stick-slip on a belt": [[0.3924, 0.3924 + 0.433536962770419, 0.3924 + 0.727836962770419]],
    "sphere slides into rolling": [0.436871996505024, 2.14285714285714, 2 / 7 * 9.0],
    "with back spin": [0.873743993010048, 1.28571428571429],
    "clutch": [1.66666666666667, 1300.0, 100.0, 5.9, [413.875, 317.8]],
    "shafts welded by an event": [105.384615384615, 5.69230769230769],
    "unbalanced rotor, µN": [[12.4831021742233, 23.085784748271]],
    "balanced flywheel": [4.24736663268773],
    "friction circles": [92.4374799286936],
    "drawer beside its middle": [8.5],
    "Painlevé's rod": [[0.883862626373042, 1.27493630396948], 4 / 3],
    "Hunt–Crossley, n = 3/2": [[0.673402164724, 0.5, 0.318099774966]],
    "bristles below break-away": [[1.0, 0.53180208294426]],
    "PI motor": [
        [19.6958268828876, 56.8488798383453, -0.0189300892541614, 105.600698579613],
        [20.3240674475129, 58.1060712224205, -0.116575134268305, 105.949430778625],
    ],
    "spur gear": [[181.985117133101, 500.0]],
    "helical gear, in space": [[188.404856957039, 500.0, -133.974596215561]],
    "capstan, half a turn": [2.56633239520814],
    "impacts together, e = 1": [[-1 / 3, 2 / 3, 2 / 3]],
    "pulses in a long run": [[100.0, 2900.0], 0.177245385090552],
    "stuck block, shaken, tolerance 1e-10": [4.84024345356819],
}


@pytest.mark.parametrize(("problem", "formulation"), CASES)
def test_the_problems_of_the_design(problem, formulation):
    found = problem.solve(formulation, **problem.numbers)
    check(found)
    for stated, one in zip(DIGITS.get(problem.title, []), found, strict=False):
        reference = np.ravel(one.reference)
        assert reference[: np.size(stated)] == pytest.approx(np.ravel(stated), rel=2e-12, abs=1e-14)


def test_the_parameters_of_hunt_and_crossley():
    """d v₀ for seven restitutions, through the whole description of a contact."""
    stated = {0.1: 9.99815939749567, 0.2: 4.91916671579079, 0.3: 3.08708198112962, 0.5: 1.43275053327138}
    stated |= {0.7: 0.634828281266417, 0.8: 0.373146203365054, 0.9: 0.166481950685307}
    for e, x in stated.items():
        m = sn.Mechanism("ball", gravity=(0, 0))
        m.body("ball", mass=1.0, inertia=0.01)
        m.sphere_contact("c", "ball", radius=0.1, normal="y", restitution=e, at_speed=2.0, stiffness=1e5)
        start = {"ball.y": 0.099, "ball.vy": -0.3}
        force = float(sn.simulate(m, 1e-9, initial=start, progress=False)["c.force"].values[0])
        depth = 1e5 * 0.001 ** float(m.contacts["c"].exponent)
        assert (force / depth - 1) / 0.3 == pytest.approx(x / 2.0, rel=1e-11)


# ---------------------------------------------------------------- other numbers
@few
@given(formulations, st.floats(0.2, 2.0), st.floats(0.2, 0.9))
def test_weights_on_rods(formulation, L, e):
    check(impacts.weight_on_a_rod(formulation, L, e))


@few
@given(formulations, st.floats(0.3, 1.0), st.floats(0.3, 2.0), st.floats(0.2, 5.0))
def test_bars_struck_anywhere(formulation, share, L, mass):
    check(impacts.struck_bar(formulation, share, L, mass))


@few
@given(formulations, st.floats(0.1, 3.0), st.floats(0.1, 1.0), st.floats(0.5, 6.0), st.floats(0.3, 1.5))
def test_bars_that_strike_blocks(formulation, M, e, speed, L):
    check(impacts.bar_and_block(formulation, M, e, speed, L))


@few
@given(formulations, st.integers(2, 6), st.floats(0.7, 1.0))
def test_cradles(formulation, balls, e):
    check(impacts.cradle(formulation, balls, e))


@few
@given(formulations, st.floats(1.0, 20.0), st.floats(0.5, 5.0), st.floats(0.21, 0.6), st.floats(0.05, 0.2))
def test_growing_forces(formulation, c, mass, static, mu):
    check(friction.growing_force(formulation, c, mass, static, mu))


@few
@given(formulations, st.floats(0.5, 6.0), st.floats(0.05, 0.8), st.floats(0.0, 5.0))
def test_spheres_with_any_spin(formulation, v0, mu, spin):
    check(friction.sphere_rolls(formulation, v0, mu, spin))


@few
@given(formulations, st.floats(0.05, 2.0), st.floats(0.05, 2.0), st.floats(2.0, 30.0), st.floats(5.0, 40.0))
def test_clutches_that_break_away(formulation, one, two, capacity, growth):
    check(friction.clutch(formulation, (one, two), (80.0, -15.0), capacity, growth))


@few
@given(formulations, st.floats(-20.0, 20.0), st.floats(-20.0, 20.0))
def test_welded_shafts(formulation, one, two):
    check(friction.welded_shafts(formulation, (one, two)))


@few
@given(formulations, st.floats(0.01, 0.5), st.floats(5.0, 80.0), st.floats(0.02, 0.06))
def test_unbalanced_rotors(formulation, c, omega, eccentricity):
    check(friction.unbalanced_rotor(formulation, c, omega, eccentricity))


@few
@given(formulations, st.floats(0.001, 0.02), st.floats(5.0, 80.0))
def test_flywheels_that_stop(formulation, mu_r, omega):
    check(friction.flywheel_stops(formulation, mu_r, omega))


@few
@given(formulations, st.floats(0.3, 1.5), st.floats(0.0005, 0.003), st.floats(0.02, 0.2))
def test_friction_circles_in_other_positions(formulation, theta, mu_r, mu):
    check(friction.friction_circles(formulation, theta, mu_r, mu))


@few
@given(formulations, st.floats(0.0, 1.0), st.floats(0.05, 0.6))
def test_drawers(formulation, arm, mu):
    check(friction.drawer(formulation, arm, mu))


@settings(max_examples=1, deadline=None)
@given(formulations, st.floats(1.4, 3.0))
def test_painleves_rod_with_more_friction(formulation, mu):
    check(impacts.painleves_rod(formulation, mu))


@few
@given(formulations, st.floats(0.15, 0.95), st.sampled_from([1.0, 1.5, 2.0, 2.5]))
def test_rebounds_of_hunt_and_crossley(formulation, e, exponent):
    check(impacts.hunt_crossley(formulation, e, exponent))


@few
@given(formulations, st.floats(1e6, 6e6))
def test_bristles_of_other_stiffness(formulation, stiffness):
    check(friction.bristles(formulation, stiffness))


@few
@given(formulations, st.floats(0.1, 0.6), st.floats(2.0, 12.0), st.floats(-150.0, 150.0))
def test_motors_with_other_gains(formulation, gain, integral, goal):
    check(control.pi_motor(formulation, gain, integral, goal))


@few
@given(
    formulations, st.sampled_from(["tree", "spatial"]), st.floats(1.0, 200.0), st.floats(-30, 30.0), st.floats(14, 25.0)
)
def test_gears_of_other_angles(formulation, in_space, torque, helix, degrees):
    check(control.helical_gear(in_space, torque, helix, degrees))
    check(control.spur_gear(formulation, torque, degrees))


@few
@given(formulations, st.floats(0.05, 0.8), st.floats(0.2, 2.0))
def test_capstans_of_other_friction(formulation, mu, light):
    """The heavy side sinks."""
    check(control.capstan(formulation, mu, 1.5 * light * math.exp(mu * math.pi), light))


@few
@given(formulations, st.integers(2, 5), st.floats(0.0, 1.0))
def test_balls_that_share_an_impact(formulation, balls, e):
    check(impacts.together(formulation, e, balls))


@few
@given(formulations, st.floats(1.0, 200.0), st.floats(1e-6, 1e-3))
def test_motors_behind_other_ratios(formulation, ratio, inertia):
    check(control.motor_inertia(formulation, ratio, inertia))


@few
@given(formulations, st.floats(1.0, 100.0), st.floats(1.0, 50.0), st.floats(1e-3, 5.0))
def test_other_pulses(formulation, height, begins, lasts):
    check(control.pulses(formulation, height, begins, lasts))


@few
@given(formulations, st.floats(1.0, 3.0), st.floats(2.0, 5.0), st.floats(2.0, 5.0))
def test_other_roots(formulation, first, more, last):
    check(control.roots_in_a_step(formulation, (first, first + more, first + more + last)))


@few
@given(formulations, st.floats(10.6, 14.0), st.sampled_from([1e-6, 1e-8]))
def test_other_shaking(formulation, shake, tolerance):
    check(friction.shaken_block(formulation, tolerance, shake))


# ---------------------------------------------------------------- E17: impacts with friction, by small steps
def by_steps(theta, v, spin, mu, e, steps=40000):
    """Impulses of a rod of 1 kg and 1 m whose end strikes, dp_n by dp_n (Stronge): trapezoidal, stops at the end."""
    c, s = 0.5 * math.cos(theta), 0.5 * math.sin(theta)
    C = np.array([[1 + 12 * s * s, -12 * s * c], [-12 * s * c, 1 + 12 * c * c]])
    u = [v[0] + s * spin, v[1] - c * spin]
    stuck_ratio = -C[0, 1] / C[0, 0]
    holds, p, work, least = abs(stuck_ratio) <= mu, [0.0, 0.0], 0.0, 0.0
    d = -u[1] / C[1, 1] / steps * 2
    way = math.copysign(1.0, u[0]) if u[0] else 0.0
    for _ in range(40 * steps):
        ratio = stuck_ratio if way == 0.0 and holds else -mu * (way or math.copysign(1.0, -stuck_ratio))
        du = [(C[0, 0] * ratio + C[0, 1]) * d, (C[1, 0] * ratio + C[1, 1]) * d]
        step = d
        if way and (u[0] + du[0]) * way < 0.0:  # the slip ends within this step
            step = d * u[0] / -du[0]
            du = [du[0] * step / d, du[1] * step / d]
        before = work
        work += (u[1] + 0.5 * du[1]) * step
        u, p = [u[0] + du[0], u[1] + du[1]], [p[0] + ratio * step, p[1] + step]
        if step < d:
            u[0], way = 0.0, 0.0
            if not holds:
                way = math.copysign(1.0, C[0, 1] + C[0, 0] * stuck_ratio or -stuck_ratio)
        least = min(least, work)
        if u[1] > 0.0 and work >= (1 - e * e) * least:
            back = (work - (1 - e * e) * least) / (work - before)
            return np.array(p) - back * step * np.array([ratio, 1.0])
    raise AssertionError("the impact does not end")


@few
@given(formulations, st.floats(0.2, 1.3), st.floats(-1.0, 1.0), st.floats(0.02, 1.2), st.floats(0.1, 0.9))
def test_rods_that_strike_with_friction(formulation, theta, vx, mu, e):
    m = sn.Mechanism("rod", gravity=(0, 0))
    m.body("rod", mass=1.0, inertia=1 / 12)
    m.point_contact("tip", {"rod": (-0.5, 0)}, "rod", mu=mu, restitution=e, normal="y")
    start = {"rod.x": 0.0, "rod.y": 0.5 * math.sin(theta) + 1e-3, "rod.angle": theta, "rod.vx": vx, "rod.vy": -1.0}
    result = sn.simulate(m, 2e-3, initial=start, formulation=formulation, tolerance=1e-12, progress=False)
    (hit,) = result.events.named("tip", "impact")
    assert [hit.friction, hit.impulse] == pytest.approx(by_steps(theta, (vx, -1.0), 0.0, mu, e), abs=2e-4)
