"""What a batch of runs is made of, what it tells, and what happens when members fail."""

import numpy as np
import pytest
from tests import mechanisms

import snodo as sn
from snodo.errors import MechanismError, RunError, SnodoError
from snodo.formulations.tree.lanes_model import lanes
from snodo.mechanism import forces


def pendulum(mass=1.0, length=1.0, name="A"):
    m = sn.Mechanism("pendulum", dimension=2, gravity=(0, -9.81))
    m.points.update({name: (0, 0), "B": (length, 0)})
    m.bar("rod", name, "B", mass=mass)
    m.revolute(name, "ground", "rod")
    return m


def needle(axial):
    """Forward dynamics needs the moment about x."""
    m = sn.Mechanism("needle", dimension=3, gravity=(0, 0, 0))
    m.body("needle", mass=1.0, inertia=(axial, 0.1, 0.1))
    m.revolute("spin", "ground", "needle", at=(0, 0, 0), axis="x")
    m.add(forces.Torque(name="motor", joint="spin", torque=1.0))
    return m


def test_series_and_summary():
    batch = sn.simulate(pendulum(), 1.0, formulation="tree", initial={"A.angle": np.linspace(-1, 0, 10)}, output=0.1)
    assert len(batch) == 10
    assert len(list(batch)) == 10
    assert np.array_equal(batch.time, batch[0].time)
    assert np.array_equal(batch["A.angle"].values[:, 0], np.linspace(-1, 0, 10))
    assert np.array_equal(batch["A.angle"][3], batch[3]["A.angle"])
    assert np.array_equal(batch["A.speed"][-1], batch[-1]["A.speed"])
    assert batch["A.speed"].attrs["units"] == batch[0]["A.speed"].attrs["units"] == "rad/s"
    assert "batch of 10 runs of mechanism 'pendulum': 11 rows" in str(batch)
    assert "at a time in SIMD lanes" in str(batch)
    with pytest.raises(SnodoError, match=r"no series 'A.angel'"):
        batch["A.angel"]
    with pytest.raises(IndexError):
        batch[10]


def test_quality_is_that_of_the_worst():
    start = {"A.angle": [-1.5, -0.5, 1.5]}
    batch = sn.simulate(pendulum(), 2.0, formulation="tree", integrator=sn.RK4(step=0.05), initial=start)
    each = [batch[k].quality().worst for k in range(3)]
    assert batch.quality().worst == max(each) > min(each)


def test_the_period_of_many_pendulums():
    """Small swings: T = 2π √(2 l / 3 g) for a rod."""
    lengths = np.linspace(0.5, 2.0, 12)
    rods = [pendulum(length=length) for length in lengths]
    times = np.linspace(0, 4, 4001)
    batch = sn.simulate(rods, output=times, formulation="tree", initial={"A.angle": -np.pi / 2 + 1e-3})
    angle = batch["A.angle"].values + np.pi / 2
    crossing = np.array([times[np.flatnonzero(np.diff(np.sign(row)))[1]] for row in angle])
    assert np.allclose(crossing, 0.75 * 2 * np.pi * np.sqrt(2 * lengths / (3 * 9.81)), atol=2e-3)


def test_a_member_that_fails_does_not_lose_the_others():
    moments = np.array([0.1, 0.0, *np.linspace(0.1, 0.2, 8)])
    batch = sn.simulate([needle(moment) for moment in moments], 1.0)
    assert len(batch) == 10
    assert list(batch.problems) == [1]
    assert "no inertia resists spin" in batch.problems[1].what
    assert f"members 0 to {lanes() - 1}" in batch.how
    assert "member 1: " in str(batch)
    angle = batch["spin.angle"].values
    assert np.isnan(angle[1]).sum() >= angle.shape[1] - 1
    good = [k for k in range(10) if k != 1]
    assert np.allclose(angle[good, -1], 0.5 / moments[good], rtol=1e-7)


def test_all_fail():
    with pytest.raises(RunError, match=r"member 1: .*no inertia resists spin") as error:
        sn.simulate([needle(0.0), needle(0.0)], 1.0)
    assert len(error.value.problems) == 2


def four_bar():
    return mechanisms.four_bar(masses=(1.0, 1.0, 1.0))


def test_a_member_that_does_not_close():
    batch = sn.simulate(four_bar(), 0.1, formulation="planar", initial={"C.angle": [3.1, "-60 deg"]}, output=0.1)
    assert list(batch.problems) == [1]
    assert batch[0].info["status"] == "finished"
    assert np.isnan(batch["A.angle"].values[1]).all()
    assert np.isfinite(batch["A.angle"].values[0]).all()
    with pytest.raises(RunError):
        batch[1]
    assert batch.quality().status == "finished"


