"""The page on accuracy says what really comes out."""

import re
from pathlib import Path
from typing import Any

from snodo.results.quality.verdict import COVERS, FAIR, GOOD
from snodo.simulation.error_bars import MOST_WORK, PYTHON

PAGE = Path(__file__).parents[2] / "docs" / "trust" / "accuracy.md"


def test_the_example_is_good_and_has_error_bars() -> None:
    code = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    assert code is not None
    scope: dict[str, Any] = {}
    exec(code.group(1), scope)
    result = scope["result"]
    assert str(result.quality()).startswith("good: motion accurate to about ")  # the digits follow the processor
    assert 1e-9 < result.quality().accuracy.motion < 1e-7
    assert 0 < result.error("A.angle").values.max() < 1e-6


def test_the_numbers_of_the_page_are_those_of_the_program() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert COVERS in page
    assert (GOOD, FAIR, PYTHON, MOST_WORK) == (1e-6, 1e-3, 300, 4e7)
