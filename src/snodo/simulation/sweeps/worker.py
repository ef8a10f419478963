"""A process that computes chunks for another one; it is started with `COMMAND`.

    → task                                   once
    ← ("ready", None)
    → (chunk, values)                        again and again, until the input ends
    ← (chunk, rows)   or   (chunk, error)

Messages are pickles behind their length.  The process needs nothing of the script that started the sweep.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import struct
import sys
from typing import IO, Any

COMMAND = "from snodo.simulation.sweeps.worker import main; main()"
_LENGTH = struct.Struct("<Q")


def send(stream: IO[bytes], message: Any) -> None:
    """Write a message."""
    data = pickle.dumps(message)
    stream.write(_LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Read a message; EOFError where the other side has ended."""
    return pickle.loads(_exactly(stream, _LENGTH.unpack(_exactly(stream, _LENGTH.size))[0]))


def _exactly(stream: IO[bytes], count: int) -> bytes:
    data = b""
    while len(data) < count:
        more = stream.read(count - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def main() -> None:
    """Compute chunks until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the process that asks
    asked, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed does not get between the answers
    sys.stdout = sys.stderr
    with contextlib.suppress(EOFError, BrokenPipeError):
        _serve(asked, answers)


def _serve(asked: IO[bytes], answers: IO[bytes]) -> None:
    from snodo.simulation.sweeps.work import Work

    work = Work(receive(asked))
    send(answers, ("ready", None))
    while True:
        k, values = receive(asked)
        try:
            outcome: Any = work.rows(values)
        except Exception as error:
            outcome = error
        try:
            send(answers, (k, outcome))
        except (pickle.PicklingError, TypeError, AttributeError):  # an error that does not travel
            send(answers, (k, RuntimeError(f"{type(outcome).__name__}: {outcome}")))
