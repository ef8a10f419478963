"""The URDFs of example-robot-data; tests that need them are skipped where it, or Pinocchio, is not installed."""

from importlib import metadata
from pathlib import Path

import pytest

pin = pytest.importorskip("pinocchio")
try:
    _FILES = metadata.files("example-robot-data") or []
except metadata.PackageNotFoundError:
    pytest.skip("example-robot-data is not installed", allow_module_level=True)
EMPTY = "ur3.urdf"
ALL = sorted(Path(str(file.locate())) for file in _FILES if file.suffix == ".urdf")
ROBOTS = [path for path in ALL if path.name != EMPTY]
