"""The option --set: values of the parameters of a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism

Values = Sequence[tuple[str, str]]
"""Names and values of parameters."""


class Setting(click.ParamType):
    """A parameter and its value: `crank=0.12`, `"crank=120 mm"`."""

    name = "setting"

    def get_metavar(self, param: Any, ctx: Any = None) -> str:
        """Placeholder in the help."""
        return "NAME=VALUE"

    def convert(self, value: Any, param: Any, ctx: Any) -> tuple[str, str]:
        """The name and the text of the value."""
        if isinstance(value, tuple):
            return value
        name, sign, text = str(value).partition("=")
        if not (name.strip() and sign and text.strip()):
            self.fail(f"{value!r} is not of the form NAME=VALUE, such as crank=0.12", param, ctx)
        return name.strip(), text.strip()


def setting(command: Any) -> Any:
    """Give a command the option --set."""
    return click.option(
        "--set",
        "values",
        multiple=True,
        type=Setting(),
        help='Value of a parameter of the file, such as crank=0.12 or "crank=120 mm"; may be repeated.',
    )(command)


def loaded(file: Path, values: Values) -> Mechanism:
    """The mechanism of a file, with these values of its parameters."""
    from snodo.formats.files import load_with

    names = [name for name, _ in values]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise click.UsageError(f"--set: {twice} is given twice")
    return load_with(file, {}, dict(values), "--set")
