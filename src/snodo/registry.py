"""The words by which users choose: formulations, constraint methods, integrators, joints, constraints and forces.

A thing that can be chosen is a class with a word, its `name` (of a joint, constraint or force: its `kind`), and to
define the class is to register it:

    class Heun(sn.FixedStep):
        name = "heun"
        ...

From then on its word is understood wherever words are: by `sn.simulate` and `sn.compare`, in the section `run` of a
file, on the command line.  Nothing else lists words.  A base class that is not chosen itself says `abstract=True`.

The tables are at the bottom of the library so that every layer can use them.  The built-in classes are not named
here: when a table is first asked, the modules in its `homes` are imported by name, and register what they define.
Then come the modules that other packages have named as entry points of the group "snodo", so that the command line
knows their words too:

    [project.entry-points.snodo]
    heun = "my_package.heun"
"""

from __future__ import annotations

import pkgutil
import re
import threading
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, ClassVar

from snodo.errors import NameNotFound, Problem, SnodoError, suggestion

PACKAGE = __name__.partition(".")[0]


class Registry(Mapping[str, type[Any]]):
    """The classes of one kind by name; the default comes first, then the built-in ones, then those of users."""

    def __init__(self, kind: str, homes: tuple[str, ...], *, default: str = "", word: str = "name") -> None:
        """Homes: modules, or packages of modules, that define the built-in classes; word: the attribute that has it."""
        self.kind, self.default, self._attribute = kind, default, word
        self.a_kind = f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
        self._homes, self._loaded = homes, False
        self._modules: list[str] = []
        self._classes: dict[str, type[Any]] = {}
        self._lock = threading.RLock()

    def __repr__(self) -> str:
        return f"Registry({self.kind}: {', '.join(self)})"

    # ---------------------------------------------------------------- asking
    def __iter__(self) -> Iterator[str]:
        self._load()
        return iter(sorted(self._classes, key=self._rank))

    def __len__(self) -> int:
        self._load()
        return len(self._classes)

    def _rank(self, word: str) -> tuple[bool, int]:
        """The same whatever was imported first."""
        module = self._classes[word].__module__
        return word != self.default, self._modules.index(module) if module in self._modules else len(self._modules)

    def built_in(self) -> list[str]:
        """The words of this library, without those of users."""
        return [word for word in self if _is_ours(self._classes[word])]

    def __getitem__(self, word: object) -> type[Any]:
        """The class of a word; an unknown one raises NameNotFound with the nearest that there are."""
        self._load()
        key = normalised(word)
        if key not in self._classes:
            raise NameNotFound(Problem(f"there is no {self.kind} {word!r}", self._remedy(key)))
        return self._classes[key]

    def _remedy(self, key: str) -> str:
        for word, found in self._classes.items():
            if key in getattr(found, "known_elsewhere_as", ()):
                return f"here it is called {word!r}"
        return suggestion(key, self)

    # ---------------------------------------------------------------- registering
    def add(self, cls: type[Any]) -> None:
        """Register a class under its word; the same class defined again, as in a notebook, replaces the first."""
        if not _is_ours(cls):
            self._load()
        word = self._word_of(cls)
        taken = self._classes.get(word)
        if taken is not None and _full_name(taken) != _full_name(cls):
            what = f"{_full_name(cls)}: there is already {self.a_kind} {word!r}, {_full_name(taken)}"
            raise SnodoError(Problem(what, "give the class another name"))
        self._classes[word] = cls

    def _word_of(self, cls: type[Any]) -> str:
        word = cls.__dict__.get(self._attribute)
        if word is None:
            what = f"{_full_name(cls)}: {self.a_kind} needs a name of its own"
            example = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()
            remedy = f'give the class one ({self._attribute} = "{example}"), or pass abstract=True'
            raise SnodoError(Problem(what, remedy))
        if not isinstance(word, str) or not re.fullmatch(r"[a-z][a-z0-9_]*", word):
            what = f"{_full_name(cls)}: {self._attribute} = {word!r} cannot be the name of {self.a_kind}"
            raise SnodoError(Problem(what, "use lowercase letters, digits and underscores, beginning with a letter"))
        return word

    def _load(self) -> None:
        """Import the homes and the modules of other packages, once."""
        if self._loaded:
            return
        with self._lock:
            self._modules = [module for home in self._homes for module in _modules_in(home)]
            for module in self._modules:
                import_module(module)
            self._loaded = True
        _load_entry_points()


