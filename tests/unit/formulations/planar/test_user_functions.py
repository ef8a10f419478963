"""Laws written in Python: what they read is current, what does not repeat is refused, and each is compiled once."""

from __future__ import annotations

import gc
import signal
import weakref

import numpy as np
import pytest

import snodo as sn
from snodo.formulations.arrays import compiled_laws


def sliding(function=None, **named) -> sn.Mechanism:
    """A mass of 1 kg that slides along x under a force: x = F t²/2."""
    m = sn.Mechanism("mass", gravity=(0, 0))
    m.box("c", (0.1, 0.1), at=(0, 0), mass=1.0)
    m.prismatic("P", "ground", "c", axis="x", at=(0, 0))
    if function is not None:
        m.force("law", "c", function)
    for name, force in named.items():
        m.joint_force(name, joint="P", force=force)
    return m


def moved(m) -> float:
    """Where the mass is after one second [m]."""
    return float(sn.simulate(m, 1.0, progress=False, output=[1.0])["c.x"].values[-1])


# ---------------------------------------------------------------- what a law reads besides its arguments
class Gains:
    scale = 1.0

    def __init__(self) -> None:
        self.k = 1.0
        self.table = np.array([1.0, 0.0])

    def law(self, t, q, v):
        return [self.k * self.scale * self.table[0], 0, 0]

    def of_time(self, t):
        return self.k * self.scale * self.table[0] + 0.0 * t

    def branching(self, t, q, v):
        return [self.table[0] if t < 2 else 0.0, 0.0, 0.0]


def test_attributes_and_arrays_are_read_as_they_are_now() -> None:
    gains = Gains()
    by_law, by_time, by_branch = sliding(gains.law), sliding(force=gains.of_time), sliding(gains.branching)
    for m in (by_law, by_time, by_branch):
        assert moved(m) == pytest.approx(0.5, rel=1e-9)
    gains.table[0] = 3.0
    for m in (by_law, by_time, by_branch):
        assert moved(m) == pytest.approx(1.5, rel=1e-9)
    gains.k = 2.0
    for m in (by_law, by_time):
        assert moved(m) == pytest.approx(3.0, rel=1e-9)


def test_a_bound_formulation_notices_that_its_law_reads_something_else() -> None:
    coefficients = np.array([1.0, 0.0])
    F = sn.Planar(sliding(lambda t, q, v: [coefficients[0], 0, 0]))
    assert "formula" in F.routes()["formula 'law'"]
    assert moved(F) == pytest.approx(0.5, rel=1e-9)
    coefficients[0] = 2.0
    with pytest.raises(sn.MechanismError, match=r"'law' reads coefficients, which changed") as caught:
        moved(F)
    assert "bind the mechanism again" in str(caught.value)
    assert moved(sn.Planar(F.mechanism)) == pytest.approx(1.0, rel=1e-9)


def test_functions_of_time_are_noticed_too() -> None:
    value = [1.0]
    F = sn.Planar(sliding(push=lambda t: value[0] + 0.0 * t))
    value[0] = 2.0
    with pytest.raises(sn.MechanismError, match="'push' reads value"):
        moved(F)
    assert moved(sn.Planar(F.mechanism)) == pytest.approx(1.0, rel=1e-9)


def test_numbers_inside_compiled_laws_are_noticed() -> None:
    def made(k: float):
        def law(t, q, v):
            if t < 0.5:
                return [k, 0.0, 0.0]
            return [k, 0.0, 0.0]

        return law

    for k in (1.0, 3.0):
        F = sn.Planar(sliding(made(k)))
        assert "numba" in F.routes()["formula 'law'"]
        assert moved(F) == pytest.approx(0.5 * k, rel=1e-9)


# ---------------------------------------------------------------- laws with a state
class Sampled:
    """A controller that holds its output for a tenth of a second."""

    def __init__(self) -> None:
        self.next, self.output = 0.0, 0.0

    def __call__(self, t, q, v):
        if t >= self.next:
            self.output, self.next = 1.0 - q[0], self.next + 0.1
        return [self.output, 0, 0]


class Relay:
    """Switches with a hysteresis."""

    on = True

    def __call__(self, t, q, v):
        if abs(q[0]) > 0.5:
            self.on = q[0] < 0
        return [1.0 if self.on else -1.0, 0, 0]


calls = [0]


def counting(t, q, v):
    calls[0] += 1
    return [1e-3 * calls[0], 0, 0]


def counting_by_closure():
    count = 0

    def law(t, q, v):
        nonlocal count
        count += 1
        return [float(count), 0, 0]

    return law


noise = np.random.default_rng(1)


@pytest.mark.parametrize(
    "law",
    [
        Sampled(),
        Relay(),
        counting,
        counting_by_closure(),
        lambda t, q, v: [noise.normal(), 0, 0],
        lambda t, q, v: [np.random.rand(), 0, 0],  # noqa: NPY002
    ],
)
def test_laws_that_do_not_repeat_are_refused(law) -> None:
    with pytest.raises(sn.MechanismError, match=r"'law': called twice with the same arguments") as caught:
        moved(sliding(law))
    assert "sn.Table" in str(caught.value)
    assert "sn.simulate" in str(caught.value)


