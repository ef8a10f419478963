"""The documentation site: every public name has a page, formulas are MathML, and nothing is loaded from elsewhere."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import snodo as sn
import snodo.extend

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
API = sorted((DOCS / "reference" / "api").glob("*.md"))
NEEDED = ("sphinx", "myst_parser", "furo", "sphinx_design", "sphinx_copybutton", "latex2mathml")
with_sphinx = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in NEEDED), reason="the extra `docs` is not installed"
)


def extension(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, DOCS / "_ext" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def listed(module: str) -> list[str]:
    """Names of a module in the tables of the reference."""
    found: list[str] = []
    for page in API:
        for part in page.read_text(encoding="utf-8").split(".. currentmodule:: ")[1:]:
            head, _, rest = part.partition("\n")
            names = rest.split(":nosignatures:")[1].split("```")[0]
            found += re.findall(r"^   (\w+)$", names, re.M) if head == module else []
    return found


@pytest.mark.parametrize(
    ("module", "public"),
    [
        ("snodo", set(sn.__all__) - {"__version__", "human"}),
        ("snodo.extend", set(snodo.extend.__all__)),
        ("snodo.human", set(sn.human.__all__)),
    ],
)
def test_every_public_name_is_in_the_reference_once(module: str, public: set[str]) -> None:
    names = listed(module)
    assert len(set(names)) == len(names)
    assert set(names) == public


def test_every_page_is_in_a_list_of_pages() -> None:
    """By its name or a pattern, so that it can be reached."""
    lists = "\n".join(page.read_text(encoding="utf-8") for page in DOCS.rglob("index.md"))
    named = set(re.findall(r"^/?([\w/*]+)$", lists, re.M))
    pages = [page for page in DOCS.rglob("*.md") if page.parent.name not in ("gallery", "tutorials", "generated")]
    for page in pages:
        if page.stem == "index":
            continue
        full = str(page.relative_to(DOCS).with_suffix(""))
        short = full.split("/", 1)[-1]
        patterns = [name for name in named if name.endswith("*") and full.startswith(name[:-1])]
        assert patterns or {full, short, page.stem} & named, f"{full} is in no list"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('<script src="https://a.example/x.js"></script>', ["https://a.example/x.js"]),
        ("<link rel=stylesheet href='//a.example/x.css'>", ["//a.example/x.css"]),
        ('<img alt="x" src="http://a.example/x.png">', ["http://a.example/x.png"]),
        ("@import url(https://a.example/font.css);", ["https://a.example/font.css"]),
        ('<a href="https://a.example">a link that is clicked</a> <img src="../x.png">', []),
        ('<math xmlns="http://www.w3.org/1998/Math/MathML"></math>', []),
    ],
)
def test_requests_are_found(text: str, found: list[str]) -> None:
    assert extension("offline").foreign(text) == found


def test_the_gallery_reads_its_table() -> None:
    pytest.importorskip("sphinx")
    sys.path.insert(0, str(DOCS / "_ext"))
    try:
        gallery = extension("gallery")
    finally:
        sys.path.remove(str(DOCS / "_ext"))
    rows = gallery.examples((DOCS / "gallery" / "index.md").read_text(encoding="utf-8"))
    assert {name for row in rows for name in row.files} == {
        path.name for path in (ROOT / "examples").iterdir() if path.suffix in (".py", ".yaml")
    }


CONF = """
import sys
sys.path.insert(0, {ext!r})
extensions = ["myst_parser", "sphinx_design", "mathml", "pages", "run_block", "offline"]
html_theme, html_math_renderer = "furo", "mathml"
myst_enable_extensions = ["dollarmath", "colon_fence"]
"""
PAGE = """# Page

Inline $x^2$, and a matrix that begins with a bracket:

$$\\begin{bmatrix} [M] & a \\\\ b & c \\end{bmatrix}$$

```{file} rod.yaml
mechanism: rod
gravity: [0, -9.81]
bodies: {arm: {bar: [[0, 0], [1, 0]], mass: 1}}
joints: {A: {revolute: [ground, arm], at: [0, 0]}}
```

```{run}
:alt: a rod
import snodo as sn
m = sn.load("rod.yaml")
print(len(m.bodies), "body")
from pathlib import Path
_ = Path("rod.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
```

```{run}
:error:
sn.loads("bodys: {}")
```

```{toctree}
:glob:

missing/*
```
"""


def build(folder: Path, page: str) -> subprocess.CompletedProcess[str]:
    (folder / "conf.py").write_text(CONF.format(ext=str(DOCS / "_ext")), encoding="utf-8")
    (folder / "index.md").write_text(page, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-W",
        "--keep-going",
        "-q",
        "-b",
        "html",
        str(folder),
        str(folder / "out"),
    ]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@with_sphinx
def test_a_page_is_run_shown_and_needs_no_network(tmp_path: Path) -> None:
    built = build(tmp_path, PAGE)
    assert built.returncode == 0, built.stderr
    text = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    for piece in ("1 body", "rod.yaml", 'alt="a rod"', "<math", "<mtable>", "FileError", "did you mean"):
        assert piece in text
    assert "mathjax" not in text.replace("mathjax_ignore", "").lower()


@with_sphinx
@pytest.mark.parametrize(
    ("page", "message"),
    [
        ("# P\n\n```{run}\n1 / 0\n```\n", "division by zero"),
        ("# P\n\n```{run}\n:error:\nx = 1\n```\n", "none is raised"),
        ("# P\n\n```{raw} html\n<img src='https://a.example/x.png'>\n```\n", "loads https://a.example/x.png"),
        ("# P\n\n```{run}\nopen('x.png', 'wb').close()\n```\n", "needs :alt:"),
    ],
)
def test_a_page_that_is_wrong_ends_the_build(tmp_path: Path, page: str, message: str) -> None:
    built = build(tmp_path, page)
    assert built.returncode != 0
    assert message in built.stderr