def _modules_in(home: str) -> list[str]:
    """The modules of a package, or the module itself."""
    inside = pkgutil.iter_modules(getattr(import_module(home), "__path__", ()))
    return [f"{home}.{found.name}" for found in inside if not found.ispkg] or [home]


_FROM_OUTSIDE: set[str] = set()
"""Entry points that were loaded."""


def _load_entry_points() -> None:
    """Import the modules that other packages have named for us."""
    from importlib.metadata import entry_points

    for point in entry_points(group=PACKAGE):
        if point.value in _FROM_OUTSIDE:
            continue
        _FROM_OUTSIDE.add(point.value)
        try:
            point.load()
        except Exception as error:
            what = f"the module {point.value}, an entry point of snodo, cannot be imported: {error}"
            raise SnodoError(Problem(what, "fix or uninstall its package")) from error


class Registered:
    """A base class of things that are chosen by a word: `class Integrator(Registered, registry=INTEGRATORS)`."""

    registry: ClassVar[Registry]
    known_elsewhere_as: ClassVar[tuple[str, ...]] = ()
    """Words of other programs for the same thing, for the message about an unknown word."""
    cites: ClassVar[tuple[str, ...]] = ()
    """Keys of the works that it follows (`citations.py`); of a user's class, BibTeX entries may stand there too."""
    cites_with: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Keys that a parameter adds, by how the object is printed: {"index='stabilised'": …}."""

    def __init_subclass__(cls, *, registry: Registry | None = None, abstract: bool = False, **more: Any) -> None:
        super().__init_subclass__(**more)
        if registry is not None:
            cls.registry = registry
        elif not abstract:
            cls.registry.add(cls)


def normalised(word: object) -> str:
    """A word as users may write it ("Dormand-Prince") in the form in which it is registered."""
    return str(word).strip().lower().replace("-", "_").replace(" ", "_")


def _is_ours(cls: type[Any]) -> bool:
    return cls.__module__.partition(".")[0] == PACKAGE


def _full_name(cls: type[Any]) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


FORMULATIONS = Registry(
    "formulation",
    ("snodo.formulations.planar.planar", "snodo.formulations.tree.tree", "snodo.formulations.spatial.spatial"),
)
METHODS = Registry("constraint method", ("snodo.constraint_methods",), default="projection")
INTEGRATORS = Registry(
    "integrator",
    (
        "snodo.integrators.auto",
        "snodo.integrators.explicit",
        "snodo.integrators.dae.radau",
        "snodo.integrators.dae.generalized_alpha",
    ),
    default="auto",
)
JOINTS = Registry("joint", ("snodo.mechanism.joints",), word="kind")
CONSTRAINTS = Registry(
    "constraint",
    ("snodo.mechanism.constraints", "snodo.mechanism.transmissions", "snodo.mechanism.velocity_constraints"),
    word="kind",
)
FORCES = Registry(
    "force", ("snodo.mechanism.forces", "snodo.mechanism.elements", "snodo.mechanism.cables"), word="kind"
)
CONTACTS = Registry("contact", ("snodo.mechanism.contacts",), word="kind")
"""Parts have a name of their own; their word is their `kind`."""
REGISTRIES = {"formulation": FORMULATIONS, "method": METHODS, "integrator": INTEGRATORS}
"""By the words of `sn.simulate`, of the section `run` in files and of the command line."""
