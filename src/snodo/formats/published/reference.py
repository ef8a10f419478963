"""The reference of the file format, made from the fields of the parts: one page for each section.

The pages are in `docs/reference/file_format`; `python -m snodo.formats.published.publish` writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from snodo.formats.published import introductions, parameters_page, prose
from snodo.formats.published.part_examples import EXAMPLES, FREEDOMS, NOTES
from snodo.formats.published.tables import function_field, kind_row, pretty, table
from snodo.formats.yaml.sweep_section import WORDS as OF_SWEEPS
from snodo.formats.yaml.time_functions import FUNCTION_WORDS, function_fields
from snodo.formats.yaml.words import SECTIONS, UNNAMED, primary_fields, secondary_fields
from snodo.math import units
from snodo.mechanism.body import Body
from snodo.mechanism.controllers import Controller
from snodo.mechanism.drivers import Driver
from snodo.mechanism.events import Event
from snodo.mechanism.frame import Frame
from snodo.mechanism.joints import Joint
from snodo.mechanism.part import Part
from snodo.mechanism.run_settings import RunSettings
from snodo.mechanism.shapes.material import MATERIALS
from snodo.mechanism.states import State
from snodo.mechanism.tables import NamedTable
from snodo.mechanism.velocity_constraints import OnVelocities

_MADE = "<!-- made by `python -m snodo.formats.published.publish`; do not edit -->"
_COMMON_OF_BODIES = tuple(secondary_fields(Body))
_COMMON_OF_JOINTS = ("at", "stiffness", "damping", "torsional_stiffness", "torsional_damping", "closed")
_SPRINGS = ("spring", "torsional_spring", "joint_spring", "friction")
_SWITCHED = ("clutch", "freewheel", "ratchet")
_LOADS = ("point_force", "torque", "joint_force")


def reference() -> dict[str, str]:
    """The pages of the reference as Markdown, by the names of their files."""
    made: dict[str, Callable[[], list[str]]] = {
        "index.md": lambda: [prose.INDEX],
        "values.md": _values,
        "parameters.md": parameters_page.page,
        "bodies.md": _bodies,
        "joints.md": _joints,
        "constraints.md": _constraints,
        "forces.md": _forces,
        "drivers.md": _drivers,
        "contacts.md": _contacts,
        "events.md": _events,
        "states.md": _states,
        "signals.md": lambda: [introductions.SIGNALS],
        "controllers.md": _controllers,
        "tables.md": _tables,
        "functions.md": _functions,
        "start.md": lambda: [prose.START],
        "robots.md": lambda: [prose.ROBOTS],
        "run.md": _run,
        "sweep.md": _sweep,
    }
    return {name: _page("\n".join(lines())) for name, lines in made.items()}


def _page(text: str) -> str:
    title, rest = text.strip().split("\n", 1)
    return f"{title}\n\n{_MADE}\n{rest}\n"


# ---------------------------------------------------------------- pages
def _values() -> list[str]:
    kinds = {kind: those for kind, those in units.EXAMPLES.items() if kind != "number"}
    rows = [f"| {kind.replace('_', ' ')} | {pretty(those[0])} | {_words(those)} |" for kind, those in kinds.items()]
    return [prose.VALUES, "| quantity | unit of plain numbers | write |", "|---|---|---|", *rows]


def _bodies() -> list[str]:
    kinds = SECTIONS["bodies"]
    lines = [introductions.BODIES, *_choice(kinds), "", "## Give what every body has\n", introductions.EVERY_BODY]
    lines += [*table(secondary_fields(Body).items()), introductions.MATERIALS, "| material | kg/m³ |", "|---|---|"]
    lines += [*(f"| `{word}` | {rho:g} |" for word, rho in MATERIALS.items()), "", "## Choose a shape\n"]
    for cls in kinds.values():
        lines += _part("bodies", cls, _COMMON_OF_BODIES)
    return [*lines, introductions.FRAMES, *_block("frames", ""), *table(secondary_fields(Frame).items())]


def _joints() -> list[str]:
    kinds = SECTIONS["joints"]
    lines = [
        introductions.JOINTS,
        "| kind | free | what it does |",
        "|---|---|---|",
    ]
    lines += [_joint_row(word, kinds[word]) for word in FREEDOMS]
    common, first = secondary_fields(Joint), kind_row("revolute", primary_fields(Joint))
    lines += [
        introductions.EVERY_JOINT,
        *table(((key, common[key]) for key in _COMMON_OF_JOINTS), first),
        introductions.ELASTIC,
    ]
    for title, space in (("Join bodies in the plane or in space", False), ("Join bodies in space", True)):
        those = {word: kinds[word] for word in FREEDOMS if (FREEDOMS[word][0] == "–") is space}
        lines += _group(title, "joints", those, _COMMON_OF_JOINTS)
    return lines


def _constraints() -> list[str]:
    kinds = SECTIONS["constraints"]
    slow = {word: cls for word, cls in kinds.items() if issubclass(cls, OnVelocities)}
    rest = {word: cls for word, cls in kinds.items() if word not in slow}
    lines = [introductions.CONSTRAINTS, *_choice(kinds), ""]
    return [*lines, *_group("Relate positions", "constraints", rest), *_group("Relate velocities", "constraints", slow)]


def _forces() -> list[str]:
    kinds = SECTIONS["forces"]
    others = [word for word in kinds if word not in (*_SPRINGS, *_SWITCHED, *_LOADS)]
    lines = [introductions.FORCES, *_choice(kinds), ""]
    groups: dict[str, Sequence[str]] = {
        "Add springs, dampers and friction": _SPRINGS,
        "Hold and let go": _SWITCHED,
        "Apply loads": _LOADS,
        "Write your own law": others,
    }
    for title, words in groups.items():
        lines += _group(title, "forces", {word: kinds[word] for word in words})
    return lines


def _drivers() -> list[str]:
    return [introductions.DRIVERS, *table(secondary_fields(Driver).items()), introductions.DRIVERS_END]


def _contacts() -> list[str]:
    kinds = SECTIONS["contacts"]
    lines = [introductions.CONTACTS, *_choice(kinds), ""]
    return [*lines, *(line for cls in kinds.values() for line in _part("contacts", cls))]


def _events() -> list[str]:
    return [introductions.EVENTS, *table(secondary_fields(Event).items())]


def _states() -> list[str]:
    return [introductions.STATES, *table(secondary_fields(State).items())]


def _controllers() -> list[str]:
    return [introductions.CONTROLLERS, *table(secondary_fields(Controller).items())]


def _tables() -> list[str]:
    return [introductions.TABLES, *table(secondary_fields(NamedTable).items()), introductions.TABLES_END]


def _functions() -> list[str]:
    lines = [introductions.FUNCTIONS, "| function | what it is |", "|---|---|"]
    lines += [f"| [`{word}`](#{word}) | {_sentence(cls)} |" for word, cls in FUNCTION_WORDS.items()]
    lines += ["", "## Fill in its keys\n", introductions.FUNCTION_KEYS]
    for word, cls in FUNCTION_WORDS.items():
        lines += [f"### {word}\n", f"```yaml\n{introductions.FUNCTION_EXAMPLES[word]}\n```\n"]
        lines += [*(f"- {function_field(spec)}" for spec in function_fields(cls).values()), ""]
    return lines


def _run() -> list[str]:
    return [introductions.RUN, *table(secondary_fields(RunSettings).items()), introductions.RUN_END]


def _sweep() -> list[str]:
    rows = [f"| `{word}` | {told} |" for word, told in OF_SWEEPS.items()]
    return [introductions.SWEEP, "| key | meaning |", "|---|---|", *rows, "", introductions.SWEEP_END]


# ---------------------------------------------------------------- parts
def _choice(kinds: Mapping[str, type[Part]]) -> list[str]:
    """A table of kinds with what each is."""
    rows = (f"| [`{word}`](#{word}) | {_sentence(cls)} |" for word, cls in kinds.items())
    return ["| kind | what it is |", "|---|---|", *rows]


def _joint_row(word: str, cls: Any) -> str:
    plane, space = FREEDOMS[word]
    known = cls.noun.split()[:1] == [word] or cls.noun.lower() in _sentence(cls).lower()
    other = "" if known else cls.noun
    name = f"{other[0].upper()}{other[1:]}. " if other else ""
    return f"| [`{word}`](#{word}) | {plane}, {space} | {name}{_sentence(cls)} |"


def _group(title: str, section: str, kinds: Mapping[str, type[Part]], common: tuple[str, ...] = ()) -> list[str]:
    return [f"## {title}\n", *(line for cls in kinds.values() for line in _part(section, cls, common))]


def _part(section: str, cls: type[Part], common: tuple[str, ...] = ()) -> list[str]:
    """Heading, sentence, example, notes and table of one kind; keys that all kinds share are only named."""
    named, primary = cls is not UNNAMED.get(section), primary_fields(cls)
    fields = secondary_fields(cls)
    shared = [key for key in fields if key in common]
    own = [(key, spec) for key, spec in fields.items() if key not in common]
    first = kind_row(cls.kind, primary) if named and not issubclass(cls, Joint) else ""
    lines = [f"### {cls.kind}\n", f"{_sentence(cls)}\n", *_block(section, cls.kind)]
    lines += [f"{note}\n" for note in NOTES.get((section, cls.kind), ())]
    lines += table(own, first) if own or first else []
    return [*lines, *_also(section, cls, shared)]


def _also(section: str, cls: type[Part], shared: Iterable[str]) -> list[str]:
    """The keys of every body that this one has too; of joints, whether it can be elastic."""
    if section == "joints":
        return [] if getattr(cls, "may_be_elastic", True) else ["It is always rigid.\n"]
    return [f"As [every body](#give-what-every-body-has): {_words(shared)}.\n"] if shared else []


def _block(section: str, kind: str) -> list[str]:
    text = EXAMPLES[section][kind].replace("\n", "\n  ")
    return [f"```yaml\n{section}:\n  {text}\n```\n"]


def _words(those: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in those)


def _sentence(cls: type) -> str:
    return (cls.__doc__ or "").split("\n")[0].replace("|", "/")
