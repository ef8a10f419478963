"""Formulas of measures: laws of forces that depend on the motion, such as "-20*A.angle - 3*A.speed".

A name with a dot is a measure: a coordinate or speed of a joint (`A.angle`, `A.speed`), a place, angle or velocity of a
body or frame (`hand.z`, `hand.vz`), the length of a spring and its rate (`s.length`, `s.speed`).  A name without a dot
is a state, a signal or an output of a controller (`mechanism/states.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from snodo.errors import MechanismError, Problem, user_line
from snodo.math.expression import Expression, ExpressionError, program
from snodo.math.formula_reader import dotted_names, parse_open
from snodo.mechanism.functions.time_function import Derivatives, Function, about

MEASURED = ("force", "torque")
"""Quantities whose functions may depend on the motion."""


def measures_in(text: object) -> tuple[str, ...]:
    """Names of the measures in the text of a formula, in order; of anything else none."""
    return tuple(dict.fromkeys(dotted_names(text))) if isinstance(text, str) else ()


def names_in(text: object) -> tuple[str, ...]:
    """Names of measures, states, signals and outputs in the text of a formula; of anything else none."""
    if not isinstance(text, str):
        return ()
    dotted = measures_in(text)
    try:
        known = parse_open(text, ["t", *dotted]).variables() - {"t"}
    except ExpressionError:
        return dotted
    return (*dotted, *sorted(known.difference(dotted)))


@dataclass(frozen=True)
class MeasuredFormula(Function):
    """A formula of time and measures.

    Parameters
    ----------
    text : str
        The formula: its variables are t (time in s), measures in SI units, such as `A.angle`, and states, signals and
        outputs of controllers by their names.

    Raises
    ------
    MechanismError
        If it cannot be read.
    """

    kind: ClassVar[str] = "measured_formula"
    text: str = field(metadata=about("the formula, of t (time in s) and measures", "text"))
    expression: Expression = field(init=False, repr=False, compare=False)
    curves: tuple[Any, ...] = field(init=False, repr=False, default=())
    """Keys of the tables whose numbers are known (`tabulated.py`): formulas with other numbers are others."""
    names: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The measures, in the order of the inputs."""

    def __post_init__(self) -> None:
        """Read the text."""
        try:
            expression = parse_open(self.text, ["t", *measures_in(self.text)])
        except ExpressionError as error:
            raise MechanismError([Problem(p.what, p.remedy, user_line()) for p in error.problems]) from None
        object.__setattr__(self, "expression", expression)
        object.__setattr__(self, "names", tuple(name for name in names_in(self.text) if name in expression.variables()))

    def derivatives(self, t: float) -> Derivatives:
        """Refused: it has no value at a time alone."""
        what = f"formula {self.text} depends on {', '.join(self.names)}, not on time alone"
        raise MechanismError(Problem(what, "ask for its value along a motion: result['name.force']", user_line()))

    def pack(self, address: int = 0) -> list[float]:
        """Refused: a formulation packs it together with its measures (`formulations/arrays/measured_laws.py`)."""
        raise MechanismError(Problem(f"formula {self.text} is not a function of time", "use it as a force or torque"))

    def __str__(self) -> str:
        """The text itself."""
        return self.text

    @property
    def depends_on_time(self) -> bool:
        """Whether it has t in it."""
        return "t" in self.expression.variables()

    @property
    def program(self) -> list[float]:
        """For the stack machine: inputs are t, then the measures."""
        found: list[float] = program([self.expression], ["t", *self.names]).tolist()
        return found
