"""A wheel with machine code: what is copied into it, and (slow) that a newcomer compiles nothing."""

from __future__ import annotations

import importlib.util
import json
import os
from pathlib import Path
from types import ModuleType

import pytest

from snodo import _jit

PACKAGING = Path(__file__).parents[2] / "packaging"


def script(name: str) -> ModuleType:
    """A script of the folder `packaging`."""
    spec = importlib.util.spec_from_file_location(name, PACKAGING / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_only_code_of_these_sources_is_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make = script("make_wheel")
    monkeypatch.setattr(make, "BUILD", tmp_path)
    new, old = tmp_path / "new.code", tmp_path / "old.code"
    for path in (new, old):
        path.write_bytes(b"machine code")
    answers = {"warm": "", make.ASKED: json.dumps([[str(new)], ["triple", "name", ""]])}

    def run(command: list[str], **given: object) -> object:
        assert given["env"]["PYTHONPATH"] == str(make.ROOT / "src")  # type: ignore[index]
        return type("Done", (), {"stdout": answers[command[-1]]})

    monkeypatch.setattr(make.subprocess, "run", run)
    shipped = make.compiled()
    assert sorted(path.name for path in shipped.iterdir()) == ["new.code", "target.json"]
    assert json.loads((shipped / "target.json").read_text(encoding="utf-8"))["machine"] == ["triple", "name", ""]


def test_what_is_compiled_is_noted() -> None:
    noted = script("every_feature")
    assert [feature.__name__ for feature in noted.FEATURES] == [
        "formulations_methods_and_integrators",
        "results",
        "what_switches",
        "control",
        "analyses",
        "trees",
        "batches",
        "what_users_write",
        "long_runs",
    ]
    noted.attempt(noted.block, coulomb=1.0)
    noted.attempt(noted.block, damping="no number")
    assert len(noted.REFUSED) == 1


@pytest.mark.slow
@pytest.mark.skipif(bool(_jit.numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_a_newcomer_compiles_nothing(tmp_path: Path) -> None:
    """Ten minutes where the code is not compiled yet (build/machine_code keeps it): all entries, and all features."""
    make, check = script("make_wheel"), script("check_wheel")
    make.main(os.fspath(tmp_path / "dist"))
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    installed = check.Installed(wheel, tmp_path / "newcomer")
    found = installed.entries()
    assert found["entries"] > 100
    assert found["not taken"] == []
    for file, formulation in check.FIRST.values():
        assert installed.first(file, formulation)[0] == ""
    used = installed.features()
    assert used["entries"] == []
    assert used["others"] == ["call"]
    assert installed.written() == []
