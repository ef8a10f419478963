"""Let Ctrl-C wait until compiled code has returned.

A signal that arrives while Numba converts the arguments of a compiled function interrupts that conversion, and Numba
then reports a TypeError of its own instead of the KeyboardInterrupt.  This cannot happen between two calls.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


def usual() -> bool:
    """Whether Ctrl-C raises KeyboardInterrupt in this thread, as Python has it without a handler of anyone else."""
    handler = signal.getsignal(signal.SIGINT)
    return handler is signal.default_int_handler and threading.current_thread() is threading.main_thread()


@contextmanager
def waiting_interrupts() -> Iterator[list[int]]:
    """A list that is not empty once Ctrl-C was pressed; the second press raises KeyboardInterrupt at once.

    Where Ctrl-C is handled by somebody else, or does not reach this thread, it is not touched and the list stays empty.
    """
    pressed: list[int] = []
    if not usual():
        yield pressed
        return

    def press(number: int, _: FrameType | None) -> None:
        pressed.append(number)
        if len(pressed) > 1:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, press)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
