"""Base classes of integrators: explicit Runge–Kutta methods with their parameters, chosen by name or given as objects.

A user's method is a subclass of `FixedStep` or `AdaptiveStep` with a name, an order and a Butcher tableau:

    class Heun(sn.FixedStep):
        name = "heun"
        order = 2
        A = ((), (1,))
        b = (1 / 2, 1 / 2)

    sn.simulate(mechanism, 1.0, integrator=Heun(step=1e-3))
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, ClassVar

from snodo.errors import Problem, SnodoError
from snodo.integrators.ode.tables import Table, explicit
from snodo.registry import INTEGRATORS, Registered
from snodo.spelling import SpelledArguments

Rows = Sequence[Sequence[float]]

SMALLEST_RTOL = 1e-14


@dataclass(frozen=True)
class Integrator(SpelledArguments, Registered, registry=INTEGRATORS):
    """Base class of the explicit Runge–Kutta methods; a new method is a subclass of `FixedStep` or `AdaptiveStep`.

    It sets `name`, by which users choose the method, and its `order`. `A` and `b` are the Butcher tableau, A row by row
    below the diagonal; the nodes c are the sums of its rows. `embedded` are the weights of a solution of lower order
    (`embedded_order`: by default order − 1), from which the error of a step is estimated, over the stages and, last,
    f(t + h, y₁), the first stage of the next step.

    A method with further data, such as its own dense output, provides its whole table (`coefficients`).
    """

    name: ClassVar[str]
    order: ClassVar[int]
    adaptive: ClassVar[bool]
    """Whether it chooses its steps."""
    solves_constraints: ClassVar[bool] = False
    """Whether it solves the constrained equations itself: then there is no constraint method."""
    A: ClassVar[Rows] = ()
    b: ClassVar[Sequence[float]] = ()
    embedded: ClassVar[Sequence[float]] = ()
    embedded_order: ClassVar[int | None] = None

    def __init_subclass__(cls, *, abstract: bool = False, **more: Any) -> None:
        """Register the method, if its tableau is valid."""
        if not hasattr(cls, "adaptive"):
            what = f"{cls.__name__} does not define how its steps are chosen"
            raise SnodoError(Problem(what, "make it a subclass of sn.FixedStep or sn.AdaptiveStep"))
        if not abstract and "coefficients" not in vars(cls):
            cls.coefficients()
        super().__init_subclass__(abstract=abstract, **more)

    @classmethod
    def coefficients(cls) -> Table:
        """The table of the method, made from its tableau."""
        if not isinstance(getattr(cls, "order", None), int) or not len(cls.b):
            what = f"{cls.__name__}: an integrator needs its order, A and b"
            raise SnodoError(Problem(what, "give them in the class: order = 2, A = ((), (1,)), b = (1/2, 1/2)"))
        if cls.adaptive and not len(cls.embedded):
            what = f"{cls.__name__}: adaptive steps need an error estimate, but there are no embedded weights"
            raise SnodoError(Problem(what, "give those of a lower order (embedded = …), or subclass sn.FixedStep"))
        embedded = cls.embedded if cls.adaptive else ()
        return explicit(cls.__name__, cls.order, cls.A, cls.b, embedded, cls.embedded_order)

    def table(self) -> Table:
        """The coefficients, made once for each class."""
        owner: Any = type(self)
        return _table_of(owner)

    @property
    def stability_reach(self) -> float:
        """Largest h r for which steps of length h reproduce a decay exp(−r t) as a decay."""
        owner: Any = type(self)
        return _reach_of(owner)

    def _raise(self, problems: list[Problem | None]) -> None:
        found = [problem for problem in problems if problem]
        if found:
            raise SnodoError(found)

    def _length(self, field: str, value: Any) -> Problem | None:
        """A time span must be a positive number of seconds."""
        if _is_number(value) and float(value) > 0:
            return None
        what = f"{type(self).__name__}: {field} = {value!r} is not a time span"
        return Problem(what, f"give {field} as a positive time in s")


@cache
def _table_of(cls: Any) -> Table:
    table: Table = cls.coefficients()
    return table


@cache
def _reach_of(cls: Any) -> float:
    return _table_of(cls).stability_reach()


def _is_number(value: object) -> bool:
    return not isinstance(value, (bool, str)) and hasattr(value, "__float__") and not math.isnan(float(value))


@dataclass(frozen=True)
class FixedStep(Integrator, abstract=True):
    """A method with a fixed step [s]; the last step ends exactly at the end time."""

    step: float

    adaptive: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Check the step."""
        problem = self._length("step", self.step)
        if problem is None and math.isinf(self.step):
            problem = Problem(f"{type(self).__name__}: step is infinite", "give step as a positive time in s")
        self._raise([problem])