def block():
    m = sn.Mechanism("block", dimension=3)
    m.body("block", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.fixed("weld", "ground", "block", at=(0, 0, 0))
    return m


def test_what_is_wrong_with_a_batch_is_told():
    m = pendulum()
    with pytest.raises(MechanismError, match=r"lengths of the batch differ or are zero: A.angle has 2, A.speed has 3"):
        sn.simulate(m, 1.0, initial={"A.angle": [0, 1], "A.speed": [0, 1, 2]})
    with pytest.raises(MechanismError, match=r"the list of mechanisms has 1, A.angle has 2"):
        sn.simulate([m], 1.0, initial={"A.angle": [0, 1]})
    with pytest.raises(MechanismError, match="lengths of the batch differ or are zero"):
        sn.simulate([], 1.0)
    with pytest.raises(MechanismError, match="lengths of the batch differ or are zero"):
        sn.simulate(m, 1.0, initial={"A.angle": []})
    with pytest.raises(MechanismError, match="mechanism 1 of the batch has different coordinates"):
        sn.simulate([m, pendulum(name="P")], 1.0, formulation="tree")
    with pytest.raises(SnodoError, match="no joint that moves"):
        sn.simulate([block(), block()], 1.0)
    for formulation in ("tree", "planar"):
        with pytest.raises(SnodoError, match="member 1"):
            sn.simulate(m, 1.0, formulation=formulation, initial={"A.angle": [0.0, "1 kg"]})
        with pytest.raises(SnodoError, match=r"A\.angel"):
            sn.simulate(m, 1.0, formulation=formulation, initial={"A.angel": [0.0, 1.0]})


def test_mechanisms_of_other_structure_run_one_after_the_other():
    loaded = pendulum()
    loaded.add(forces.Torque(name="motor", joint="A", torque=1.0))
    batch = sn.simulate([pendulum(), loaded], 0.2, formulation="tree")
    assert "differ in structure" in batch.how
    assert batch["A.angle"].shape == (2, 501)


def shaken(phase):
    """With a Python function of time, which is called back from the compiled loop."""
    m = pendulum()

    def torque(t):
        return np.sin(t + phase) if t < 0.15 else 0.0

    m.torque("motor", torque, joint="A")
    return m


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize(
    ("mechanism", "words", "values"),
    [
        (pendulum(), {"formulation": "tree"}, {"A.angle": np.linspace(-1, 0, 20)}),
        (pendulum(), {"formulation": "planar"}, {"A.angle": np.linspace(-1, 0, 20)}),
        (four_bar(), {"formulation": "tree"}, {"A.speed": np.linspace(-1, 0, 10)}),
        (four_bar(), {"formulation": "spatial", "method": "embedding"}, {"A.speed": np.linspace(-1, 0, 4)}),
        ([shaken(x) for x in range(10)], {"formulation": "planar"}, {"A.speed": np.linspace(-1, 0, 10)}),
        ([needle(x) for x in (0.1, 0.0, *np.linspace(0.1, 0.2, 8))], {}, {"spin.speed": 0.0}),
    ],
    ids=["lanes", "planar", "loop", "spatial", "python", "failing"],
)
def test_threads_change_nothing(mechanism, words, values, threads):
    alone, together = (
        sn.simulate(mechanism, 0.3, initial=values, output=0.1, progress=False, threads=n, **words)
        for n in (1, threads)
    )
    assert "threads" in together.how
    assert len(alone) == len(together)
    assert list(alone.problems) == list(together.problems)
    for one, other in zip(alone.members, together.members):
        assert np.array_equal(one.states, other.states)
        if one.make is not None:
            assert np.array_equal(one.result.a, other.result.a, equal_nan=True)


def test_ctrl_c_ends_all_threads(monkeypatch):
    """The main thread hears it while it waits; the runs end between two pieces, and what they have is given."""
    from snodo.simulation import threads

    def pressed(futures, return_when):
        raise KeyboardInterrupt

    monkeypatch.setattr(threads, "wait", pressed)
    batch = sn.simulate(
        four_bar(),
        1e4,
        initial={"A.speed": np.linspace(1, 3, 24)},
        formulation="tree",
        output=1.0,
        threads=2,
        progress=False,
    )
    assert len(batch) in (8, 16)
    assert {member.interrupted for member in batch.members} == {True}


def test_threads_go_with_a_batch():
    with pytest.raises(SnodoError, match="threads = 2 for one run"):
        sn.simulate(pendulum(), 1.0, threads=2)
    for threads in (0, True, 1.5, "two"):
        with pytest.raises(SnodoError, match="threads"):
            sn.simulate(pendulum(), 1.0, initial={"A.angle": [0.0, 1.0]}, threads=threads)
