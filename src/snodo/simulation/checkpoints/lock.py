"""A lock that keeps two processes from using one folder at the same time, on every system.

The system locks a file for as long as the process lives, and unlocks it however that ends: `flock` on Unix, on Windows
one byte far behind the end of the file, so that its content can still be read.  Where a folder has no such locks, as on
some networks, a file `owner` says who uses it: it is created only if there is none, and one that was left by a process
that is no longer alive is taken over.  Of another machine that cannot be known, so its file must be deleted by hand.

Both files say which process it is, for the message.
"""

from __future__ import annotations

import contextlib
import errno
import os
import socket
from pathlib import Path
from typing import Any

from snodo.errors import FileError, Problem
from snodo.whole_files import not_written

FILES = ("lock", "owner")
"""The files of a lock in its folder."""
FAR = 1 << 30
"""The byte that is locked on Windows: locked bytes cannot be read by others."""
TAKEN = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK, getattr(errno, "EDEADLOCK", errno.EDEADLK))
"""What systems answer if another process has the lock."""


class Lock:
    """A lock of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._handle: int | None = None
        self._owns = False

    def take(self) -> None:
        """Lock the folder, or raise FileError if another process uses it."""
        path = self.folder / "lock"
        try:
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise not_written(path, error) from None
        try:
            self._lock(self._handle)
        except BaseException:
            self.release()
            raise

    def _lock(self, handle: int) -> None:
        try:
            _locked_by_system(handle)
        except OSError as error:
            if error.errno in TAKEN:
                raise self._in_use(_read(self.folder / "lock")) from None
            self._own()  # there are no locks here
            return
        _write(handle)

    def release(self) -> None:
        """Let others have the folder."""
        if self._handle is not None:
            os.close(self._handle)  # which unlocks it
            self._handle = None
        if self._owns:
            self._owns = False
            with contextlib.suppress(OSError):
                (self.folder / "owner").unlink()

    # ---------------------------------------------------------------- without locks of the system
    def _own(self) -> None:
        """Create the file that says who uses the folder, in place of one that was left."""
        path = self.folder / "owner"
        for attempt in range(2):
            try:
                handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
            except FileExistsError:
                if attempt or not self._was_left(path):
                    raise self._in_use(_read(path), path) from None
                continue
            except OSError as error:
                raise not_written(path, error) from None
            _write(handle)
            os.close(handle)
            self._owns = True
            return

    def _was_left(self, path: Path) -> bool:
        """Whether the owner is a process of this machine that is no longer alive; its file is then removed.

        It is renamed first: of two processes that find it, one only succeeds, and the other one looks again.
        """
        owner = _read(path)
        number, _, host = owner.partition(" on ")
        if host != socket.gethostname() or not number.isdigit() or alive(int(number)):
            return False
        aside = path.with_name(f".snodo-left-{os.getpid()}")
        with contextlib.suppress(OSError):
            os.rename(path, aside)
            if _read(aside) != owner:  # somebody else was faster, and this is theirs
                os.rename(aside, path)
                return False
            aside.unlink()
        return True

    def _in_use(self, owner: str, path: Path | None = None) -> FileError:
        who = f"another process ({owner})" if owner else "another process"
        remedy = "wait for it, end it, or give another folder"
        if path is not None:
            remedy += f"; if it does not run any more, delete {path}"
        return FileError(Problem(f"{who} is using the checkpoint {self.folder}", remedy))


def _locked_by_system(handle: int) -> None:
    """Lock an open file, or raise OSError."""
    try:
        import fcntl
    except ImportError:
        _locked_by_windows(handle)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _locked_by_windows(handle: int) -> None:
    import msvcrt

    system: Any = msvcrt  # whose functions are known on Windows only
    os.lseek(handle, FAR, os.SEEK_SET)
    system.locking(handle, system.LK_NBLCK, 1)


def alive(number: int) -> bool:
    """Whether there is a process of that number on this machine."""
    if os.name == "nt":
        return _alive_on_windows(number)
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except OSError:  # of another user
        return True
    return True


def _alive_on_windows(number: int) -> bool:
    """There os.kill would end it."""
    import ctypes

    kernel: Any = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    limited, still_active, refused = 0x1000, 259, 5
    handle = kernel.OpenProcess(limited, False, number)
    if not handle:
        return bool(kernel.GetLastError() == refused)
    code = ctypes.c_ulong()
    found = kernel.GetExitCodeProcess(handle, ctypes.byref(code))
    kernel.CloseHandle(handle)
    return not found or code.value == still_active


# ---------------------------------------------------------------- who it is
def _write(handle: int) -> None:
    """Say who has the lock; a full disk is found out elsewhere."""
    with contextlib.suppress(OSError):
        os.lseek(handle, 0, os.SEEK_SET)
        os.ftruncate(handle, 0)
        os.write(handle, f"{os.getpid()} on {socket.gethostname()}".encode())


def _read(path: Path) -> str:
    with contextlib.suppress(OSError):
        return path.read_bytes()[:200].decode("utf-8", "replace")
    return ""
