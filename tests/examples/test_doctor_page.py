"""The pages on the doctor and on elastic joints name files that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "docs" / "howto" / name for name in ("doctor.md", "elastic_joints.md")]


def test_files_that_the_pages_name_exist():
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    paths = re.findall(r"`((?:tests|src)/[\w/.]+)`", text)
    assert len(paths) == 4
    assert all((ROOT / path).is_file() for path in paths)
