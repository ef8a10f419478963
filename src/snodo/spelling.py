"""Misspelt attributes and arguments in Python: the same "did you mean" as in a file, at the user's line.

An attribute that does not exist is still an `AttributeError` and an argument a `TypeError`: `hasattr`, `getattr` with a
default and whatever probes objects work as ever.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import cache, wraps
from typing import TYPE_CHECKING, Any, TypeVar, Unpack, get_origin, get_type_hints

from snodo.errors import ArgumentNotFound, AttributeNotFound, Problem, suggestion, user_line

Called = TypeVar("Called", bound=Callable[..., Any])


class Spelled:
    """An object that names the nearest of its attributes where one does not exist."""

    if not TYPE_CHECKING:  # a type checker would take every misspelling for an attribute

        def __getattr__(self, name: str) -> Any:
            if hasattr(type(self), name):  # a property that raised: let it say why
                return object.__getattribute__(self, name)
            raise no_attribute(
                name, f"a {type(self).__name__}", lambda: self._instead_of(name) or nearest(name, dir(self))
            )

    def _instead_of(self, name: str) -> str:
        """Remedy for a name that means something elsewhere; empty if there is none."""
        return ""


def no_attribute(name: str, owner: str, remedy: Callable[[], str]) -> AttributeError:
    """The error for an attribute that does not exist; names with underscores are asked for by programs, not people."""
    if name.startswith("_"):
        return AttributeError(f"{owner} has no attribute {name!r}")
    error = AttributeNotFound(f"{owner} has no attribute {name!r}", user_line(), remedy)
    error.name = name  # without `obj`: the interpreter would guess once more
    return error


def nearest(name: str, known: Iterable[str]) -> str:
    """Remedy for a misspelt name: the nearest of those that are meant for people."""
    return suggestion(name, [word for word in known if not word.startswith("_")])


class SpelledArguments:
    """An object whose class names the nearest of its arguments where one does not exist."""

    if not TYPE_CHECKING:  # a type checker reads the arguments of `__init__`

        def __new__(cls, *args: Any, **words: Any) -> Any:
            """Check the words before the class reads them."""
            known = _arguments(cls.__init__) if words else frozenset()
            strange = [word for word in words if known and word not in known]
            if strange:
                raise ArgumentNotFound([_no_argument(cls.__init__, word, known, cls.__name__) for word in strange])
            return super().__new__(cls)


Explained = Callable[[Callable[..., Any], str, tuple[Any, ...]], Problem | None]
"""What is wrong with a word that means something elsewhere, from the function, the word and the arguments; or None."""


def spelled(function: Called, explained: Explained | None = None) -> Called:
    """The function, which names the nearest of its arguments where one does not exist, or explains it."""

    @wraps(function)
    def checked(*args: Any, **words: Any) -> Any:
        if words:
            known = _arguments(function)
            if known and not words.keys() <= known:
                strange = [word for word in words if word not in known]
                told = [explained(function, word, args) if explained else None for word in strange]
                found = [t or _no_argument(function, word, known) for t, word in zip(told, strange)]
                raise ArgumentNotFound(found)
        return function(*args, **words)

    return checked  # type: ignore[return-value]


@cache
def _arguments(function: Callable[..., Any]) -> frozenset[str]:
    """Names of all arguments, also of those behind `**more: Unpack[…]`; empty if it takes any."""
    names: set[str] = set()
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.VAR_KEYWORD:
            words = get_type_hints(function)[parameter.name]
            if get_origin(words) is not Unpack:
                return frozenset()
            names |= set(get_type_hints(words.__args__[0]))
        elif parameter.kind is not parameter.VAR_POSITIONAL:
            names.add(parameter.name)
    return frozenset(names)


def _no_argument(function: Callable[..., Any], word: str, known: frozenset[str], name: str = "") -> Problem:
    inside = [name for name in inspect.signature(function).parameters if name != "self"]
    listed = [*(name for name in inside if name in known), *sorted(known - {*inside, "self"})]
    near = suggestion(word, listed).replace("known names", "its arguments")
    return Problem(f"{name or function.__name__}() has no argument {word!r}", near, user_line())
