"""Exit codes of all commands, for scripts."""

from __future__ import annotations

from enum import IntEnum

from snodo.errors import AssemblyError, MechanismError, RunError, SnodoError, WriteError


class Exit(IntEnum):
    """How a command ended; the numbers stay."""

    DONE = 0
    UNEXPECTED = 1
    USAGE = 2
    MODEL = 3
    ASSEMBLY = 4
    STOPPED = 5
    TOLERANCE = 6
    WRITING = 7
    INSTALLATION = 8
    INTERRUPTED = 130

    @property
    def meaning(self) -> str:
        """In words."""
        return MEANINGS[self]


MEANINGS = {
    Exit.DONE: "done",
    Exit.UNEXPECTED: "an error of snodo itself, with a traceback to report",
    Exit.USAGE: "wrong use: an unknown command, option or name, or choices that do not go together",
    Exit.MODEL: "a file is missing, unreadable or wrong, or the mechanism in it is",
    Exit.ASSEMBLY: "the mechanism does not assemble",
    Exit.STOPPED: "a run stopped before its end; what it reached is printed and written",
    Exit.TOLERANCE: "a required accuracy was not reached",
    Exit.WRITING: "a file or the output could not be written",
    Exit.INSTALLATION: "the installation has a problem (snodo doctor)",
    Exit.INTERRUPTED: "interrupted by Ctrl-C",
}

_CODES: tuple[tuple[type[SnodoError], Exit], ...] = (
    (WriteError, Exit.WRITING),
    (AssemblyError, Exit.ASSEMBLY),
    (RunError, Exit.STOPPED),
    (MechanismError, Exit.MODEL),
)
"""The first that fits; all others, unknown names and choices that do not exist, are wrong use."""


def exit_code(error: SnodoError) -> Exit:
    """The code for an error."""
    return next((code for kind, code in _CODES if isinstance(error, kind)), Exit.USAGE)
