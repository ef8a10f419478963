"""Machine code kept on disk, in two folders:

    the cache      written here, for this processor
    the package    shipped in the wheel, for a baseline that most processors have; `target.json` says which

Shipped code is taken first.  Where the processor can do better than the baseline (AVX-512), a quiet process compiles
the same entries for it (`tuning.py`); when all of them are there, they are taken from then on.  Until that moment every
run has the same code.  SNODO_MACHINE_CODE=host or shipped chooses one of the two.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
import pickle
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite
import numba
from numba.core import compiler, serialize
from numba.core.runtime import rtsys

from snodo._cache_folder import digest_of, first_writable, forget_old_caches, imports
from snodo._jit.compiler import Machine, lanes_of, target_machine

CACHE_FOLDER = first_writable()
forget_old_caches(CACHE_FOLDER)
LANES = "snodo.math.kernels.lanes"
SHIPPED = Path(__file__).parents[1] / "_shipped"
TUNED = "tuned"
"""The file in the cache which says that all shipped entries have been compiled for this processor."""


class Target(NamedTuple):
    """What shipped machine code was made for."""

    machine: Machine
    needs: list[str]
    """Features that a processor must have to run it,"""
    better: list[str]
    """and one of which makes code of its own worth compiling."""


@functools.cache
def shipped() -> Target | None:
    """The target of the machine code in the package, if it has any that this processor can run."""
    config = numba.config
    if config.CPU_NAME or config.CPU_FEATURES is not None or os.environ.get("SNODO_MACHINE_CODE") == "host":
        return None
    try:
        told = json.loads((SHIPPED / "target.json").read_text(encoding="utf-8"))
        target = Target(tuple(told["machine"]), list(told["needs"]), list(told["better"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    able = llvmlite.binding.get_host_cpu_features()
    fits = target.machine[0] == llvmlite.binding.get_process_triple()
    return target if fits and all(able.get(word) for word in target.needs) else None


@functools.cache
def takes_shipped() -> bool:
    """Whether this process takes shipped code first."""
    target = shipped()
    if target is None or os.environ.get("SNODO_MACHINE_CODE") == "shipped":
        return target is not None
    return not (can_be_tuned() and (CACHE_FOLDER / TUNED).exists())


def can_be_tuned() -> bool:
    """Whether this processor can do better than the shipped code."""
    target, able = shipped(), llvmlite.binding.get_host_cpu_features()
    return target is not None and any(able.get(word) for word in target.better)


def lanes_of_this_process() -> int:
    """States side by side: as many as in shipped code where it is taken, because Python counts states in lanes too."""
    target = shipped()
    return lanes_of(target.machine if target is not None and takes_shipped() else target_machine())


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
        """The compiled function, or None (or NotKept, if nothing is to be compiled).

        What is taken needs only the symbols of numba's runtime.  `target.refresh()`, with which numba begins here,
        imports all that it can compile, and scipy's linear algebra with it; its compiler does so itself if it comes
        to that.
        """
        rtsys.initialize(target)
        for folder, machine in self._places(target.codegen()):
            found = self._load(folder, self._key(signature, machine), target)
            if found is not None:
                if folder is SHIPPED:
                    from snodo._jit.tuning import tune_later

                    tune_later()
                return found
        if self._only_kept:
            raise NotKept
        return None

    def kept_at(self, signature: Any, codegen: Any) -> Path | None:
        """The file for a signature, if there is one; it is not read."""
        files = (self._path(folder, self._key(signature, machine)) for folder, machine in self._places(codegen))
        return next((file for file in files if file.is_file()), None)

    def _places(self, codegen: Any) -> Iterator[tuple[Path, Machine]]:
        """Folders to look into, with the machine whose code is there."""
        target, own = shipped(), codegen.magic_tuple()
        if target is not None and takes_shipped():
            yield SHIPPED, target.machine
        yield CACHE_FOLDER, self._with_lanes(own)

    def _with_lanes(self, machine: Machine) -> Machine:
        """The processor that code is compiled for, and the lanes of this code if they are not the processor's."""
        lanes = lanes_of_this_process()
        if lanes == lanes_of(machine) or not imports(self._function.__module__, LANES):
            return machine
        triple, name, features = machine
        return triple, f"{name}, {lanes} lanes", features

    def _load(self, folder: Path, key: tuple[Any, ...], target: Any) -> Any:
        try:
            data = self._path(folder, key).read_bytes()
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
        key = self._key(signature, self._with_lanes(compiled.codegen.magic_tuple()))
        without_types = compiled._replace(type_annotation="")  # a text for people, with addresses in this process
        data = serialize.dumps((key, without_types._reduce()))
        path = self._path(CACHE_FOLDER, key)
        beside = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}")
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                beside.write_bytes(hashlib.sha256(data).digest() + data)
                os.replace(beside, path)
            finally:
                beside.unlink(missing_ok=True)

    def _key(self, signature: Any, machine: Machine) -> tuple[Any, ...]:
        """All that the machine code depends on besides the files that compile, which name the folder."""
        f = self._function
        constants = repr([x for x in f.__code__.co_consts if not hasattr(x, "co_code")])
        code = hashlib.sha256(f.__code__.co_code + constants.encode()).hexdigest()
        closed = serialize.dumps(tuple(cell.cell_contents for cell in f.__closure__ or ()))
        place = (f.__module__, f.__qualname__, f.__code__.co_firstlineno)
        versions = (sys.implementation.cache_tag, numba.__version__, llvmlite.__version__)
        sources = digest_of(f.__module__)
        return signature, tuple(machine), code, hashlib.sha256(closed).hexdigest(), place, versions, sources

    def _path(self, folder: Path, key: tuple[Any, ...]) -> Path:
        name = f"{self._function.__module__.rpartition('.')[2]}.{self._function.__name__}".replace("<lambda>", "lambda")
        return folder / f"{name}.{hashlib.sha256(repr(key).encode()).hexdigest()[:20]}.code"


class NotKept(Exception):
    """The machine code is not in the cache."""