@dataclass(frozen=True)
class AdaptiveStep(Integrator, abstract=True):
    """A method that chooses its steps from an estimate of their error.

    rtol: relative tolerance of a step; atol: absolute tolerance (None: chosen from the mechanism);
    first_step, max_step: in s (None: chosen automatically, no limit).
    """

    rtol: float = 1e-8
    atol: float | None = None
    first_step: float | None = None
    max_step: float | None = None

    adaptive: ClassVar[bool] = True
    smallest_rtol: ClassVar[float] = SMALLEST_RTOL
    """Below, rounding is larger than the tolerance."""

    def __post_init__(self) -> None:
        """Check tolerances and steps, and report all problems at once."""
        lengths = [
            self._length(f.name, getattr(self, f.name))
            for f in fields(self)
            if f.name.endswith("_step") and getattr(self, f.name) is not None
        ]
        self._raise([self._check_rtol(), self._check_atol(), *lengths])
        if self.first_step is not None and self.max_step is not None and self.first_step > self.max_step:
            both = f"first_step = {self.first_step:g} s is longer than max_step = {self.max_step:g} s"
            self._raise([Problem(f"{type(self).__name__}: {both}", "make first_step shorter or omit it")])

    def _check_rtol(self) -> Problem | None:
        if _is_number(self.rtol) and self.smallest_rtol <= float(self.rtol) < 1:
            return None
        what = f"{type(self).__name__}: rtol = {self.rtol!r} is not a relative tolerance"
        return Problem(
            what, f"use a number from {self.smallest_rtol:g} (limit of double precision) to 1; usual is 1e-8"
        )

    def _check_atol(self) -> Problem | None:
        if self.atol is None or (_is_number(self.atol) and 0 < float(self.atol) < math.inf):
            return None
        what = f"{type(self).__name__}: atol = {self.atol!r} is not an absolute tolerance"
        return Problem(what, "use a positive number, or omit it")


# ---------------------------------------------------------------- by name
def integrator_from(choice: object, *, step: float | None = None, rtol: float | None = None) -> Integrator:
    """The integrator for a name ("dop853"), a class, or an object such as `RK4(step=1e-3)`, which is returned as it is.

    step [s] applies to a method with fixed steps, rtol to an adaptive one (None: its default).
    """
    if isinstance(choice, Integrator):
        return choice
    if not isinstance(choice, str) and not (isinstance(choice, type) and issubclass(choice, Integrator)):
        what = f"an integrator cannot be made from {choice!r}"
        raise SnodoError(Problem(what, 'give a name ("dop853") or an object (DOP853(rtol=1e-8))'))
    cls: type[Any] = INTEGRATORS[choice] if isinstance(choice, str) else choice
    if not cls.adaptive:
        return _with_step(cls, step)
    if step is not None:
        raise SnodoError(Problem(f"a step applies to {fixed_words()}, not to {cls.name}", "omit one of them"))
    found: Integrator = cls() if rtol is None else cls(rtol=rtol)
    return found


def _with_step(cls: type[Any], step: float | None) -> Integrator:
    if step is None:
        in_file = f"run: {{integrator: {cls.name}, step: 1 ms}}"
        remedy = f"write {cls.__name__}(step=1e-3), with the step in s; in a file {in_file}"
        raise SnodoError(Problem(f"the integrator {cls.name} needs a step", remedy))
    found: Integrator = cls(step=step)
    return found


def is_fixed(choice: object) -> bool:
    """Whether a name, class or object is a method with fixed steps."""
    return not (INTEGRATORS[choice] if isinstance(choice, str) else choice).adaptive  # type: ignore[attr-defined]


def fixed_words() -> str:
    """The methods with fixed steps, for messages: `the integrator rk4`."""
    words = [word for word in INTEGRATORS if is_fixed(word)]
    listed = " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
    return f"the integrator{'s' if len(words) > 1 else ''} {listed}"
