"""Imports go down only; kernels know only kernels; one file names numba; `import snodo` is light."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import snodo

ROOT = Path(snodo.__file__).parent
FILES = sorted(p for p in ROOT.rglob("*.py"))

LAYERS = [  # from the top; a layer may import itself and what is below
    {"cli"},
    {"views"},
    {"design"},
    {"simulation", "analyses"},
    {"results", "types"},
    {"switching"},
    {"singular"},
    {"integrators"},
    {"constraint_methods"},
    {"formulations"},
    {"formats", "human"},
    {"extend"},
    {"mechanism"},
    {"math"},
    {"compiled"},
    {"_jit"},
    {"_cache_folder"},
    {"whole_files", "notebook", "spelling", "registry", "citations", "interrupts", "progress", "progress_displays"},
    {"errors", "_version"},
]
LEVEL = {name: k for k, layer in enumerate(LAYERS) for name in layer}
FORMATS_MAY = {"formats", "mechanism", "math", "whole_files", "spelling", "registry", "errors", "_version"}

EXCEPTIONS = {  # (file, imported package): why it may look up
    ("results/outputs.py", "views"): "result.animate and .draw are doors to the views, opened when called",
    ("results/plotting.py", "views"): "result.plot and its sisters are doors to the views, opened when called",
    ("analyses/doctor/diagnosis.py", "views"): "diagnosis.draw is a door to the views, opened when called",
    ("analyses/linear/root_locus.py", "views"): "root_locus.plot is a door to the views, opened when called",
    ("simulation/sensitivities/table.py", "views"): "sensitivities.plot is a door to the views, opened when called",
    ("results/comparison/comparison.py", "views"): "comparison.plot is a door to the views, opened when called",
    (
        "simulation/sweeps/sweep_plots.py",
        "views",
    ): "sweep.plot and its sisters are doors to the views, opened when called",
    ("results/files/saving.py", "formats"): "the mechanism travels with the saved result",
}
FORBIDDEN_NAMES = {"utils", "helpers", "core", "common"}
LIGHT = ("numba", "numpy", "matplotlib", "scipy", "xarray", "yaml")


def relative(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


@cache
def parsed(file: Path) -> ast.Module:
    """The tree of a file, parsed once for all tests: some of them look at every file for every file."""
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def imports(file: Path) -> set[str]:
    """Full names of all modules that a file imports, in functions and behind TYPE_CHECKING too."""
    found: set[str] = set()
    package = ["snodo", *file.relative_to(ROOT).parts[:-1]]
    for node in ast.walk(parsed(file)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found |= {f"{module}.{alias.name}" for alias in node.names}
    return found


def ours(file: Path) -> set[str]:
    return {name for name in imports(file) if name.split(".")[0] == "snodo"}


def layer_of(name: str) -> str:
    return name.split(".")[1] if "." in name else "snodo"


@pytest.mark.parametrize("file", FILES, ids=relative)
def test_imports_go_down_only(file: Path) -> None:
    here = file.relative_to(ROOT).parts[0].removesuffix(".py")
    if here in ("__init__", "__main__"):
        return
    if here == "_jit":
        assert {layer_of(n) for n in ours(file)} <= {"_version", "errors", "_cache_folder", "_jit"}
        return
    for name in sorted(ours(file)):
        there = layer_of(name)
        if (relative(file), there) in EXCEPTIONS or there == "__version__":
            continue
        assert there in LEVEL, f"{relative(file)} imports {name}, which has no layer"
        assert LEVEL[there] >= LEVEL[here], f"{relative(file)} imports {name}: {here} must not look up to {there}"


def test_every_exception_is_still_needed() -> None:
    for (file, there), reason in EXCEPTIONS.items():
        assert there in {layer_of(n) for n in ours(ROOT / file)}, f"{file} no longer imports {there}: {reason}"


@pytest.mark.parametrize("file", [f for f in FILES if f.relative_to(ROOT).parts[0] == "formats"], ids=relative)
def test_formats_only_build_mechanisms(file: Path) -> None:
    assert {layer_of(n) for n in ours(file)} <= FORMATS_MAY


def is_kernel(name: str) -> bool:
    return "kernels" in name.split(".")


@pytest.mark.parametrize("file", [f for f in FILES if "kernels" in f.relative_to(ROOT).parts], ids=relative)
def test_kernels_know_only_kernels(file: Path) -> None:
    allowed = {"math", "numpy", "__future__", "typing", "operator", "functools"}
    for name in sorted(imports(file)):
        top = name.split(".")[0]
        assert top in allowed or name.startswith("snodo._jit") or (top == "snodo" and is_kernel(name)), (
            f"{relative(file)} imports {name}"
        )


def test_only_one_package_names_numba() -> None:
    guilty = [relative(f) for f in FILES if {n.split(".")[0] for n in imports(f)} & {"numba", "llvmlite"}]
    assert {name.split("/")[0] for name in guilty} == {"_jit"}


def test_integrators_know_a_rate_and_nothing_of_its_equations() -> None:
    """Theirs is one function and one monitor: what comes through them is none of their business.

    Those of `dae` solve the constrained equations themselves, through the verbs of the formulations.
    """
    for file in (ROOT / "integrators").rglob("*.py"):
        if "dae" in file.relative_to(ROOT).parts:
            continue
        assert not {layer_of(n) for n in ours(file)} & {"formulations", "constraint_methods", "mechanism"}, relative(
            file
        )


def test_formulations_do_not_know_one_another() -> None:
    shared = ("__pycache__", "kernels", "parts", "arrays", "series")
    folders = [d for d in (ROOT / "formulations").iterdir() if d.is_dir() and d.name not in shared]
    for folder in folders:
        others = {f"snodo.formulations.{o.name}" for o in folders} - {f"snodo.formulations.{folder.name}"}
        for file in folder.rglob("*.py"):
            for name in ours(file):
                assert not any(name.startswith(o) for o in others), f"{relative(file)} imports {name}"


def test_every_method_has_a_kernel_under_its_own_name() -> None:
    """One class, one kernel, for all formulations; these compile no method, but for trees without rows."""
    from snodo.registry import METHODS

    folder = ROOT / "constraint_methods"
    for word in METHODS.built_in():
        assert METHODS[word].__module__ == f"snodo.constraint_methods.{word}"
        assert (folder / "kernels" / f"{word}.py").is_file()
    rates = {
        relative(file)
        for file in FILES
        for node in parsed(file).body
        if isinstance(node, ast.FunctionDef)
        if any(ast.unparse(d) in ("entry(RATE)", "entry(PROJECT)") for d in node.decorator_list)
    }
    own = {f"constraint_methods/kernels/{word}.py" for word in METHODS.built_in()}
    reduced = "constraint_methods/kernels/reduced_state.py"  # of embedding and quasi-velocities
    other = {"integrators/ode/kernels/advance.py", "simulation/sensitivities/kernels/along.py"}  # of any method
    assert rates - other == own | {"formulations/tree/kernels/rate.py", reduced}


def test_only_kernels_import_the_compiler_at_the_top() -> None:
    """Everything else reaches `_jit` and the kernels inside functions: `import snodo` must not load numba."""
    for file in FILES:
        if "kernels" in file.relative_to(ROOT).parts or file.parent.name == "_jit":
            continue
        for node in parsed(file).body:
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("snodo"):
                names = {f"{node.module}.{a.name}" for a in node.names}
                heavy = {n for n in names if n.startswith("snodo._jit") or is_kernel(n)}
                assert not heavy or _only_lazily_imported(file), (
                    f"{relative(file)} imports {', '.join(heavy)} at its top"
                )


@cache
def _only_lazily_imported(file: Path) -> bool:
    """A file that names kernels at its top may itself be imported inside functions only, or by another such file."""
    module = "snodo." + ".".join(file.relative_to(ROOT).with_suffix("").parts)
    parent, _, leaf = module.rpartition(".")
    for other in FILES:
        for node in parsed(other).body:
            if (
                isinstance(node, ast.ImportFrom)
                and (node.module == module or (node.module == parent and leaf in {a.name for a in node.names}))
                and not _only_lazily_imported(other)
            ):
                return False
    return True


def test_no_module_named_for_nothing() -> None:
    names = {p.stem for p in FILES} | {p.name for p in ROOT.rglob("*") if p.is_dir()}
    assert not names & FORBIDDEN_NAMES


def test_import_is_light() -> None:
    code = f"import sys, snodo; print([m for m in {LIGHT} if m in sys.modules])"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_describing_a_mechanism_is_light() -> None:
    code = (
        "import sys, snodo.mechanism.mechanism; print([m for m in ('numba', 'scipy', 'trimesh') if m in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_every_public_name_exists() -> None:
    missing = [name for name in snodo.__all__ if not hasattr(snodo, name)]
    assert missing == []
