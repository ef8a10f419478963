"""Run the delicate tests as other processors would: `make delicate`.

Numba compiles for the processor at hand, and each rounds in its own way: one fuses multiplication and addition, another
does not, a third sums in wider lanes.  Tests marked `delicate` come near singular positions, or near their tolerances,
where this can be seen.  They run here with kernels compiled for two other processors:

    generic   the oldest of 64 bits: nothing is fused, lanes are two numbers wide (on x86: SSE2)
    haswell   fused multiplication and addition, lanes are four numbers wide (AVX2), not eight (AVX-512)

The machine code is kept in a folder of this clone, apart from the user's own.  Arguments are passed on to pytest.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROCESSORS = ("generic", "haswell")
NEEDS = {"haswell": ("avx2", "fma")}
"""Instructions that code for a processor uses."""


def reason_to_skip(name: str) -> str | None:
    """Why code for the processor `name` cannot run on this one, or None."""
    import llvmlite.binding as llvm

    if name == "generic":
        return None
    machine = platform.machine()
    if machine.lower() not in ("x86_64", "amd64"):
        return f"{name} is an x86 processor, and this one is of the kind {machine}"
    features = llvm.get_host_cpu_features()
    missing = [feature for feature in NEEDS[name] if not features.get(feature)]
    return f"this processor lacks {' and '.join(missing)}" if missing else None


def environment(name: str) -> dict[str, str]:
    """Settings under which numba compiles for the processor `name`.

    Without NUMBA_CPU_FEATURES numba adds all that the processor at hand can do, AVX-512 for one.
    """
    cache = ROOT / ".cache" / f"snodo-{name}"
    return {**os.environ, "NUMBA_CPU_NAME": name, "NUMBA_CPU_FEATURES": "", "SNODO_CACHE_DIR": str(cache)}


def main(arguments: list[str]) -> int:
    """Run the tests for every processor; returns the exit code: 0 if all passed."""
    failed = False
    for name in PROCESSORS:
        reason = reason_to_skip(name)
        if reason is not None:
            print(f"delicate tests as on {name}: skipped, as {reason}", flush=True)
            continue
        print(f"delicate tests as on {name}", flush=True)
        command = [sys.executable, "-m", "pytest", "-q", "-m", "delicate and not slow", *arguments]
        failed |= subprocess.run(command, cwd=ROOT, env=environment(name), check=False).returncode != 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
