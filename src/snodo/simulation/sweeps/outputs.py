"""What a sweep keeps of each member: `B.reaction max`, `rod.angle final`, and whole series only if they are asked for.

    NAME final | initial | min | max | mean | rms | peak to peak | time of max | time of min | series
    NAME        the same as NAME final, NAME min, NAME max and NAME rms

Of a series with several components, such as a reaction, the size is meant; of a reaction that is the size of its force.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import NameNotFound, Problem, SnodoError, UnsupportedError
from snodo.results.not_run import not_yet_run
from snodo.results.series import usual_names
from snodo.results.summary import extremes

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation

Array = np.ndarray
SERIES = "series"
USUAL = ("final", "min", "max", "rms")
MOST_USUAL = 8
"""Joint coordinates that are kept when no outputs are given."""
_OF_EXTREMES = {
    "min": "min",
    "max": "max",
    "mean": "mean",
    "rms": "rms",
    "peak to peak": "peak_to_peak",
    "time of max": "max_time",
    "time of min": "min_time",
}
WORDS = ("final", "initial", *_OF_EXTREMES, SERIES)


@dataclass(frozen=True)
class Output:
    """One number, or one series, of each member."""

    of: str
    """The series, as `result[...]` names it."""
    word: str
    """What is taken of it."""
    unit: str = ""
    label: str = ""
    """The long name of the series."""
    force: tuple[int, ...] = ()
    """The components of which the size is meant; none: it has one number at each time."""

    @property
    def name(self) -> str:
        """Name in the dataset."""
        return f"{self.of} {self.word}"

    def described(self) -> dict[str, Any]:
        """For the plan."""
        return {"of": self.of, "word": self.word, "unit": self.unit, "label": self.label, "force": list(self.force)}

    def series(self, values: Array) -> Array:
        """One number at each time (member, time) of a series (member, time, ...)."""
        if values.ndim == 2:
            return values
        chosen = values[..., list(self.force)]
        found: Array = np.sqrt((chosen**2).sum(axis=-1))
        return found

    def numbers(self, time: Array, values: Array) -> Array:
        """The number of each member, of a series (member, time)."""
        whole = np.isfinite(values).all(axis=1)
        found = np.full(len(values), np.nan)
        if whole.any():
            found[whole] = _OF_WHOLE[self.word](time, values if whole.all() else values[whole])
        for row in np.flatnonzero(~whole):
            found[row] = self._of_part(time, values[row])
        return found

    def _of_part(self, time: Array, values: Array) -> float:
        """The number of a series with gaps; rows at the end without a value are behind the end of the run."""
        known = np.flatnonzero(np.isfinite(values))
        if not known.size:
            return float("nan")
        last = int(known[-1])
        if self.word in ("final", "initial"):
            return float(values[last] if self.word == "final" else values[0])
        return float(getattr(extremes("", "", time[: last + 1], values[: last + 1]), _OF_EXTREMES[self.word]))


def _mean(time: Array, values: Array) -> Array:
    """Means over time, by the trapezoidal rule."""
    steps = np.diff(time)
    if not steps.sum():
        return values.mean(axis=1)
    return (0.5 * (values[:, 1:] + values[:, :-1]) * steps).sum(axis=1) / steps.sum()


_OF_WHOLE: dict[str, Callable[[Array, Array], Array]] = {
    "final": lambda time, x: x[:, -1],
    "initial": lambda time, x: x[:, 0],
    "min": lambda time, x: x.min(axis=1),
    "max": lambda time, x: x.max(axis=1),
    "mean": _mean,
    "rms": lambda time, x: np.sqrt(_mean(time, x**2)),
    "peak to peak": lambda time, x: x.max(axis=1) - x.min(axis=1),
    "time of max": lambda time, x: time[x.argmax(axis=1)],
    "time of min": lambda time, x: time[x.argmin(axis=1)],
}
"""Of series (member, time) without gaps, all at once."""


def read(text: Any) -> list[Output]:
    """The outputs that a text asks for."""
    if not isinstance(text, str) or not text.strip():
        raise UnsupportedError(Problem(f"{text!r} is no output", f"write for example 'A.angle max'; words: {_words()}"))
    found = " ".join(text.split())
    word = next((w for w in sorted(WORDS, key=len, reverse=True) if found.endswith(f" {w}")), "")
    of = found.removesuffix(word).strip()
    return [Output(of, one) for one in ([word] if word else USUAL)]


def outputs_of(F: Formulation, asked: str | Iterable[str] | None) -> tuple[Output, ...]:
    """All outputs with their units; unknown names are reported all at once."""
    empty = not_yet_run(F)
    texts = [asked] if isinstance(asked, str) else list(usual_names(F)[:MOST_USUAL] if asked is None else asked)
    if not texts:
        what = "there are no outputs" if asked is not None else "the mechanism has no joint coordinates to keep"
        raise UnsupportedError(Problem(what, "name them: outputs=['rod.x final', 'B.reaction max']"))
    found, problems = dict[str, Output](), list[Problem]()
    for text in texts:
        try:
            found |= {one.name: one for one in _with_units(empty, read(text))}
        except NameNotFound as error:
            problems += [Problem(f"output {text!r}: {p.what}", _or_word(text, p.remedy)) for p in error.problems]
        except SnodoError as error:
            problems += error.problems
    if problems:
        raise NameNotFound(problems)
    return tuple(found.values())


def _or_word(text: str, remedy: str) -> str:
    """The remedy; of a text that ends in an unknown word, all words too."""
    _, _, last = text.strip().rpartition(" ")
    return f"{remedy}; behind a name: {_words()}" if last != text.strip() else remedy


def _words() -> str:
    return ", ".join(WORDS)


def _with_units(empty: Any, outputs: Sequence[Output]) -> list[Output]:
    return [_with_unit(empty[one.of], one) for one in outputs]


def _with_unit(series: Any, one: Output) -> Output:
    label, unit = str(series.attrs.get("long_name", one.of)), str(series.attrs.get("units", ""))
    force: tuple[int, ...] = ()
    if series.ndim > 2:
        raise UnsupportedError(Problem(f"output {one.of!r} is a table at each time", "name one of its components"))
    if series.ndim == 2:
        words = list(map(str, series[series.dims[1]].values))
        unit, _, other = unit.partition(", ")
        force = tuple(k for k, word in enumerate(words) if not other or word.startswith("f"))
        label = f"size of {label}"
    if one.word == "time of max" or one.word == "time of min":
        unit = "s"
    return Output(one.of, one.word, unit, label, force)


def numbers_of(outputs: Sequence[Output], time: Array, series: dict[str, Array]) -> tuple[Array, dict[str, Array]]:
    """The numbers (member, number) and the whole series (member, time) of series (member, time, ...)."""
    found = {one.of: one.series(series[one.of]) for one in outputs}
    columns = [one.numbers(time, found[one.of]) for one in outputs if one.word != SERIES]
    count = len(next(iter(found.values())))
    numbers = np.column_stack(columns) if columns else np.zeros((count, 0))
    return numbers, {one.name: found[one.of] for one in outputs if one.word == SERIES}
