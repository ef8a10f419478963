"""`python -m snodo` is the command `snodo`."""

import atexit
import os
import sys

from snodo.cli.main import main
from snodo.cli.streams import INTERRUPTED

if __name__ == "__main__":
    try:
        main(prog_name="snodo")
    except SystemExit as end:
        if end.code != INTERRUPTED:
            raise
        # Where Ctrl-C interrupted code that was compiled from a string (as modules of numba are), CPython remembers an
        # unhandled interrupt, and `python -m` then ends by the signal instead of with the exit code.
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(INTERRUPTED)
