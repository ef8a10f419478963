"""The program of the viewer that is shipped is the one of the sources, small, and asks nobody."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
VIEWER = ROOT / "viewer"
BUNDLE = ROOT / "src" / "snodo" / "views" / "scene" / "viewer.js"


def fingerprint() -> str:
    """As build.mjs computes it: names and contents of all sources, in order."""
    found = [p.relative_to(VIEWER).as_posix() for p in VIEWER.glob("src/**/*") if p.suffix in (".js", ".css")]
    total = hashlib.sha256()
    for name in sorted(["package.json", *found]):
        total.update(f"{name}\n".encode())
        total.update((VIEWER / name).read_bytes())
    return total.hexdigest()


def test_the_bundle_is_made_of_the_sources():
    first = BUNDLE.read_text(encoding="utf-8").split("\n", 1)[0]
    remedy = "the bundle is old: cd viewer && npm install && npm run build"
    assert f"sources {fingerprint()}" in first, remedy


def test_the_bundle_is_small_and_complete():
    text = BUNDLE.read_text(encoding="utf-8")
    assert 300_000 < len(text) < 800_000
    assert "Copyright" in text  # the licence of three.js travels with it


def test_no_address_is_opened_by_the_sources():
    """Links to standards (the namespace of SVG) are no requests."""
    for file in VIEWER.glob("src/**/*.js"):
        found = set(re.findall(r"https?://[^'\"` )]+", file.read_text(encoding="utf-8")))
        assert found <= {"http://www.w3.org/2000/svg"}, file


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_the_readers_of_the_page():
    done = subprocess.run(["node", "--test", "test/"], cwd=VIEWER, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
