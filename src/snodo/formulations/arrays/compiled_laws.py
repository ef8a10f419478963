"""Force laws compiled by numba: once for a function, not once for every formulation that is bound.

A compiled law is known by the code of the function and of what it calls, and by the values it reads besides its
arguments (`math/captured.py`): numba keeps these inside the machine code.  The least recently used are forgotten.  What
is kept holds the code and those values, not the user's function, which can be collected.
"""

from __future__ import annotations

import threading
import types
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from snodo.math.captured import Captured
from snodo.math.compiled_function import detached, shortly
from snodo.math.repeatable import flat_numbers, points

KEPT = 64
"""Compiled laws, and laws that cannot be compiled, that are remembered."""
AGREE = 1e-10
"""Relative difference between compiled and called values from which on the law is called."""


@dataclass(frozen=True)
class CompiledLaw:
    """Machine code of a law: its address, and what keeps it alive."""

    address: int
    keep_alive: Any


_laws: OrderedDict[Any, CompiledLaw | str] = OrderedDict()
_lock = threading.RLock()


def compiled_law(function: Callable[..., Any], m: int, n: int, reads: Captured) -> CompiledLaw | str:
    """The law of m coordinates and n velocities with n results, or why it cannot be compiled."""
    if any(isinstance(kept, tuple) and kept[0] == "object at" for _, kept in reads.contents):
        return reads.doubt  # numba would keep a value whose changes could not be detected
    key = (reads.contents, m, n)
    with _lock:
        if key in _laws:
            _laws.move_to_end(key)
            return _laws[key]
        found = _compiled(function, m, n)
        if isinstance(found, CompiledLaw):
            found = _differs(function, found, m, n) or found
        _laws[key] = found
        while len(_laws) > KEPT:
            _laws.popitem(last=False)
        return found


def _compiled(function: Callable[..., Any], m: int, n: int) -> CompiledLaw | str:
    """Through numba.  Whatever is raised there means that Python is called instead."""
    from snodo import _jit

    if not isinstance(getattr(function, "py_func", function), types.FunctionType):
        return "it is a method or an object, not a function"
    lines = [
        "def call(t, q_at, v_at, out_at):",
        "    try:",
        "        r = user(t, carray(q_at, m), carray(v_at, n))",
        "        if len(r) != n:",
        "            return 1",
        *[f"        out_at[{k}] = r[{k}]" for k in range(n)],
        "    except Exception:",
        "        return 1",
        "    return 0",
    ]
    try:
        user = _jit.jit_user(detached(function)) if isinstance(function, types.FunctionType) else function
        scope: dict[str, Any] = {"user": user, "carray": _jit.carray, "m": m, "n": n}
        exec("\n".join(lines), scope)  # our own text: the results are unrolled so that a tuple of mixed numbers will do
        return CompiledLaw(*_jit.address_of_compiled(scope["call"]))
    except Exception as error:
        return shortly(error)


def _differs(function: Callable[..., Any], law: CompiledLaw, m: int, n: int) -> str:
    """Where the machine code does not give what Python gives; empty if it does."""
    for t, x in points(m + n):
        q, v, out = x[:m].copy(), x[m:].copy(), np.zeros(n)
        try:
            with np.errstate(all="ignore"):
                there = np.array(flat_numbers(function(t, q, v)))
        except Exception:
            continue
        status = law.keep_alive.ctypes(t, *(a.ctypes.data_as(_pointer()) for a in (x[:m].copy(), x[m:].copy(), out)))
        if there.size == n and np.isfinite(there).all() and (status or not np.allclose(out, there, AGREE, AGREE)):
            return f"compiled it gives {out.tolist()} at t = {t:g} s, but called in Python {there.tolist()}"
    return ""


def _pointer() -> Any:
    import ctypes

    return ctypes.POINTER(ctypes.c_double)
