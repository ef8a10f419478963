"""Completion in fish."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from snodo.cli.completing.grammar import Command, Option, Value

HEAD = """\
# Completion of snodo {version} in fish; write it again after an update:  snodo completion fish
function __snodo_files --description 'Folders, and files with one of the endings'
    set -l token (commandline -ct | string replace -r '^--[a-z-]+=' '')
    for path in $token*
        if test -d $path
            echo $path/
        else
            for ending in $argv
                string match -q -- "*$ending" $path; and echo $path
            end
        end
    end
end
function __snodo_list --description 'Words with commas between them'
    set -l before (commandline -ct | string replace -r '^--[a-z-]+=' '' | string replace -r '[^,]*$' '')
    for word in $argv
        echo $before$word
    end
end
complete -c snodo -e
complete -c snodo -f
complete -c snodo -n __fish_use_subcommand -s h -l help -d 'Show the help'
complete -c snodo -n __fish_use_subcommand -l version -d 'Show the version'
"""


def script(commands: Sequence[Command], version: str) -> str:
    """The script."""
    return HEAD.replace("{version}", version) + "".join(line for command in commands for line in _lines(command))


def _lines(command: Command) -> Iterator[str]:
    yield f"complete -c snodo -n __fish_use_subcommand -a {command.name} -d {quoted(command.help)}\n"
    here = f"complete -c snodo -n '__fish_seen_subcommand_from {command.name}'"
    for option in command.options:
        yield f"{here} {_names(option)}{_value(option.value)} -d {quoted(option.help)}\n"
    if command.argument is not None and _words(command.argument):
        yield f"{here} -a {_words(command.argument)}\n"


def _names(option: Option) -> str:
    return " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)


def _value(value: Value | None) -> str:
    if value is None:
        return ""
    words = _words(value)
    return f" -x -a {words}" if words else " -x"


def _words(value: Value) -> str:
    """What `-a` takes; empty if it can be anything."""
    if value.words and value.listed:
        return quoted(f"(__snodo_list {' '.join(value.words)})")
    if value.words:
        return quoted(" ".join(value.words))
    if value.endings or value.folder:
        return quoted(f"(__snodo_files {' '.join(value.endings)})")
    return ""


def quoted(text: str) -> str:
    """A word between single quotes."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
