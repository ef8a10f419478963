"""Tests in a real browser; they are skipped where there is none."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
