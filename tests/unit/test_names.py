"""Public names are what they say, whatever was imported before."""

import subprocess
import sys


def test_no_module_hides_a_public_name():
    script = """
import snodo as sn, pkgutil, importlib
hidden = {name for name in sn.__all__ if importlib.util.find_spec(f"snodo.{name}")} - {"human", "errors"}
assert not hidden, hidden
import snodo.simulation.simulate
assert callable(sn.simulate)
"""
    subprocess.run([sys.executable, "-c", "import importlib.util\n" + script], check=True)
