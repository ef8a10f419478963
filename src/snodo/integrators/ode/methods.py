"""The ODE integrators a user can choose: a word, or an object that carries its parameters.

An integrator says its `name` (the word), its `order`, whether it is `adaptive` (chooses its steps), `implicit`, and
whether it `solves_constraints` itself (a DAE integrator) or needs a constraint method (all of these).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import ClassVar

from snodo.errors import NameNotFound, Problem, SnodoError, suggestion
from snodo.integrators.ode import tables

SMALLEST_RTOL = 1e-14


def _is_number(value: object) -> bool:
    return not isinstance(value, (bool, str)) and hasattr(value, "__float__") and not math.isnan(float(value))


class _Explicit:
    """What the explicit Runge–Kutta methods have in common."""

    name: ClassVar[str]
    order: ClassVar[int]
    adaptive: ClassVar[bool] = True
    implicit: ClassVar[bool] = False
    solves_constraints: ClassVar[bool] = False

    def table(self) -> tables.Table:
        """The coefficients."""
        table: tables.Table = getattr(tables, self.name)()
        return table

    def _raise(self, problems: list[Problem | None]) -> None:
        found = [problem for problem in problems if problem]
        if found:
            raise SnodoError(found)

    def _length(self, field: str, value: object) -> Problem | None:
        """A time span must be a positive number of seconds."""
        if _is_number(value) and float(value) > 0:  # type: ignore[arg-type]
            return None
        return Problem(
            f"{type(self).__name__}: {field} = {value!r} is not a time span", f"give {field} as a positive time in s"
        )


@dataclass(frozen=True)
class RK4(_Explicit):
    """The classical Runge–Kutta method of order 4 with a fixed step (s); the last step ends exactly at the end time."""

    step: float

    name: ClassVar[str] = "rk4"
    order: ClassVar[int] = 4
    adaptive: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Check the step."""
        problem = self._length("step", self.step)
        if problem is None and math.isinf(self.step):
            problem = Problem("RK4: step is infinite", "give step as a positive time in s")
        self._raise([problem])


@dataclass(frozen=True)
class _Adaptive(_Explicit):
    """rtol: relative tolerance of a step; atol: absolute one (None: chosen by the caller); steps in s."""

    rtol: float = 1e-8
    atol: float | None = None
    first_step: float | None = None
    max_step: float | None = None

    def __post_init__(self) -> None:
        """Check tolerances and steps, all at once."""
        lengths = [
            self._length(f.name, getattr(self, f.name))
            for f in fields(self)
            if f.name.endswith("_step") and getattr(self, f.name) is not None
        ]
        self._raise([self._check_rtol(), self._check_atol(), *lengths])
        if self.first_step is not None and self.max_step is not None and self.first_step > self.max_step:
            both = f"first_step = {self.first_step:g} s is longer than max_step = {self.max_step:g} s"
            self._raise([Problem(f"{type(self).__name__}: {both}", "make first_step shorter or leave it out")])

    def _check_rtol(self) -> Problem | None:
        if _is_number(self.rtol) and SMALLEST_RTOL <= float(self.rtol) < 1:
            return None
        what = f"{type(self).__name__}: rtol = {self.rtol!r} is not a relative tolerance"
        return Problem(what, f"take a number from {SMALLEST_RTOL:g} (limit of double precision) to 1; usual is 1e-8")

    def _check_atol(self) -> Problem | None:
        if self.atol is None or (_is_number(self.atol) and 0 < float(self.atol) < math.inf):
            return None
        what = f"{type(self).__name__}: atol = {self.atol!r} is not an absolute tolerance"
        return Problem(what, "take a positive number, or leave it out")


@dataclass(frozen=True)
class DormandPrince(_Adaptive):
    """Dormand and Prince's method of order 5(4): the best choice for errors above about 1e-5.

    rtol: relative tolerance of a step; atol: absolute tolerance (None: chosen from the mechanism);
    first_step, max_step: in s (None: chosen automatically, no limit).
    """

    name: ClassVar[str] = "dormand_prince"
    order: ClassVar[int] = 5


@dataclass(frozen=True)
class DOP853(_Adaptive):
    """Dormand and Prince's method of order 8(5,3): the best choice for errors of 1e-5 and below.

    rtol: relative tolerance of a step; atol: absolute tolerance (None: chosen from the mechanism);
    first_step, max_step: in s (None: chosen automatically, no limit).
    """

    name: ClassVar[str] = "dop853"
    order: ClassVar[int] = 8


Integrator = RK4 | DormandPrince | DOP853
_BY_WORD: dict[str, type[DormandPrince] | type[DOP853]] = {"dormand_prince": DormandPrince, "dop853": DOP853}
_KNOWN_ELSEWHERE_AS = {
    "rk45": "dormand_prince",
    "dopri5": "dormand_prince",
    "ode45": "dormand_prince",
    "dp5": "dormand_prince",
    "dop8": "dop853",
    "dopri8": "dop853",
    "runge_kutta": "rk4",
}


def integrator_from(choice: object) -> Integrator:
    """The integrator for a word ("dop853", "dormand_prince") or an object such as `RK4(step=1e-3)`."""
    if isinstance(choice, (RK4, DormandPrince, DOP853)):
        return choice
    if isinstance(choice, type) and issubclass(choice, (RK4, DormandPrince, DOP853)):
        choice = choice.name
    if not isinstance(choice, str):
        what = f"an integrator cannot be made from {choice!r}"
        raise SnodoError(Problem(what, 'give a word ("dop853") or an object (DOP853(rtol=1e-8))'))
    return _from_word(choice)


def _from_word(choice: str) -> Integrator:
    word = choice.strip().lower().replace("-", "_").replace(" ", "_")
    if word == "rk4":
        raise SnodoError(Problem("the integrator rk4 needs a step", "write RK4(step=1e-3), with the step in s"))
    if word not in _BY_WORD:
        other = _KNOWN_ELSEWHERE_AS.get(word)
        remedy = f"here it is called {other!r}" if other else suggestion(word, ["rk4", *_BY_WORD])
        raise NameNotFound(Problem(f"there is no integrator called {choice!r}", remedy))
    return _BY_WORD[word]()
