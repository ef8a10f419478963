"""docs/understand/tree.md: every equation of its table stands by number in the function that it names."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs" / "understand" / "tree.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| \((\d\.\d+)\) \| (.+?) \| `(.+?)` \| `(.+?)` \|$", PAGE, re.MULTILINE)


def test_the_equations_of_the_algorithm_are_there():
    wanted = {"1.2", "1.10", "1.11", "2.11", "2.12", "2.13", "2.14", "2.15"}
    assert wanted <= {number for number, *_ in ROWS}


@pytest.mark.parametrize(("number", "meaning", "file", "function"), ROWS, ids=[row[0] for row in ROWS])
def test_it_is_found_by_number(number, meaning, file, function):
    text = (ROOT / file).read_text(encoding="utf-8")
    found = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef) and node.name == function]
    assert found, f"{function} is not in {file}"
    own = "\n".join(text.splitlines()[found[0].lineno - 1 : found[0].end_lineno])
    assert re.search(rf"\({re.escape(number)}[),]", own), f"({number}) is not in {function} of {file}"
    assert "kernels" in Path(file).parts


@pytest.mark.parametrize("path", re.findall(r"`((?:tests|src)/[\w/.]+)`", PAGE))
def test_files_that_the_page_names_exist(path):
    assert (ROOT / path).is_file()
