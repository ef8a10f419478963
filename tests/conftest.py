"""Random tests draw the same examples every time, so that a change is judged by what it changed.

SNODO_EXPLORE=1 draws new ones: run it now and then to look for new trouble.
"""

import os
import signal

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile("explore" if os.environ.get("SNODO_EXPLORE") else "repeatable")

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # started in the background of a shell, where Ctrl-C is ignored
    signal.signal(signal.SIGINT, signal.default_int_handler)
