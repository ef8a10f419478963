"""As few of the first rows as act: rows that are off behind them are not evaluated while a run takes steps.

The header of a model says how many rows there are, and where the pattern of their S is.  It is written for all rows;
for rows that can act, and for those that always do, its fields have other values (`arrays/first_rows.py`), which are
put into it while compiled steps are taken.  Everybody else sees all rows.  So do guards, which exchange the fields for
the time of an evaluation (`switching/kernels/guard_values.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray


class FirstRows:
    """The equations of the first rows of a formulation, and of all of them."""

    def __init__(self, F: Formulation, least: int = 0) -> None:
        """least: how many of the first rows are needed, whether they are on or not."""
        from snodo.math.kernels.record_layout import place

        head, shorter = F.flat.header, F.flat.shorter
        self._model, self._integers = F.model, F.model.view(np.int64)
        self._rows, self._mask, self._multipliers = head.rows, head.mask_at, head.lambda_at
        names = sorted({name for own in shorter for name in own})
        self.places = np.array([place(F.layout.Header, name) for name in names], np.int64)
        """Where in the header the fields are that differ,"""
        self.values = self._integers[self.places].copy()
        """their values for all rows,"""
        self._choices = [(own["rows"], np.array([own[name] for name in names])) for own in shorter]
        """and for some of the first rows, increasing."""
        self._choices = [choice for choice in self._choices if choice[0] >= least]
        self._factored_at, self._factored = F.factored_at, 0
        self._chosen = self._rows
        self._own = F.equations_without_rows

    @property
    def equations(self) -> Any:
        """Compiled `rate` and `project` of the formulation while all rows are off, if it has some; else None."""
        return self._own if self._chosen == 0 else None

    def enter(self) -> Array | None:
        """Use as few rows as act; returns the values of the fields, None if all rows are used."""
        mask = self._model[self._mask : self._mask + self._rows]
        for rows, values in self._choices:
            if mask[rows:].max() < 0.0:
                self._integers[self.places] = values
                self._integers[self._factored_at] = self._factored if rows == self._chosen else 0
                self._model[self._multipliers + rows : self._multipliers + self._rows] = 0.0
                self._chosen = rows
                return values
        self._chosen = self._rows
        return None

    def leave(self) -> None:
        """Use all rows; they have no factors then."""
        if self._chosen < self._rows:
            self._integers[self.places] = self.values
            self._factored, self._integers[self._factored_at] = int(self._integers[self._factored_at]), 0
