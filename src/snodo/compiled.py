"""Kernels by name, for the layers above: compiled, or taken from the cache, when they are first asked for.

    equations = Compiled("snodo.some.kernels", Family("the equations", "rate.rate project.project"))
    equations.rate(t, y, ydot, model)

Nothing is imported before that.  The entries of a family are needed by the same work: on a machine that does not have
them yet they are compiled together, and the user reads one line.
"""

from __future__ import annotations

from functools import cache, cached_property
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple


class Family(NamedTuple):
    """Entries that are compiled together."""

    what: str
    """Its name in messages."""
    entries: str
    """`file.entry`, with spaces between them."""
    beside: str = ""
    """Entries of other families that the same work needs, in full: compiled by a second process meanwhile."""


class Compiled:
    """The entries of a folder of kernels, as attributes."""

    def __init__(self, folder: str, *families: Family) -> None:
        self._folder = folder
        self._families = {path.rpartition(".")[2]: family for family in families for path in family.entries.split()}

    def __getattr__(self, name: str) -> Any:
        family = vars(self).get("_families", {}).get(name)
        if family is None:
            raise AttributeError(f"{name!r} is not a kernel of {vars(self).get('_folder')}")
        from snodo import _jit

        paths = [f"{self._folder}.{path}" for path in family.entries.split()]
        path = next(path for path in paths if path.endswith(f".{name}"))
        found = _jit.compiled(family.what, path, paths, family.beside.split())
        setattr(self, name, found)  # from now on it is found without coming here
        return found

    @cached_property
    def layout(self) -> ModuleType:
        """What is stored where."""
        return import_module(f"{self._folder}.layout")


@cache
def by_address(entry: Any) -> Any:
    """An entry as an argument of others, looked up once."""
    from snodo._jit import ready

    return ready(entry)


@cache
def direct(entry: Any) -> Any:
    """An entry without the look at the types of its arguments, which must be as declared.

    Functions among them make this look expensive: it takes longer than a short piece of a run.
    """
    made = getattr(entry, "overloads", None)
    return next(iter(made.values())).entry_point if made else entry
