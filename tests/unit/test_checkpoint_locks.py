"""Locks of checkpoints: by each of the ways that systems offer, between processes of which some are killed."""

from __future__ import annotations

import builtins
import contextlib
import errno
import multiprocessing
import os
import signal
import socket
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import snodo as sn
from snodo.simulation.checkpoints import lock as locks
from snodo.simulation.checkpoints.folder import Folder
from snodo.simulation.checkpoints.lock import Lock

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are forked, and other systems imitated")
HERE = f"{os.getpid()} on {socket.gethostname()}"


# ---------------------------------------------------------------- systems
def by_unix(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is here."""


def by_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without `fcntl`, and with an `msvcrt` that does the same by record locks, which belong to a process, too."""
    import fcntl

    def locking(handle: int, mode: int, count: int) -> None:
        assert mode == 2
        place = os.lseek(handle, 0, os.SEEK_CUR)
        assert place >= os.fstat(handle).st_size  # others must be able to read the file
        try:
            fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, count, place)
        except OSError:
            raise PermissionError(errno.EACCES, "Permission denied") from None

    system: Any = types.ModuleType("msvcrt")
    system.locking, system.LK_NBLCK = locking, 2
    original = builtins.__import__

    def imported(name: str, *more: Any) -> Any:
        if name == "fcntl":
            raise ImportError(name)
        return original(name, *more)

    monkeypatch.setitem(sys.modules, "msvcrt", system)
    monkeypatch.setattr(builtins, "__import__", imported)


def by_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder on a network without locks."""

    def none(handle: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(locks, "_locked_by_system", none)


WAYS = [by_unix, by_windows, by_owner]
Way = Callable[[pytest.MonkeyPatch], None]


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Way:
    request.param(monkeypatch)
    chosen: Way = request.param
    return chosen


# ---------------------------------------------------------------- other processes
def _holding(folder: Path, pipe: Any) -> None:
    with Folder(folder):
        pipe.send("ready")
        pipe.poll(60)


@contextlib.contextmanager
def another(folder: Path) -> Any:
    """Another process that uses the folder; it is ended at the end."""
    fork = multiprocessing.get_context("fork")
    here, there = fork.Pipe()
    process = fork.Process(target=_holding, args=(folder, there))
    process.start()
    assert here.recv() == "ready"
    try:
        yield process
    finally:
        with contextlib.suppress(OSError):
            here.send("end")
        process.join()


def test_another_process_is_refused_until_it_ends(tmp_path: Path, way: Way) -> None:
    words = r"another process \(\d+ on .*\) is using the checkpoint"
    with another(tmp_path / "run") as other, pytest.raises(sn.FileError, match=words) as error:
        Folder(tmp_path / "run").__enter__()
    assert f"({other.pid} on {socket.gethostname()})" in str(error.value)
    with Folder(tmp_path / "run"):
        pass


def test_a_killed_process_does_not_hold_it(tmp_path: Path, way: Way) -> None:
    with another(tmp_path / "run") as other:
        os.kill(other.pid, signal.SIGKILL)
        other.join()
        with Folder(tmp_path / "run"):
            assert (tmp_path / "run" / "owner").exists() == (way is by_owner)
    assert not (tmp_path / "run" / "owner").exists()


def test_the_same_process_is_refused(tmp_path: Path) -> None:
    with Folder(tmp_path / "run"), pytest.raises(sn.FileError, match=rf"another process \({HERE}\) is using"):
        Folder(tmp_path / "run").__enter__()


# ---------------------------------------------------------------- without locks of the system
def test_the_owner_on_another_machine_is_not_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    by_owner(monkeypatch)
    (tmp_path / "owner").write_text("1 on elsewhere")
    with pytest.raises(sn.FileError, match=r"\(1 on elsewhere\) is using .*\s.*if it does not run any more, delete"):
        Lock(tmp_path).take()
    assert (tmp_path / "owner").read_text() == "1 on elsewhere"


def test_who_comes_first_takes_over_what_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the look at a file that was left and its removal, another process may have replaced it."""
    by_owner(monkeypatch)
    path = tmp_path / "owner"
    path.write_text(f"{_dead()} on {socket.gethostname()}")
    rename = os.rename

    def late(source: Path, target: Path) -> None:
        if source == path:
            path.write_text(HERE)
        rename(source, target)

    monkeypatch.setattr(os, "rename", late)
    with pytest.raises(sn.FileError, match=rf"another process \({HERE}\)"):
        Lock(tmp_path).take()
    assert path.read_text() == HERE


def _dead() -> int:
    """The number of a process that has ended."""
    process = multiprocessing.get_context("fork").Process(target=int)
    process.start()
    process.join()
    assert process.pid is not None
    return process.pid


def test_which_processes_are_alive() -> None:
    assert locks.alive(os.getpid())
    assert locks.alive(1)  # of another user, perhaps
    assert not locks.alive(_dead())


def test_a_folder_that_cannot_be_locked_is_told(tmp_path: Path) -> None:
    (tmp_path / "lock").mkdir()
    with pytest.raises(sn.FileError, match="lock cannot be written"):
        Lock(tmp_path).take()
