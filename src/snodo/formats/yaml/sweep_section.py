"""The section `sweep` of a file, read and written.

sweep:
  vary: {crank: 80 mm .. 200 mm in 25, A.angle: [0, 30 deg, 60 deg]}
  outputs: [B.reaction max, rod.angle final]
"""

from __future__ import annotations

from typing import Any

from snodo.errors import suggestion
from snodo.formats.yaml.document import Document, Node
from snodo.formats.yaml.fields import shape_of
from snodo.formats.yaml.time_functions import Note
from snodo.mechanism.sweep_settings import SAMPLINGS, SweepSettings

WORDS = {
    "vary": "parameters and initial values by name: `80 mm .. 200 mm in 25`, a list of values, "
    "or for samples a range `80 mm .. 200 mm`",
    "outputs": "what is kept of each member, such as `B.reaction max`; default: the coordinates of the joints",
    "sampling": "`grid` (default: all combinations), `latin_hypercube` or `sobol`",
    "members": "number of samples",
    "seed": "seed of the samples; default: 0",
}
EXAMPLE = "sweep: {vary: {crank: 80 mm .. 200 mm in 25}, outputs: [B.reaction max]}"


def read_sweep(node: Node, document: Document, note: Note) -> SweepSettings:
    """The settings of a sweep; what is wrong is noted."""
    found: dict[str, Any] = {}
    for word, inside in node.value.items():
        if word not in WORDS:
            note(inside.line, f"there is no field {word!r}", suggestion(word, WORDS))
        elif _READ[word](inside) is None:
            note(inside.line, f"{word} is {shape_of(inside)}, but {_EXPECTED[word]}", f"write {EXAMPLE}")
        else:
            found[word] = _READ[word](inside)
    found.setdefault("sampling", "grid")
    if found["sampling"] not in SAMPLINGS:
        note(node.line, f"sampling: {found['sampling']!r} is not known", f"choose {', '.join(SAMPLINGS)}")
        found["sampling"] = "grid"
    if (found["sampling"] == "grid") == ("members" in found):
        grid = found["sampling"] == "grid"
        what = "a grid has as many members as its values give" if grid else f"{found['sampling']} needs members"
        note(
            node.line, what, "leave out members, or write sampling: latin_hypercube" if grid else "write members: 1000"
        )
        found = {word: value for word, value in found.items() if word not in ("members", "sampling")}
    return SweepSettings(**found, where=document.at(node.line))


def sweep_data(settings: SweepSettings) -> dict[str, Any]:
    """The settings as plain data for a file."""
    data: dict[str, Any] = {"vary": {name: _plain(given) for name, given in settings.vary.items()}}
    data["outputs"] = list(settings.outputs)
    data["sampling"] = settings.sampling if settings.sampling != "grid" else ""
    data |= {"members": settings.members or "", "seed": settings.seed or ""}
    return {word: value for word, value in data.items() if value not in ({}, [], "")}


def _plain(given: Any) -> Any:
    return list(given) if isinstance(given, list | tuple) else given


def _vary(node: Node) -> dict[str, Any] | None:
    """Texts and lists by name."""
    if not isinstance(node.value, dict) or not node.value:
        return None
    found = {name: inside.plain() for name, inside in node.value.items()}
    return found if all(map(_values, found.values())) else None


def _values(given: Any) -> bool:
    each = given if isinstance(given, list) and given else [given]
    return all(isinstance(one, int | float | str) and not isinstance(one, bool) for one in each)


def _outputs(node: Node) -> tuple[str, ...] | None:
    texts = [one.value for one in node.value] if isinstance(node.value, list) else [node.value]
    return tuple(texts) if texts and all(isinstance(text, str) for text in texts) else None


def _whole(node: Node) -> int | None:
    return node.value if isinstance(node.value, int) and not isinstance(node.value, bool) else None


_READ = {
    "vary": _vary,
    "outputs": _outputs,
    "sampling": lambda node: node.value if isinstance(node.value, str) else None,
    "members": _whole,
    "seed": _whole,
}
_EXPECTED = {
    "vary": "a table of names and values is expected",
    "outputs": "a list of texts is expected",
    "sampling": "a word is expected",
    "members": "a whole number is expected",
    "seed": "a whole number is expected",
}
