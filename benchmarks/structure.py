"""The structure of the code in numbers, for one source tree or two side by side.

    python -m benchmarks.structure                        this tree
    python -m benchmarks.structure --beside ../old        another clone beside it

Counted: files and lines; functions and files that are passed from `four_bar.yaml` to a reaction (with a profiler hook,
on a warm second call); attributes of a formulation that are used elsewhere but that `Formulation` does not declare;
`Any` where a formulation, a bound method or a mechanism is meant; passages of source that repeat.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parents[1]
MEANT = {"F", "formulation", "bound", "mechanism", "tree", "spatial", "planar"}
"""Arguments whose type matters at the seam."""
WINDOW = 8
"""Lines in a row that count as a passage."""
FORCES = {"real", "imag", "lin", "ang"}
"""Attributes of an F that is a force."""


def sources(root: Path) -> Iterator[tuple[Path, ast.Module]]:
    """Every source file below src/snodo, parsed."""
    for file in sorted((root / "src" / "snodo").rglob("*.py")):
        yield file, ast.parse(file.read_text(encoding="utf-8"))


def counted(root: Path) -> dict[str, int]:
    """What can be counted without running anything."""
    files = list(sources(root))
    lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file, _ in files)
    return {
        "files": len(files),
        "lines": lines,
        "functions": sum(isinstance(n, ast.FunctionDef) for _, tree in files for n in ast.walk(tree)),
        "attributes outside the contract": len(undeclared(root, files)),
        "Any for a formulation, bound method or mechanism": sum(untyped(tree) for _, tree in files),
        f"passages of {WINDOW} lines that repeat": repeated(files),
    }


def untyped(tree: ast.Module) -> int:
    """Arguments named like a formulation, bound method or mechanism that are `Any`."""
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
    arguments = [a for f in functions for a in (*f.args.posonlyargs, *f.args.args, *f.args.kwonlyargs)]
    return sum(a.arg in MEANT and isinstance(a.annotation, ast.Name) and a.annotation.id == "Any" for a in arguments)


def undeclared(root: Path, files: list[tuple[Path, ast.Module]]) -> dict[str, int]:
    """Attributes of `F` or `….formulation` used outside `formulations` that `Formulation` does not declare."""
    contract = declared(root)
    found: Counter[str] = Counter()
    for file, tree in files:
        if "formulations" in file.parts or "kernels" in file.parts:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and _is_formulation(node.value) and node.attr not in contract | FORCES:
                found[node.attr] += 1
    return dict(found)


def _is_formulation(node: ast.expr) -> bool:
    if isinstance(node, ast.Name):
        return node.id in ("F", "formulation")
    return isinstance(node, ast.Attribute) and node.attr == "formulation"


def declared(root: Path) -> set[str]:
    """Names in the body of `Formulation` and of the classes that it is made of."""
    folder, names, wanted = root / "src/snodo/formulations", set[str](), ["Formulation"]
    classes = {
        n.name: n for f in folder.glob("*.py") for n in ast.parse(f.read_text()).body if isinstance(n, ast.ClassDef)
    }
    while wanted:
        found = classes.get(wanted.pop())
        if found is not None:
            wanted += [base.id for base in found.bases if isinstance(base, ast.Name)]
            names |= {n.name for n in found.body if isinstance(n, ast.FunctionDef)}
            fields = [n.target for n in found.body if isinstance(n, ast.AnnAssign)]
            names |= {target.id for target in fields if isinstance(target, ast.Name)}
    return names


def repeated(files: list[tuple[Path, ast.Module]]) -> int:
    """Passages that occur a second time, without imports, docstrings and blank lines."""
    seen: dict[tuple[str, ...], int] = {}
    found = 0
    for file, tree in files:
        own = [(line, n) for line, n in _code(file, tree)]
        skip = 0
        for k in range(len(own) - WINDOW + 1):
            key = tuple(line for line, _ in own[k : k + WINDOW])
            if key in seen and skip <= 0:
                found += 1
                skip = WINDOW
            skip -= 1
            seen.setdefault(key, k)
    return found


def _code(file: Path, tree: ast.Module) -> Iterator[tuple[str, int]]:
    left_out = {n for node in ast.walk(tree) for n in _lines_left_out(node)}
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        text = line.strip()
        if text and number not in left_out and not text.startswith("#"):
            yield text, number


def _lines_left_out(node: ast.AST) -> range:
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    if is_text or isinstance(node, ast.Import | ast.ImportFrom):
        return range(node.lineno, (node.end_lineno or node.lineno) + 1)  # type: ignore[attr-defined]
    return range(0)


# ---------------------------------------------------------------- the walk
def walk(example: Path) -> dict[str, Any]:
    """Functions and files of the package that are passed, in this process."""
    import snodo as sn

    package = str(Path(inspect.getfile(sn)).parent)

    def run() -> None:
        sn.simulate(sn.load(example), 0.5, progress=False).reaction("A")

    run()
    passed: set[tuple[str, str, int]] = set()

    def note(frame: Any, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(package):
            passed.add((code.co_filename, code.co_name, code.co_firstlineno))

    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(None)
    named = {p for p in passed if not p[1].startswith("<")}
    return {"functions passed to a reaction": len(named), "files passed": len({p[0] for p in named})}


def measured(root: Path) -> dict[str, Any]:
    """All numbers of a clone; the walk in a process of its own."""
    example = root / "examples" / "four_bar.yaml"
    code = (
        "import json; from benchmarks.structure import walk; from pathlib import Path; "
        f"print(json.dumps(walk(Path({str(example)!r}))))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(root / "src"), str(HERE)])}
    answer = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=HERE, capture_output=True, text=True, check=True
    )
    return {**counted(root), **json.loads(answer.stdout.splitlines()[-1])}


def main() -> None:
    """Print the numbers."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--beside", type=Path, help="another clone")
    chosen = parser.parse_args()
    own = measured(HERE)
    other = measured(chosen.beside.resolve()) if chosen.beside else {}
    for name, value in own.items():
        print(f"{name:52s} {f'{other[name]:>8} → ' if other else ''}{value:>8}")
    print("outside the contract:", ", ".join(sorted(undeclared(HERE, list(sources(HERE))))))


if __name__ == "__main__":
    main()
