"""The folder that keeps the machine code of the kernels.

It is named by the package version and a digest of *all* kernel sources: numba alone looks only at the file that holds
the entry, and would keep serving machine code built from an older helper.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from snodo._version import __version__

_ROOT = Path(__file__).parent


def sources_digest() -> str:
    """Digest of every kernel source and of the file that compiles them."""
    digest = hashlib.sha256((_ROOT / "_jit.py").read_bytes())
    for path in sorted(_kernel_sources(str(_ROOT), False)):
        with open(path, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()[:16]


def _kernel_sources(folder: str, among_kernels: bool) -> Iterator[str]:
    """The files below the folder; by hand, which takes a third of the time of `Path.rglob`."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _kernel_sources(entry.path, among_kernels or entry.name == "kernels")
            elif among_kernels and entry.name.endswith(".py"):
                yield entry.path


def _candidate_folders() -> Iterator[Path]:
    if os.environ.get("SNODO_CACHE_DIR"):
        yield Path(os.environ["SNODO_CACHE_DIR"])
    if sys.platform == "win32" and os.environ.get("LOCALAPPDATA"):
        yield Path(os.environ["LOCALAPPDATA"]) / "snodo"
    elif os.environ.get("XDG_CACHE_HOME"):
        yield Path(os.environ["XDG_CACHE_HOME"]) / "snodo"
    with contextlib.suppress(RuntimeError):
        yield Path.home() / ".cache" / "snodo"
    yield _ROOT / "__pycache__" / "snodo"


def first_writable() -> Path:
    """The first folder in which a file can really be written (permissions lie on some file systems)."""
    name = f"{__version__}-{sources_digest()}"
    for base in _candidate_folders():
        folder = base / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
            probe = folder / f".probe-{os.getpid()}"
            probe.write_bytes(b"")
            probe.unlink()
        except OSError:
            continue
        return folder
    private = Path(tempfile.mkdtemp(prefix="snodo-"))  # a shared one could hold others' code
    atexit.register(shutil.rmtree, private, ignore_errors=True)
    return private


def forget_old_caches(keep: Path, days: float = 30.0) -> None:
    """Remove caches of other sources, known by their names: the folder may hold other things of the user."""
    for other in keep.parent.glob("[0-9]*.[0-9]*-" + "[0-9a-f]" * 16):
        with contextlib.suppress(OSError):
            if other != keep and time.time() - other.stat().st_mtime > days * 86400:
                shutil.rmtree(other, ignore_errors=True)
