"""The series that is the rate of another, for phase portraits: A.speed of A.angle, P.vx of P.x."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snodo.errors import NameNotFound, Problem, suggestion

if TYPE_CHECKING:
    from snodo.results.result import Result

_RATES = {
    "angle": ("speed", "omega"),
    "displacement": ("speed",),
    "length": ("speed",),
    "x": ("vx",),
    "y": ("vy",),
    "z": ("vz",),
    "speed": ("acceleration",),
    "omega": ("alpha",),
    "vx": ("ax",),
    "vy": ("ay",),
    "vz": ("az",),
    **{f"w{k}": (f"alpha{k}",) for k in ("x", "y", "z", 1, 2, 3)},
}
_PLACES = ("x", "y", "z", "vx", "vy", "vz")
_COORDINATES = ("angle", "displacement", "length")


def rate_name(result: Result, name: str) -> tuple[str, str]:
    """A series and its rate, from the name of the series, or of a joint or spring with one coordinate."""
    known = set(result.names())
    series = next((n for n in (name, *(f"{name}.{word}" for word in _COORDINATES)) if n in known), "")
    if not series and not _is_measure(result, name):
        if "." in name:
            result[name]  # says which there are
        stems = dict.fromkeys(one.rpartition(".")[0] for one in known)
        raise NameNotFound(Problem(f"there is no joint, spring or series {name!r}", suggestion(name, stems)))
    for rate in _rates(result, series):
        if rate in known:
            return series, rate
    if not series:
        return name, f"{name}.speed"
    remedy = f'plot any two series against one another: result.plot("…", x="{series}")'
    raise NameNotFound(Problem(f"{series!r} has no series that is its rate", remedy))


def _rates(result: Result, series: str) -> list[str]:
    """Names that its rate may have; those of a free joint's place are in other axes and are no rates."""
    stem, _, word = series.rpartition(".")
    if word in _PLACES and stem not in (*result.mechanism.bodies, *result.mechanism.frames):
        return []
    return [*(f"{stem}.{rate}" for rate in _rates_of(word) if stem), f"{series}.speed"]


def _rates_of(word: str) -> tuple[str, ...]:
    """Words for the rate; of the angles and displacements of a joint with several coordinates too."""
    if word in _RATES:
        return _RATES[word]
    for ending in ("_angle", "_displacement"):
        if word.endswith(ending):
            return (word.removesuffix(ending) + "_speed",)
    return (f"{word}_speed",)


def _is_measure(result: Any, name: str) -> bool:
    """Whether it is a distance or angle, declared or written out."""
    from snodo.results.measures import written_measure

    return "(" in name and not name.endswith(".speed") and written_measure(result, name) is not None
