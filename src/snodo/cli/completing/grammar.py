"""What the command line takes, read from the commands themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from snodo.cli.printing import OutputFile, Word, Words

MODELS = (".yaml", ".yml", ".urdf")
"""Files that describe mechanisms."""
ANY_INPUT = (*MODELS, ".nc")
"""Files that commands may take which also know results."""
OF_MODELS = ("run", "check", "doctor", "compare", "explain")
"""Commands that take mechanisms only."""
FOLDER = "folder"


@dataclass(frozen=True)
class Value:
    """What can stand in a place: words, files with endings, a folder, or anything."""

    name: str = "value"
    words: tuple[str, ...] = ()
    listed: bool = False
    """Whether several words stand there, with commas between them."""
    endings: tuple[str, ...] = ()
    folder: bool = False


@dataclass(frozen=True)
class Option:
    """An option with all its names."""

    names: tuple[str, ...]
    help: str
    value: Value | None = None
    """None for a switch."""
    repeated: bool = False


@dataclass(frozen=True)
class Command:
    """A command with its options and its arguments."""

    name: str
    help: str
    options: tuple[Option, ...]
    argument: Value | None = None
    many: bool = False
    """Whether the argument may be repeated."""


def commands(program: click.Group) -> list[Command]:
    """All commands in alphabetical order, and what they take."""
    context = click.Context(program, info_name="snodo")
    return [_command(name, program.commands[name], context) for name in sorted(program.commands)]


def _command(name: str, command: click.Command, parent: click.Context) -> Command:
    context = click.Context(command, info_name=name, parent=parent)
    context.help_option_names = ["-h", "--help"]
    options = [_option(p) for p in command.get_params(context) if isinstance(p, click.Option)]
    arguments = [p for p in command.params if isinstance(p, click.Argument)]
    value = _argument(name, arguments[0]) if arguments else None
    return Command(name, command.get_short_help_str(80), tuple(options), value, any(p.nargs == -1 for p in arguments))


def _option(option: click.Option) -> Option:
    names = (*option.opts, *option.secondary_opts)
    value = None if option.is_flag or option.count else _value(option)
    return Option(names, _first_sentence(option.help or ""), value, option.multiple)


def _value(parameter: click.Parameter) -> Value:
    kind: Any = parameter.type
    name = str(parameter.metavar or parameter.name).lower()
    if isinstance(kind, Word):
        return Value(name, tuple(kind.known), isinstance(kind, Words))
    if isinstance(kind, click.Choice):
        return Value(name, tuple(map(str, kind.choices)))
    if isinstance(kind, OutputFile):
        return Value(name, endings=kind.endings)
    return Value(name, folder=isinstance(kind, click.Path) and name == FOLDER)


def _argument(command: str, argument: click.Argument) -> Value:
    if command == "examples":
        from snodo.formats.example_files import example_files

        return Value("example", tuple(example_files()))
    if command == "verify":
        from snodo.analyses.verification.problems import problems

        return Value("problem", tuple(problems()))
    found = _value(argument)
    if isinstance(argument.type, click.Path) and not found.folder:
        return Value("file", endings=MODELS if command in OF_MODELS else ANY_INPUT)
    return found


def _first_sentence(text: str) -> str:
    """As much of the help as fits beside an option."""
    return text.partition(";")[0].partition(" (")[0].strip().rstrip(".")
