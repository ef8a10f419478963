"""`python -m snodo` is the command `snodo`."""

import atexit
import os
import signal
import sys

INTERRUPTED = 130


def start() -> None:
    """Run the command line; Ctrl-C ends it in one line from the first import on."""
    try:
        from snodo.cli.main import main

        main(prog_name="snodo")
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        _leave()
    except SystemExit as end:
        if end.code != INTERRUPTED:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is done: Ctrl-C does not change how it ended
            raise
        _leave()


def _leave() -> None:
    """End with the exit code of Ctrl-C.

    Where it interrupted code that was compiled from a string (as modules of numba are), CPython remembers an unhandled
    interrupt, and `python -m` would end by the signal instead of with the exit code.
    """
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    start()
