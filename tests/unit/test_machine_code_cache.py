"""Machine code kept on disk: files that are torn, foreign or cannot be written cost a compilation, nothing else."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from snodo import _jit

SOURCE = "def triple(x):\n    return 3.0 * x\n\n\ndef status(t, first, second, out):\n    return 0\n"
pytestmark = pytest.mark.skipif(bool(_jit.numba.config.DISABLE_JIT), reason="nothing is compiled")


class Workshop:
    """A cache folder of its own, and functions to compile."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "cache"
        self.folder.mkdir()
        (folder / "some_functions.py").write_text(SOURCE, encoding="utf-8")
        spec = importlib.util.spec_from_file_location("some_functions", folder / "some_functions.py")
        assert spec is not None
        assert spec.loader is not None
        self.module = importlib.util.module_from_spec(spec)
        sys.modules["some_functions"] = self.module  # as an ordinary import does: numba looks for it there
        spec.loader.exec_module(self.module)

    def compiled(self) -> Any:
        """Compiled, or read from the folder."""
        found = _jit.entry(_jit.f8(_jit.f8))(self.module.triple).compiled
        assert found(2.0) == 6.0
        return found

    def was_read(self) -> bool:
        """Whether the function comes from the folder now."""
        return sum(self.compiled().stats.cache_hits.values()) == 1

    def files(self) -> list[Path]:
        return sorted(path for path in self.folder.rglob("*") if path.is_file())


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    found = Workshop(tmp_path)
    monkeypatch.setattr(_jit.machine_code, "CACHE_FOLDER", found.folder)
    return found


def test_what_was_compiled_is_read_again(workshop: Workshop) -> None:
    assert not workshop.was_read()
    assert workshop.was_read()


def _halved(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _emptied(path: Path) -> None:
    path.write_bytes(b"")


def _garbage(path: Path) -> None:
    path.write_bytes(os.urandom(path.stat().st_size))


def _zeros(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def _changed(path: Path) -> None:
    """One bit of the machine code."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(bytes(data))


def _unreadable(path: Path) -> None:
    path.chmod(0)


def _a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("damage", [_halved, _emptied, _garbage, _zeros, _changed, _unreadable])
def test_damaged_files_are_made_again(workshop: Workshop, damage: Callable[[Path], None]) -> None:
    workshop.compiled()
    for path in workshop.files():
        damage(path)
    workshop.compiled()
    assert workshop.was_read()


def test_a_file_that_cannot_be_replaced_is_done_without(workshop: Workshop) -> None:
    workshop.compiled()
    for path in workshop.files():
        _a_folder(path)
    assert not workshop.was_read()
    assert workshop.files() == []


def test_a_file_of_another_function_is_not_taken(workshop: Workshop) -> None:
    """An index that outlives its data used to name whatever lay there."""
    workshop.compiled()
    (own,) = workshop.files()
    _jit.entry(_jit.f8(_jit.f8, _jit.f8))(lambda x, y: x - y)(3.0, 2.0)
    (other,) = set(workshop.files()) - {own}
    shutil.copy(other, own)
    workshop.compiled()


def test_a_folder_that_was_removed_is_made_again(workshop: Workshop) -> None:
    workshop.compiled()
    shutil.rmtree(workshop.folder)
    workshop.compiled()
    assert workshop.was_read()


def test_a_folder_that_can_no_longer_be_written_is_done_without(workshop: Workshop) -> None:
    """A file in its place: permissions do not stop every user.  Nothing is left beside the sources instead."""
    workshop.folder.rmdir()
    workshop.folder.write_bytes(b"")
    assert not workshop.was_read()
    assert not workshop.was_read()
    assert {path.name for path in workshop.folder.parent.iterdir()} <= {"cache", "some_functions.py", "__pycache__"}
    assert not list(workshop.folder.parent.rglob("*.nb?"))


def test_functions_called_by_their_address_are_kept_too(workshop: Workshop) -> None:
    assert _jit.c_entry(workshop.module.status).compiled.cache_hits == 0
    assert _jit.c_entry(workshop.module.status).compiled.cache_hits == 1
    for path in workshop.files():
        _halved(path)
    assert _jit.c_entry(workshop.module.status).compiled.cache_hits == 0


def test_a_full_disk_is_done_without(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert not workshop.was_read()
    monkeypatch.undo()
    assert workshop.files() == []


@pytest.mark.parametrize(
    "path",
    [
        "snodo.constraint_methods.kernels.dense.evaluate",
        "snodo.simulation.sensitivities.kernels.along.project",
        "snodo.integrators.ode.kernels.advance.advance",
    ],
)
def test_machine_code_does_not_say_where_it_was_compiled(path: str) -> None:
    """These call functions by their addresses; with its paths in it a wheel would depend on the folder of the build."""
    from snodo.cli.installation.kernels import kept_at

    _ = _jit.named(path).compiled
    file = kept_at(path)
    assert file is not None
    assert str(Path(_jit.__file__).parents[1]).encode() not in file.read_bytes()
