"""Methods that add parameters and give them other values."""

from __future__ import annotations

from typing import Any, Self

from snodo.errors import MechanismError, Problem, user_line
from snodo.math.units import UnitError, unit
from snodo.mechanism.adding.adding import Adding
from snodo.mechanism.input_types import Quantity
from snodo.mechanism.parameters import Parameter, given_text, name_problem, resolve


class AddsParameters(Adding):
    """Parameters."""

    def parameter(
        self,
        name: str,
        value: Quantity,
        *,
        unit: str = "",
        low: Quantity | None = None,
        high: Quantity | None = None,
        description: str = "",
    ) -> Parameter:
        """Add a parameter: a named number from which other numbers of the mechanism may follow.

        Any number of a part may then be the text of a formula of parameters: "2*crank + 5 mm".

        Parameters
        ----------
        name : str
            Name: letters, digits and '_', and not the name of a unit or function.
        value : quantity
            A number, text with a unit, or a formula of other parameters, which may be added later.
        unit : str, optional
            Unit of the numbers given here; by default SI units.
        low : quantity, optional
            Smallest value that is allowed.
        high : quantity, optional
            Largest value that is allowed.
        description : str, optional
            What it means.

        Returns
        -------
        Parameter
            The parameter that was added, with its value in SI units.

        Raises
        ------
        MechanismError
            If the name is taken or means something else, or the value cannot be read or is outside its range.

        Examples
        --------
        >>> m = sn.Mechanism("slider-crank")
        >>> crank = m.parameter("crank", 120, unit="mm", low=80, high=200)
        >>> rod = m.parameter("rod", "2*crank + 5 mm")
        >>> rod.value
        0.245
        >>> m.point("B", "crank", 0)
        >>> m.points["B"]
        (0.12, 0.0)
        """
        line = user_line()
        refused = name_problem(name)
        if refused:
            raise MechanismError(Problem(*refused, line))
        if name in self.parameters:
            what = f"parameter {name!r} is given twice"
            raise MechanismError(Problem(what, f"it was first given at {self.parameters[name].where}", line))
        try:
            _check_unit(unit)
            ends = [None if end is None else given_text(end, unit) for end in (low, high)]
            new = Parameter(name, given_text(value, unit), ends[0], ends[1], str(description), line, line)
        except UnitError as error:
            problems = [Problem(f"parameter {name!r}: {p.what}", p.remedy, line) for p in error.problems]
            raise MechanismError(problems) from None
        found, problems = resolve({**self.parameters, name: new})
        problems = [p for p in problems if p.where == line and "there is no parameter" not in p.what]
        if problems:
            raise MechanismError(problems)
        self.parameters = found
        return found[name]

    def with_parameters(self, **values: Quantity) -> Self:
        """Make a copy in which parameters have other values, and all that follows from them.

        Parameters
        ----------
        **values : quantity
            New values by name: numbers in SI units, or texts with units or formulas.  Parameters of a part used again
            are named by their path: `with_parameters(**{"left/arm": 0.31})`.

        Returns
        -------
        Mechanism
            The changed copy.

        Raises
        ------
        MechanismError
            If there is no such parameter, or a value is outside its range.

        Examples
        --------
        >>> m = sn.Mechanism("pendulum")
        >>> length = m.parameter("length", 0.5, unit="m")
        >>> m.point("B", "length", 0)
        >>> longer = m.with_parameters(length=0.7)
        >>> longer.points["B"], m.points["B"]
        ((0.7, 0.0), (0.5, 0.0))
        """
        from snodo.mechanism.recalculating import with_values

        mechanism: Any = self
        changed: Self = with_values(mechanism, values, user_line())
        return changed


def _check_unit(text: str) -> None:
    if text:
        unit(text)
