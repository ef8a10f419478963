"""The doctor's page names files that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "howto" / "doctor.md"


def test_files_that_the_page_names_exist():
    paths = re.findall(r"`((?:tests|src)/[\w/.]+)`", PAGE.read_text(encoding="utf-8"))
    assert len(paths) == 4
    assert all((ROOT / path).is_file() for path in paths)
