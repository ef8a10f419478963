"""The page on looking at a model: its code runs, its commands and pictures exist."""

import re
from pathlib import Path

from click.testing import CliRunner

from snodo.cli.main import main

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "view.md").read_text(encoding="utf-8")


def test_the_code_runs(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"^```python\n(.*?)^```", TEXT, flags=re.M | re.S)
    assert blocks
    for block in blocks:
        exec(compile(block, "docs/view.md", "exec"), {})
    assert capsys.readouterr().out.startswith("http://127.0.0.1:")


def test_its_options_and_pictures_exist():
    told = CliRunner().invoke(main, ["view", "--help"]).output
    options = re.findall(r"^\| `(--[\w-]+)", TEXT, flags=re.M)
    assert len(options) == 4
    assert all(option in told for option in options)
    pictures = re.findall(r"\]\((pictures/[\w.]+)\)", TEXT)
    assert len(pictures) == 2
    assert all((ROOT / "docs" / picture).is_file() for picture in pictures)