def test_functions_of_time_and_constraints_that_do_not_repeat_are_refused() -> None:
    with pytest.raises(sn.MechanismError, match="called twice"):
        sliding(push=lambda t: noise.normal())
    m = sliding()
    m.constraint("row", "c", lambda t, q: q[0] - noise.normal())
    with pytest.raises(sn.MechanismError, match="'row': called twice"):
        sn.Planar(m)


def test_a_state_that_shows_only_in_the_run_is_found_after_it() -> None:
    class Late:
        passed = False

        def __call__(self, t, q, v):
            self.passed = self.passed or 0.041 < t < 0.3  # between the times that are tried
            return [2.0 if self.passed else 1.0, 0, 0]

    with pytest.raises(sn.RunError, match="'law': called twice with the same arguments"):
        sn.simulate(sliding(Late()), 1.0, progress=False, max_step=0.02)


def test_a_counter_beside_the_law_is_allowed_and_said() -> None:
    class Counted:
        calls = 0

        def __call__(self, t, q, v):
            self.calls += 1
            return [1.0, 0, 0]

    law = Counted()
    result = sn.simulate(sliding(law), 1.0, progress=False)
    assert law.calls > 0
    assert result["c.x"].values[-1] == pytest.approx(0.5, rel=1e-9)
    assert "stores the attribute .calls" in result.info["user_functions"]["formula 'law'"]
    assert any("stores and reads calls" in words for words in result.info["warnings"])


# ---------------------------------------------------------------- routes
def mixed(t, q, v):
    if t < 0.5:
        return [1, 0, 0]
    return [0.5, 0, 0]


@pytest.mark.parametrize("law", [mixed, lambda t, q, v: [np.where(t < 0.5, 1.0, 0.5), 0, 0]])
def test_what_numba_cannot_compile_is_called_and_says_why(law) -> None:
    result = sn.simulate(sliding(law), 1.0, progress=False)
    assert result["c.x"].values[-1] == pytest.approx(0.125 + 0.25 + 0.0625, rel=1e-6)
    route = result.info["user_functions"]["formula 'law'"]
    assert "is called in Python" in route
    assert "as a formula: it" in route
    assert "by numba: " in route


def test_any_exception_of_the_compiler_falls_back_to_python(monkeypatch) -> None:
    from snodo import _jit

    def broken(_):
        raise AssertionError

    monkeypatch.setattr(_jit, "address_of_compiled", broken)
    compiled_laws._laws.clear()
    F = sn.Planar(sliding(lambda t, q, v: [1.0, 0.0, 0.0] if t < 5 else [2.0, 0.0, 0.0]))
    compiled_laws._laws.clear()
    assert F.routes()["formula 'law'"].endswith("by numba: AssertionError")
    assert moved(F) == pytest.approx(0.5, rel=1e-9)


# ---------------------------------------------------------------- compiled once
def test_a_law_is_compiled_once_for_its_code_and_values(monkeypatch) -> None:
    compiled: list[int] = []
    before = compiled_laws._compiled

    def counted(function, m: int, n: int):
        compiled.append(n)
        return before(function, m, n)

    monkeypatch.setattr(compiled_laws, "_compiled", counted)
    compiled_laws._laws.clear()

    def made(k: float):
        return lambda t, q, v: [k, 0.0, 0.0] if t < 0.75 else [0.0, 0.0, 0.0]

    addresses = [sn.Planar(sliding(made(k))).flat.forces[0].written.address for k in (1.0, 1.0, 2.0, 1.0)]
    assert len(compiled) == 2
    assert addresses[0] == addresses[1] == addresses[3] != addresses[2]


def test_compiled_laws_are_forgotten_and_functions_collected(monkeypatch) -> None:
    monkeypatch.setattr(compiled_laws, "KEPT", 2)
    compiled_laws._laws.clear()

    def made(k: float):
        return lambda t, q, v: [k, 0.0, 0.0] if t < 0.25 else [0.0, 0.0, 0.0]

    laws = [made(k) for k in (1.0, 2.0, 3.0)]
    for law in laws:
        assert moved(sliding(law)) > 0
    gone = [weakref.ref(law) for law in laws]
    del laws, law
    gc.collect()
    assert len(compiled_laws._laws) == 2
    assert [ref() for ref in gone] == [None] * 3


def test_ctrl_c_while_a_law_is_asked_is_not_lost() -> None:
    def slow(t, q, v):
        if t > 1:
            signal.raise_signal(signal.SIGINT)
        return [1.0, float(str(0.0)), 0.0]

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        sn.Planar(sliding(slow))
    assert signal.getsignal(signal.SIGINT) is before


def test_a_called_function_of_time_may_read_what_changes_in_the_run() -> None:
    log: list[float] = []

    def push(t):
        log.append(t)
        return 1.0 if t < 5.0 else 0.0 * t

    assert moved(sliding(push=push)) == pytest.approx(0.5, rel=1e-9)
    assert len(log) > 10
