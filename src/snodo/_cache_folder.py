"""The folder that keeps the machine code of the kernels, and the digests that say whether it is up to date.

Numba alone looks only at the file that holds the entry, and would keep serving machine code built from an older
helper.  Here machine code is known by the digest of the file of the entry and of every kernel that it imports, directly
or through others; a change in one kernel leaves the rest as it is.  The folder is named by the package version and the
digest of the files that compile.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from snodo._version import __version__

_ROOT = Path(__file__).parent


_IMPORT = re.compile(rb"^\s*(?:from|import)\s+(snodo[\w.]*)(?:\s+import\s+([^(\n#]+|\([^)]*\)))?", re.MULTILINE)


def sources_digest() -> str:
    """Digest of every kernel source and of the files that compile them."""
    digest = _compiler_digest()
    for _, text in sorted(_kernels().items()):
        digest.update(text)
    return digest.hexdigest()[:16]


def _compiler_digest() -> hashlib._Hash:
    """Digest of what decides how a kernel is compiled."""
    digest = hashlib.sha256()
    for name in ("compiler", "entries", "addresses", "lending"):
        digest.update((_ROOT / "_jit" / f"{name}.py").read_bytes())
    return digest


@functools.cache
def digest_of(module: str) -> str:
    """Digest of a kernel's source and of all kernels that it imports; empty for a module that is no kernel."""
    kernels, digest = _kernels(), hashlib.sha256()
    reached = _reached(module)
    for name in sorted(reached):
        digest.update(name.encode() + kernels[name])
    return digest.hexdigest()[:16] if reached else ""


def imports(module: str, other: str) -> bool:
    """Whether a kernel imports another one, directly or through others."""
    return other in _reached(module)


@functools.cache
def _reached(module: str) -> set[str]:
    """The kernel itself and all kernels that it imports."""
    found: set[str] = set()
    waiting = [module] if module in _kernels() else []
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _imported(name)
    return found


@functools.cache
def _imported(module: str) -> list[str]:
    """The kernels that a kernel names in its imports."""
    kernels, found = _kernels(), []
    for match in _IMPORT.finditer(kernels[module]):
        source, names = match[1].decode(), re.findall(rb"(\w+)(?:\s+as\s+\w+)?", match[2] or b"")
        found += [source, *(f"{source}.{name.decode()}" for name in names)]
    return [name for name in found if name in kernels]


@functools.cache
def _kernels() -> dict[str, bytes]:
    """The source of every kernel, by the name of its module."""
    found = {}
    for path in _kernel_sources(str(_ROOT), False):
        with open(path, "rb") as file:
            parts = os.path.relpath(path, _ROOT.parent)[: -len(".py")].split(os.sep)
            found[".".join(parts)] = file.read()
    return found


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
    name = f"{__version__}-{_compiler_digest().hexdigest()[:16]}"
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
