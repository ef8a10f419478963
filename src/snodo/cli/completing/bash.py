"""Completion in bash, from version 3.2 on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from snodo.cli.completing.grammar import Command, Value

HEAD = """\
# Completion of snodo {version} in bash; write it again after an update:  snodo completion bash
_snodo_words() {
    local IFS=$' \\t\\n'
    COMPREPLY+=($(compgen -W "$1" -- "$cur"))
}
_snodo_list() {
    local IFS=$' \\t\\n' before=
    case $cur in *,*) before=${cur%,*}, ;; esac
    COMPREPLY+=($(compgen -P "$before" -W "$1" -- "${cur##*,}"))
    compopt -o nospace 2>/dev/null
}
_snodo_files() {
    local IFS=$'\\n' ending
    compopt -o filenames 2>/dev/null
    COMPREPLY+=($(compgen -d -- "$cur"))
    for ending in "$@"; do
        COMPREPLY+=($(compgen -f -X "!*$ending" -- "$cur"))
    done
}
_snodo() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= k
    COMPREPLY=()
    if [ "$cur" = "=" ]; then
        cur=
    elif [ "$prev" = "=" ]; then
        prev=${COMP_WORDS[COMP_CWORD-2]}
    fi
    for ((k = 1; k < COMP_CWORD; k++)); do
        case ${COMP_WORDS[k]} in
            -*) ;;
            *) command=${COMP_WORDS[k]}; break ;;
        esac
    done
    case "$command $prev" in
"""
MIDDLE = """\
    esac
    case "$command" in
"""
TAIL = """\
    esac
}
complete -F _snodo snodo
"""


def script(commands: Sequence[Command], version: str) -> str:
    """The script."""
    return HEAD.replace("{version}", version) + "".join(_values(commands)) + MIDDLE + "".join(_rest(commands)) + TAIL


def _values(commands: Sequence[Command]) -> Iterator[str]:
    """What stands behind an option."""
    for command in commands:
        for option in command.options:
            if option.value is not None:
                cases = "|".join(f'"{command.name} {name}"' for name in option.names)
                yield f"        {cases}) {_call(option.value)}return ;;\n"


def _rest(commands: Sequence[Command]) -> Iterator[str]:
    """Options, and what is no option."""
    yield f'        "") _snodo_words "{" ".join(command.name for command in commands)} --help --version" ;;\n'
    for command in commands:
        names = " ".join(name for option in command.options for name in option.names)
        yield f"        {command.name})\n            case $cur in\n"
        yield f'                -*) _snodo_words "{names}" ;;\n'
        yield f"                *) {_call(command.argument) if command.argument else ''};;\n            esac ;;\n"


def _call(value: Value) -> str:
    """The call that adds what fits; nothing if it can be anything."""
    if value.words:
        return f'_snodo_{"list" if value.listed else "words"} "{" ".join(value.words)}"; '
    if value.endings or value.folder:
        return f"_snodo_files {' '.join(value.endings)}; "
    return ""
