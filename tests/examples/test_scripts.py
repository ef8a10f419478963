"""Every example script runs; each ends in an assertion of its own."""

import re
import runpy
from importlib import metadata
from pathlib import Path

import pytest

SCRIPTS = sorted((Path(__file__).parents[2] / "examples").glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_it_runs(script, capsys):
    assert re.search(r"^ *assert ", script.read_text(encoding="utf-8"), re.MULTILINE)
    try:
        runpy.run_path(str(script), run_name="__main__")
    except metadata.PackageNotFoundError as error:
        pytest.skip(f"{error} is not installed")
    assert capsys.readouterr().out
