"""What `sn.optimize` does and says: starts, conditions, checks, refusals."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn


def arm(**bounds) -> sn.Mechanism:
    m = sn.Mechanism("arm", gravity=(0, -9.81))
    m.parameter("length", 0.5, unit="m", **({"low": 0.1, "high": 2.0} | bounds))
    m.parameter("tilt", 0.1, unit="rad", low=-1, high=1)
    m.add_points(A=(0, 0), B=("length*cos(tilt)", "length*sin(tilt)"))
    m.bar("arm", "A", "B", mass=1)
    m.revolute("A", "ground", "arm")
    m.frame("tip", on="arm", at="B")
    return m


def rocker(height: float = 4.0) -> sn.Mechanism:
    """A four-bar drawn with its crank at 30°; low, it cannot turn fully."""
    m = sn.Mechanism("four-bar")
    m.parameter("frame", 3.67, unit="m", low=1, high=10)
    m.parameter("height", height, unit="m", low=0.8, high=10)
    m.add_points(A=(0, 0), B=("2 m*cos(30 deg)", "2 m*sin(30 deg)"), C=(3, "height"), D=("frame", 0))
    for bar, ends in {"crank": "AB", "coupler": "BC", "rocker": "CD"}.items():
        m.bar(bar, *ends, mass=1)
    for joint, parent, child in (("A", "ground", "crank"), ("B", "crank", "coupler"), ("C", "coupler", "rocker")):
        m.revolute(joint, parent, child)
    m.revolute("D", "ground", "rocker")
    return m


def to_point(run):
    return np.stack([run["tip.x"] - 0.6, run["tip.y"] - 0.8])


AT_ZERO = {"A.angle": [0.0]}


@pytest.mark.parametrize("search", ["auto", "least_squares"])
def test_least_squares_find_the_arm_that_reaches_a_point(search):
    found = sn.optimize(arm(), to_point, positions=AT_ZERO, search=search, progress=False)
    assert found["length"] == pytest.approx(1.0, abs=1e-12)
    assert found["tilt"] == pytest.approx(np.arctan2(0.8, 0.6), abs=1e-12)
    assert found.good
    assert found.mechanism.points["B"] == pytest.approx((0.6, 0.8), abs=1e-12)
    assert found.history[0] > found.history[-1]


@pytest.mark.parametrize("search", ["slsqp", "trust-constr", "l-bfgs-b", "global"])
def test_every_search_for_one_number(search):
    def far(run):
        return (to_point(run) ** 2).sum()

    found = sn.optimize(arm(), far, positions=AT_ZERO, search=search, progress=False)
    assert found["length"] == pytest.approx(1.0, abs=1e-3)
    assert found.gradient_norm < 1e-2


def test_differences_accept_any_function():
    found = sn.optimize(arm(), lambda run: np.array([float(x) for x in np.ravel(to_point(run))]), positions=AT_ZERO,
                        gradient="differences", progress=False)  # fmt: skip
    assert found["length"] == pytest.approx(1.0, abs=1e-9)


def test_a_condition_that_is_active():
    """The longest arm below 0.8: the tip is on the way to the point, at that distance."""
    found = sn.optimize(arm(), to_point, positions=AT_ZERO, subject_to=["length <= 800 mm"], progress=False)
    assert found["length"] == pytest.approx(0.8, abs=1e-7)
    assert found.active == ["length <= 800 mm"]
    assert found.good


def test_a_condition_that_is_a_function():
    def below(run):
        return 0.5 - run["tip.y"]

    found = sn.optimize(arm(), to_point, positions=AT_ZERO, subject_to=[below], progress=False)
    assert found.conditions["below"] == pytest.approx(0.0, abs=1e-7)
    assert found["length"] == pytest.approx(np.hypot(0.6, 0.5), abs=1e-6)


def test_a_range_that_is_active():
    found = sn.optimize(arm(high=0.7), to_point, positions=AT_ZERO, progress=False)
    assert found["length"] == pytest.approx(0.7, abs=1e-8)
    assert "length at its largest value" in str(found)
    assert found.gradient_norm < 1e-6


def test_starts_are_the_same_for_the_same_seed():
    ends = [sn.optimize(arm(), to_point, positions=AT_ZERO, starts=3, seed=4, progress=False) for _ in range(2)]
    assert [one.value for one in ends[0].starts] == [one.value for one in ends[1].starts]
    assert "3 starts, 3 of them led here" in str(ends[0])


# ---------------------------------------------------------------- dead points and branches
def test_a_start_that_does_not_close_ends_closed():
    """Over half a turn the low four-bar is blocked; the search first makes it close."""
    angles = np.linspace(0, np.pi, 7)
    found = sn.optimize(
        rocker(height=1.2), lambda run: run["D.angle"][-1:] - 0.3, positions={"A.angle": angles}, progress=False
    )
    assert found.starts[0].history[0] >= 0.0
    assert found.good, found
    run = sn.kinematics(_driven(found.mechanism), np.pi, output=np.pi / 50, progress=False)
    assert run.info["status"] == "finished"
    assert float(run["D.angle"][-1]) == pytest.approx(0.3, abs=1e-6)


def _driven(m: sn.Mechanism) -> sn.Mechanism:
    m.driver("motor", joint="A", speed="1 rad/s")
    return m


def test_what_cannot_close_is_refused_with_the_dead_point():
    with pytest.raises(sn.RunError, match="dead point") as error:
        sn.optimize(rocker(height=1.2), lambda run: run["D.angle"], over={"frame": (5, 5.5)},
                    positions={"A.angle": [0.0, 3.0]}, progress=False)  # fmt: skip
    assert not error.value.result.good
    assert error.value.result.failed_starts


def test_a_dead_point_between_the_positions_is_found_by_the_checks():
    """It closes in both positions, but not over the whole turn."""
    found = sn.optimize(rocker(height=1.2), lambda run: run["D.angle"] - 0.001, over={"frame": (3.5, 3.8)},
                        positions={"A.angle": [0.0, 0.05]}, check_over={"A.angle": np.linspace(0, 6.28, 63)},
                        progress=False)  # fmt: skip
    assert not found.good
    assert any("closes over" in check.name and not check.good for check in found.checks)


def test_angles_out_of_order_are_found_by_the_checks():
    m = arm()
    m.parameter("second", 0.5, unit="rad", low=-3, high=3)
    m.parameter("third", 0.7, unit="rad", low=-3, high=3)
    found = sn.optimize(m, lambda run: run["A.angle"] - np.array([0.0, 1.0, 0.5]), over=["second", "third"],
                        positions={"A.angle": [0.0, "second", "third"]}, progress=False)  # fmt: skip
    assert found["third"] == pytest.approx(0.5)
    assert not found.good
    assert "not in order" in str(found)


def test_a_run_that_ends_early_is_a_condition():
    """The motor of a four-bar that cannot turn fully: kinematics stops at the dead point."""
    m = _driven(rocker(height=1.2))
    found = sn.optimize(m, lambda run: (run.parameters["height"] - 5.0) ** 2, over={"height": (0.9, 6)},
                        duration=1.0, analysis="kinematics", output=0.1, progress=False)  # fmt: skip
    assert found["height"] == pytest.approx(5.0, abs=1e-5)


# ---------------------------------------------------------------- refusals
WRONG = {
    "there is no parameter 'lenght'": {"over": ["lenght"]},
    "did you mean 'length'": {"over": ["lenght"]},
    "names 'length' twice": {"over": ["length", "length"]},
    "give \\(smallest, largest\\)": {"over": {"length": 3}},
    "search='newton' is not known": {"search": "newton"},
    "gradient='adjoint' is not known": {"gradient": "adjoint"},
    "both positions and a duration": {"duration": 1.0},
    "there is no duration": {"tolerance": 1e-6},
    "is no inequality": {"subject_to": ["length = tilt"]},
    "compares|subtracts|one kind": {"subject_to": ["length <= tilt + 1 kg"]},
    "neither a function nor": {"subject_to": [3.0]},
    "starts = 0": {"starts": 0},
    "starts is empty": {"starts": []},
    "a start has 1 numbers": {"starts": [[0.3]]},
    "starts name 'wide'": {"starts": [{"wide": 1.0}]},
}


@pytest.mark.parametrize("message", WRONG)
def test_wrong_arguments_are_answered(message):
    with pytest.raises(sn.SnodoError, match=message):
        sn.optimize(arm(), to_point, **({"positions": AT_ZERO, "progress": False} | WRONG[message]))


POSITIONS = {
    "no body or joint 'X'": {"X.angle": [0.0]},
    "is a angular speed|is an? angular": {"A.speed": [0.0]},
    "have 1, 2 values": {"A.angle": [0.0, 1.0], "time": [0.0]},
    "there is no parameter|not known|no meaning": {"A.angle": ["nothing + 1 rad"]},
    "keeps 1 degree": {},
}


@pytest.mark.parametrize("message", POSITIONS)
def test_wrong_positions_are_answered(message):
    with pytest.raises(sn.SnodoError, match=message):
        sn.optimize(arm(), to_point, positions=POSITIONS[message], progress=False)


def test_series_of_a_motion_are_refused_in_positions():
    with pytest.raises(sn.UnsupportedError, match="needs a motion"):
        sn.optimize(arm(), lambda run: run["tip.vx"], positions=AT_ZERO, progress=False)


def test_what_loses_the_derivatives_is_refused():
    with pytest.raises(sn.UnsupportedError, match='gradient="differences"'):
        sn.optimize(arm(), lambda run: float(run["tip.x"][0]), positions=AT_ZERO, progress=False)


def test_several_starts_need_ranges():
    m = arm()
    m.parameter("free", 1.0, unit="m")
    with pytest.raises(sn.UnsupportedError, match="ranges of free"):
        sn.optimize(m, to_point, over=["length", "free"], positions=AT_ZERO, starts=3, progress=False)


# ---------------------------------------------------------------- motions
def swinging(smoothing: str | None) -> sn.Mechanism:
    """A pendulum with friction in its bearing: smooth, or dry."""
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.parameter("friction", 0.3, unit="N*m", low=0, high=3)
    m.add_points(A=(0, 0), B=(0, -0.75))
    m.bar("arm", "A", "B", mass=16 / 3)
    m.revolute("A", "ground", "arm")
    m.friction("bearing", joint="A", coulomb="friction", **({"smoothing": smoothing} if smoothing else {}))
    m.initial["A.angle"] = 1.2
    return m


@pytest.mark.parametrize("smoothing", ["0.05 rad/s", None])
def test_gradients_of_motions_are_exact_or_say_why_not(smoothing):
    m = swinging(smoothing)
    wanted = sn.simulate(m.with_parameters(friction=0.5), 1.0, output=0.1, tolerance=1e-10, progress=False)[
        "A.angle"
    ].values
    found = sn.optimize(m, lambda run: run["A.angle"] - wanted, duration=1.0, output=0.1, progress=False)
    assert found["friction"] == pytest.approx(0.5, abs=1e-6)
    assert (
        found.run.gradient_kind == "exact" if smoothing else found.run.gradient_kind.startswith("differences of runs: ")
    )
    assert found.good


def test_closing_is_a_condition_with_differences_too():
    """One number, plain arrays, a start that is blocked."""
    found = sn.optimize(
        rocker(height=1.2), lambda run: float((run["D.angle"][-1] - 0.3) ** 2),
        positions={"A.angle": np.linspace(0, np.pi, 4)}, gradient="differences", progress=False,
    )  # fmt: skip
    assert found.good, found
    assert found.objective < 1e-6


@pytest.mark.parametrize("limit", ["1.9 m", "1900 mm"])
def test_conditions_hold_however_they_round(limit):
    """Where the method that keeps conditions ends beside one, they get more weight among the residuals."""
    m = sn.Mechanism("linkage")
    for name, value, low, high in (
        ("frame", 4, 1, 10),
        ("crank", 2, 0.5, 5),
        ("Cx", 3.5, -10, 10),
        ("Cy", 3.5, -10, 10),
    ):
        m.parameter(name, value, unit="m", low=low, high=high)
    m.add_points(A=(0, 0), B=("crank*cos(30 deg)", "crank*sin(30 deg)"), C=("Cx", "Cy"), D=("frame", 0), P=(3, 3))
    for body, ends in {"input": "AB", "coupler": "BC", "rocker": "CD"}.items():
        m.bar(body, *ends, mass=1)
    for joint, pair in {"A": ("ground", "input"), "B": ("input", "coupler"), "C": ("coupler", "rocker")}.items():
        m.revolute(joint, *pair)
    m.revolute("D", "ground", "rocker")
    m.frame("tip", on="coupler", at="P")
    wanted = np.array([[3, 2.759, 2.372, 1.890], [3, 3.363, 3.663, 3.862]])
    found = sn.optimize(
        m,
        lambda run: np.concatenate([run["tip.x"] - wanted[0], run["tip.y"] - wanted[1]]),
        positions={"A.angle": np.radians([0, 15, 30, 45])},
        subject_to=[f"crank <= {limit}"],
        progress=False,
    )
    assert found["crank"] == pytest.approx(1.9, abs=1e-6)
    assert found.objective == pytest.approx(2.3517624e-4, rel=1e-5)


def test_conditions_that_exclude_one_another_are_named():
    with pytest.raises(sn.RunError, match=r"that holds the conditions: 'length .*\n.*loosen the condition"):
        sn.optimize(arm(), to_point, subject_to=["length <= 0.5 m", "length >= 1 m"], positions=AT_ZERO, progress=False)


def test_conditions_and_objectives_that_are_no_numbers():
    with pytest.raises(sn.UnsupportedError, match=r"condition 1 gives true or false\n.*2 - x instead of x < 2"):
        sn.optimize(arm(), to_point, subject_to=[lambda run: run.parameters["length"] < 1], positions=AT_ZERO)
    with pytest.raises(sn.UnsupportedError, match="the objective gives nothing"):
        sn.optimize(arm(), lambda run: None, positions=AT_ZERO)
    with pytest.raises(sn.RunError, match=r"not a finite number\n.*look at what it returns"):
        sn.optimize(arm(), lambda run: np.nan, positions=AT_ZERO, progress=False)


def test_ranges_in_units_of_something_else():
    with pytest.raises(sn.MechanismError, match=r"over: '1 kg' is no end of the range of 'length' \(m\)"):
        sn.optimize(arm(), to_point, over={"length": ("0.1 m", "1 kg")}, positions=AT_ZERO)
    assert sn.optimize(
        arm(), to_point, over={"length": ("100 mm", "2 m"), "tilt": None}, positions=AT_ZERO, progress=False
    )["length"] == pytest.approx(1.0)
