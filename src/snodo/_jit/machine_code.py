"""Machine code kept on disk."""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core import compiler, serialize

from snodo._cache_folder import digest_of, first_writable, forget_old_caches

CACHE_FOLDER = first_writable()
forget_old_caches(CACHE_FOLDER)


class MachineCode:
    """What numba asks for as the cache of one function: a file for each signature, taken only if it is whole.

    Numba's own files have no checksum, their index names data that may not be there yet, and a torn one raises whatever
    pickle makes of it.  Here a file that is damaged, foreign, unreadable or cannot be written costs a compilation.
    """

    def __init__(self, function: Callable[..., Any], only_kept: bool = False) -> None:
        self._function = function
        self._only_kept = only_kept
        self.cache_path = str(CACHE_FOLDER)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled function, or None (or NotKept, if nothing is to be compiled)."""
        found = self._load(signature, target)
        if found is None and self._only_kept:
            raise NotKept
        return found

    def _load(self, signature: Any, target: Any) -> Any:
        target.refresh()
        key = self._key(signature, target.codegen())
        try:
            data = self._path(key).read_bytes()
            if hashlib.sha256(data[32:]).digest() != data[:32]:
                return None
            kept, payload = pickle.loads(data[32:])
            return compiler.CompileResult._rebuild(target, *payload) if kept == key else None
        except Exception:  # whatever is wrong with the file, the function can be compiled
            return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a compiled function, if that can be done."""
        if compiled.lifted or compiled.library.has_dynamic_globals:
            return
        key = self._key(signature, compiled.codegen)
        data = serialize.dumps((key, compiled._reduce()))
        path = self._path(key)
        beside = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}")
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                beside.write_bytes(hashlib.sha256(data).digest() + data)
                os.replace(beside, path)
            finally:
                beside.unlink(missing_ok=True)

    def _key(self, signature: Any, codegen: Any) -> tuple[Any, ...]:
        """All that the machine code depends on besides the files that compile, which name the folder."""
        f = self._function
        constants = repr([x for x in f.__code__.co_consts if not hasattr(x, "co_code")])
        code = hashlib.sha256(f.__code__.co_code + constants.encode()).hexdigest()
        closed = serialize.dumps(tuple(cell.cell_contents for cell in f.__closure__ or ()))
        place = (f.__module__, f.__qualname__, f.__code__.co_firstlineno)
        versions = (sys.implementation.cache_tag, numba.__version__, llvmlite.__version__)
        sources = digest_of(f.__module__)
        return signature, codegen.magic_tuple(), code, hashlib.sha256(closed).hexdigest(), place, versions, sources

    def _path(self, key: tuple[Any, ...]) -> Path:
        name = f"{self._function.__module__.rpartition('.')[2]}.{self._function.__name__}".replace("<lambda>", "lambda")
        return CACHE_FOLDER / f"{name}.{hashlib.sha256(repr(key).encode()).hexdigest()[:20]}.code"


class NotKept(Exception):
    """The machine code is not in the cache."""
