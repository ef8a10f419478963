"""Completion in zsh."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from snodo.cli.completing.grammar import Command, Option, Value

HEAD = """\
#compdef snodo
# Completion of snodo {version} in zsh; write it again after an update:  snodo completion zsh
_snodo() {
    local context state line
    typeset -A opt_args
    local -a commands
    commands=(
"""
MIDDLE = """\
    )
    _arguments -C '(- *)'{-h,--help}'[Show the help]' '(- *)--version[Show the version]' \\
        '1:command:->command' '*::argument:->argument'
    case $state in
        command) _describe -t commands command commands ;;
        argument)
            case $words[1] in
"""
TAIL = """\
            esac ;;
    esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _snodo "$@"
else
    compdef _snodo snodo
fi
"""


def script(commands: Sequence[Command], version: str) -> str:
    """The script, to be sourced or kept as `_snodo` in a folder of the function path."""
    listed = "".join(f"        {quoted(f'{command.name}:{escaped(command.help)}')}\n" for command in commands)
    return HEAD.replace("{version}", version) + listed + MIDDLE + "".join(map(_case, commands)) + TAIL


def _case(command: Command) -> str:
    words = [word for option in command.options for word in _option(option)]
    if command.argument is not None:
        words.append(quoted(f"{'*' if command.many else '1'}:{command.argument.name}:{_action(command.argument)}"))
    joined = " \\\n                    ".join(words)
    return f"                {command.name}) _arguments \\\n                    {joined} ;;\n"


def _option(option: Option) -> Iterator[str]:
    """A word of `_arguments` for each name; of one that may not be repeated, each name excludes the others."""
    before = "*" if option.repeated else f"({' '.join(option.names)})"
    behind = f":{escaped(option.value.name)}:{_action(option.value)}" if option.value is not None else ""
    for name in option.names:
        yield quoted(f"{before}{name}[{escaped(option.help)}]{behind}")


def _action(value: Value) -> str:
    if value.words:
        return f"_values -s , word {' '.join(value.words)}" if value.listed else f"({' '.join(value.words)})"
    if value.endings:
        return f'_files -g "{_pattern(value.endings)}"'
    return "_files -/" if value.folder else " "


def _pattern(endings: Sequence[str]) -> str:
    """Files with these endings; one alone stands without parentheses, which would mean a property of files."""
    words = [ending[1:] for ending in endings]
    return f"*.({'|'.join(words)})" if len(words) > 1 else f"*.{words[0]}"


def escaped(text: str) -> str:
    """Text without the signs that mean something to `_arguments`."""
    return text.replace("\\", "\\\\").replace(":", "\\:").replace("[", "\\[").replace("]", "\\]")


def quoted(text: str) -> str:
    """A word between single quotes."""
    return "'" + text.replace("'", "'\\''") + "'"
