"""`snodo completion`: the script that makes a shell complete commands, options, names and files."""

from __future__ import annotations

import click

EPILOG = """\b
bash:  snodo completion bash > ~/.local/share/bash-completion/completions/snodo
zsh:   snodo completion zsh > ~/.zfunc/_snodo      (with fpath+=~/.zfunc before compinit in ~/.zshrc)
fish:  snodo completion fish > ~/.config/fish/completions/snodo.fish"""


@click.command(epilog=EPILOG, short_help="Print the script that makes a shell complete commands.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print a script for SHELL that completes commands, options, names of choices and examples, and file endings.

    The script holds all words and starts no program: write it again after an update.
    """
    from importlib import import_module

    from snodo._version import __version__
    from snodo.cli.completing.grammar import commands

    program = context.find_root().command
    assert isinstance(program, click.Group)
    click.echo(import_module(f"snodo.cli.completing.{shell}").script(commands(program), __version__), nl=False)
