"""Many bindings and runs with laws written in Python leave the memory as it is."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[4] / "benchmarks" / "user_function_memory.py"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_memory_does_not_grow() -> None:
    grown = runpy.run_path(str(SCRIPT))["campaign"](60, 400)
    assert max(grown.values()) < 5.0  # [MB]; a law compiled at every binding takes 1.6 MB each
