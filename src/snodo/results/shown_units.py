"""Units that plots and tables are asked for: degrees, rpm, millimetres.

    units="deg"                             all that is an angle
    units=["deg", "rpm", "mm"]              each unit for what it fits
    units={"angle": "deg", "P.x": "mm"}     by kind of quantity, or by the name of a series, which comes first

A unit that fits nothing is an error, and so is one of two that fit the same series: nothing is ignored.  Energies are
in joules and torques in newton metres, although they have the same dimension.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from snodo.errors import Problem, suggestion
from snodo.math.units import EXAMPLES, SI_UNIT, UnitError, unit

UnitsLike: TypeAlias = str | Sequence[str] | Mapping[str, str] | None
"""One unit, several, or a unit for each kind of quantity or series."""

_ENERGY = unit("J").dimension
_FORMS = 'write units="deg", units=["deg", "rpm"] or units={"angle": "deg"}'
_SUPERSCRIPTS = {"^2": "²", "^3": "³", "^-1": "⁻¹", "^-2": "⁻²", "**": "^", "*": " ", "·": " "}
MOST_LISTED = 6


@dataclass
class _Wanted:
    """One unit that was asked for: for which series or kind (empty: for all it fits), and whether it was used."""

    text: str
    of: str
    used: bool = False

    def fits(self, name: str, own: str) -> bool:
        """Whether it is a unit of this series."""
        if self.of and self.of not in (*kinds_of(own), name) and not name.startswith(f"{self.of}."):
            return False
        return same_kind(own, self.text)


@dataclass
class ShownUnits:
    """The unit in which every series is shown."""

    units: UnitsLike = None
    _wanted: list[_Wanted] = field(init=False)
    _asked: dict[str, str] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Read what was asked for; all units must exist."""
        self._wanted = list(_read(self.units))
        for wanted in self._wanted:
            unit(wanted.text)

    def of(self, name: str, own: str) -> tuple[str, float]:
        """The unit of a series as it is written beside its numbers, and by what to multiply its SI numbers."""
        self._asked.setdefault(name, own)
        found = [wanted for wanted in self._wanted if wanted.fits(name, own)]
        named = [w for w in found if w.of and w.of not in SI_UNIT]
        for wanted in found:
            wanted.used = True
        if not found:
            return own, 1.0
        if len({w.text for w in named or found}) > 1:
            texts = " and ".join(repr(w.text) for w in named or found)
            raise UnitError(
                Problem(f"{name}: {texts} both fit", f'choose one, as in units={{"{name}": "{found[0].text}"}}')
            )
        chosen = (named or found)[0]
        return tidy(chosen.text), 1.0 / unit(chosen.text).factor

    def converted(self, name: str, own: str, values: np.ndarray) -> tuple[str, np.ndarray]:
        """The unit and the numbers of a series in it; SI numbers are not touched."""
        text, factor = self.of(name, own)
        return text, values if factor == 1.0 else values * factor

    def check(self) -> None:
        """Raise UnitError if a unit fitted nothing that was asked for."""
        problems = [_unused(wanted, self._asked) for wanted in self._wanted if not wanted.used]
        if problems:
            raise UnitError(problems)


def fitting(units: UnitsLike, series: Mapping[str, str]) -> UnitsLike:
    """Those of the units that fit some of these series, given by name with their own units."""
    wanted = [w for w in _read(units) if any(w.fits(name, own) for name, own in series.items())]
    return {w.of: w.text for w in wanted} if isinstance(units, Mapping) else [w.text for w in wanted]


def _read(units: UnitsLike) -> Iterable[_Wanted]:
    if units is None:
        return []
    if isinstance(units, str):
        return [_Wanted(units, "")]
    if isinstance(units, Mapping):
        pairs = list(units.items())
    elif isinstance(units, Sequence):
        pairs = [("", text) for text in units]
    else:
        raise UnitError(Problem(f"units is {units!r}", _FORMS))
    for of, text in pairs:
        if not isinstance(of, str) or not isinstance(text, str):
            raise UnitError(Problem(f"units has {text!r}{f' for {of!r}' if of else ''}", _FORMS))
    return [_Wanted(text, _kind(of)) for of, text in pairs]


def _kind(word: str) -> str:
    kind = word.strip().replace(" ", "_")
    return kind if kind in SI_UNIT else word


def same_kind(own: str, wanted: str) -> bool:
    """Whether a number in one unit can be given in the other; a torque is no energy."""
    dimension = unit(wanted).dimension
    if dimension != _dimension(own):
        return False
    return dimension != _ENERGY or ("J" in wanted) == ("J" in own)


def _dimension(own: str) -> tuple[int, ...]:
    """Exponents of a series' own unit; of one that is no unit of ours, none."""
    try:
        return unit(own).dimension
    except UnitError:
        return ()


def kinds_of(own: str) -> list[str]:
    """What a number in this unit is: an angle, a force, …"""
    return [kind for kind, si in SI_UNIT.items() if same_kind(own, si)]


def tidy(text: str) -> str:
    """A unit as it is printed: N*mm as N mm, mm/s^2 as mm/s²."""
    for written, shown in _SUPERSCRIPTS.items():
        text = text.replace(written, shown)
    return " ".join(text.split())


def _unused(wanted: _Wanted, asked: Mapping[str, str]) -> Problem:
    """Why a unit fitted nothing, and which ones would."""
    of = wanted.of
    own = {name: unit for name, unit in asked.items() if not of or name == of or name.startswith(f"{of}.")}
    if of in SI_UNIT:
        own = {name: unit for name, unit in asked.items() if of in kinds_of(unit)}
        if own or not same_kind(SI_UNIT[of], wanted.text):
            what = f"{wanted.text!r} is no unit of {of.replace('_', ' ')}"
            return Problem(what, f"units that fit: {', '.join(EXAMPLES[of])}")
    if of and not own:
        what = f"units names {of!r}, which is none of the series and no kind of quantity here"
        return Problem(what, suggestion(of, dict.fromkeys([*asked, *_kinds_here(asked)])))
    listed = [f"{name} is in {unit}{_others(unit)}" for name, unit in list(own.items())[:MOST_LISTED]]
    more = [f"and {len(own) - MOST_LISTED} more"] if len(own) > MOST_LISTED else []
    return Problem(
        f"{wanted.text!r} does not fit: {'; '.join([*listed, *more])}", "choose a unit that fits, or omit it"
    )


def _kinds_here(asked: Mapping[str, str]) -> list[str]:
    return list(dict.fromkeys(kind for own in asked.values() for kind in kinds_of(own)))


def _others(own: str) -> str:
    texts = [text for kind in kinds_of(own)[:1] for text in EXAMPLES[kind][1:]]
    return f" (also {', '.join(texts)})" if texts else ""
