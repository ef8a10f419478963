"""Notebooks run from the first to the last cell, keep no output, and say for whom they are."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "notebooks"
COMPILING = re.compile(r"snodo: compiling [^.]*\.\.\.( [\d.]+ s\n)?")
"""Said on machines where something is compiled for the first time."""
JUPYTER = ("nbformat", "nbclient", "ipykernel")
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def code(path: Path) -> list[str]:
    return ["".join(cell["source"]) for cell in read(path)["cells"] if cell["cell_type"] == "code"]


def test_there_is_one_for_each_reader() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["biomechanist", "mechanical_engineer", "roboticist", "teacher"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_keeps_no_output(path: Path) -> None:
    notebook = read(path)
    assert notebook["nbformat"] == 4
    assert set(notebook["metadata"]) == {"kernelspec", "language_info"}
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    for cell in notebook["cells"]:
        assert cell["metadata"] == {}
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_begins_with_its_question_and_checks_itself(path: Path) -> None:
    first = read(path)["cells"][0]
    assert first["cell_type"] == "markdown"
    assert re.match(r"# .+\n\n\*For ", "".join(first["source"]))
    assert any(re.search(r"^(assert |np\.testing\.)", cell, re.M) for cell in code(path))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_in_jupyter(path: Path) -> None:
    """In a kernel of its own; a picture or table that cannot be shown is an error too."""
    nbformat, nbclient, _ = (pytest.importorskip(name) for name in JUPYTER)
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(FOLDER)}}).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("image/png" in output.get("data", {}) for output in outputs)
    assert not [output for output in outputs if output.output_type == "error"]
    said = "".join(output.text for output in outputs if output.get("name") == "stderr")
    assert COMPILING.sub("", said) == ""


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_without_jupyter(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no Jupyter to run it: then this is all there is."""
    if all(find_spec(name) for name in JUPYTER):
        pytest.skip("it has been run in Jupyter")
    import matplotlib

    matplotlib.use("Agg")
    monkeypatch.chdir(FOLDER)
    scope: dict[str, Any] = {"__name__": "notebook"}
    for number, cell in enumerate(code(path)):
        exec(compile(cell, f"{path.name}, cell {number + 1}", "exec"), scope)
