"""The one door to Numba: how a kernel is compiled, where its machine code is kept, how a user's function is called.

Only this package names numba, and only kernels (files in a folder called `kernels`) import it, lazily: neither
`import snodo` nor `snodo --help` pays for it.

* `inline`   small helper, inlined into its callers (`INLINED`: the same as options of an overload)
* `kernel`   called from other kernels only
* `entry`    called from Python, or through a declared signature: compiled when it is first needed (`.compiled`), its
             machine code cached on disk
* `door`     an entry that Python alone calls, and often: arrays are lent to it
* `compiled` an entry by name: the one place that says to the user that something is compiled
* `verb`     what a formulation does for constraint methods, called by its address
* `monitor`  what watches over the steps of an integration, called by its address
* `RATE`     the seam between equations and time:  status = rate(t, y, ydot, model)
* `PROJECT`  the correction after a step:           status = project(t, y, model, tolerance)

| file | contents |
|---|---|
| `compiler.py` | options and passes of the compiler; the signatures of the seams |
| `machine_code.py` | machine code kept on disk, and shipped with the package |
| `tuning.py` | code for this processor where the shipped one is slower |
| `entries.py` | functions that are compiled, or taken from there, when they are first needed |
| `lending.py` | arrays lent to an entry for the length of a call |
| `by_name.py` | entries by name, and what the user is told |
| `addresses.py` | functions that are called by their address |
| `objects.py` | machine code for other programs |
"""

from __future__ import annotations

import llvmlite
import numba
from numba.core import cgutils

from snodo._jit.addresses import (
    UNBOUNDED,
    address_of,
    address_of_compiled,
    address_of_python,
    array_at,
    call_monitor,
    call_user,
    call_verb,
    grid,
    jit_user,
    project_at,
    rate_at,
)
from snodo._jit.by_name import compile_named, compiled, named
from snodo._jit.compiler import (
    INLINED,
    MONITOR,
    PROJECT,
    PROJECT_FUNCTION,
    RATE,
    RATE_FUNCTION,
    USER,
    VERB,
    Floats,
    Table,
    carray,
    f8,
    i8,
    inline,
    intrinsic,
    kernel,
    lanes_of,
    types,
)
from snodo._jit.entries import ByAddress, CEntry, Entry, Lazy, c_entry, entry, function_at, monitor, ready, verb
from snodo._jit.lending import door
from snodo._jit.machine_code import CACHE_FOLDER, MachineCode, lanes_of_this_process
from snodo._jit.objects import ObjectFile, object_file

CompilationError = numba.core.errors.NumbaError

__all__ = [
    "CACHE_FOLDER",
    "INLINED",
    "MONITOR",
    "PROJECT",
    "PROJECT_FUNCTION",
    "RATE",
    "RATE_FUNCTION",
    "UNBOUNDED",
    "USER",
    "VERB",
    "ByAddress",
    "CEntry",
    "CompilationError",
    "Entry",
    "Floats",
    "Lazy",
    "MachineCode",
    "ObjectFile",
    "Table",
    "address_of",
    "address_of_compiled",
    "address_of_python",
    "array_at",
    "c_entry",
    "call_monitor",
    "call_user",
    "call_verb",
    "carray",
    "cgutils",
    "compile_named",
    "compiled",
    "door",
    "entry",
    "f8",
    "function_at",
    "grid",
    "i8",
    "inline",
    "intrinsic",
    "jit_user",
    "kernel",
    "lanes_of",
    "lanes_of_this_process",
    "llvmlite",
    "monitor",
    "named",
    "numba",
    "object_file",
    "project_at",
    "rate_at",
    "ready",
    "types",
    "verb",
]
