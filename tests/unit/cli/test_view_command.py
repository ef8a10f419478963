"""`snodo view` from the command line: the address, Ctrl-C, static pages, and what it refuses."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from snodo.cli.main import main

EXAMPLES = Path(__file__).parents[3] / "examples"
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/[\w-]{22}/")


@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_it_is_interrupted(number):
    """With no browser and no display."""
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")}
    command = [sys.executable, "-m", "snodo", "view", str(EXAMPLES / "pendulum.yaml")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        lines = []
        try:
            end = time.monotonic() + 120
            while time.monotonic() < end and not any("Ctrl-C" in line for line in lines):
                lines.append(process.stdout.readline())
            told = "".join(lines)
            with urllib.request.urlopen(ADDRESS.search(told)[0], timeout=30) as answer:
                assert answer.status == 200
            assert "no browser was found" in told
            process.send_signal(number)
            out, errors = process.communicate(timeout=60)
        finally:
            process.kill()
    assert out.strip() == "ended"
    assert errors == ""
    assert process.returncode == 0


def test_a_static_page(tmp_path):
    page = tmp_path / "pendulum.html"
    found = CliRunner().invoke(main, ["view", str(EXAMPLES / "double_pendulum.yaml"), "--static", str(page)])
    assert found.exit_code == 0, found.output
    assert f"wrote {page}" in found.output
    assert "A.angle" in page.read_text(encoding="utf-8")


def test_a_static_page_of_loops_is_refused(tmp_path):
    page = tmp_path / "x.html"
    found = CliRunner().invoke(main, ["view", str(EXAMPLES / "four_bar.yaml"), "--static", str(page)])
    assert found.exit_code != 0
    assert "not an open chain" in found.output
    assert "without --static" in found.output
    assert not page.exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nothing.yaml"], "there is no file"),
        ([str(EXAMPLES)], "is a folder"),
        ([str(EXAMPLES / "pendulum.yaml"), "--static", "x.txt"], "must end in .html"),
        ([str(EXAMPLES / "pendulum.yaml"), "--static", "x.html", "--port", "80"], "needs no server"),
        ([str(EXAMPLES / "pendulum.yaml"), "--port", "99999"], "port"),
    ],
)
def test_wrong_use(arguments, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = CliRunner().invoke(main, ["view", *arguments])
    assert found.exit_code != 0
    assert words in found.output
