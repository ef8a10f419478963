"""The processor: what the machine code is made for."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

from snodo.cli.installation.findings import Section

SHOWN = ("sse4.2", "avx", "avx2", "fma", "avx512f", "avx512vl", "avx512dq", "neon", "sve")
"""Features that matter for numbers side by side."""


def processor() -> Section:
    """Name, features and cores; how many states are computed side by side."""
    from snodo import _jit
    from snodo._jit.compiler import target_machine

    section = Section("processor")
    binding, config = _jit.llvmlite.binding, _jit.numba.config
    target = config.CPU_NAME or binding.get_host_cpu_name()
    has = _features(binding, config)
    cores, usable = os.cpu_count() or 1, usable_cores()
    section.add("name", cpu_name(), f"machine code is made for {target}")
    section.add("features", ", ".join(word for word in SHOWN if word in has) or "none of those that help")
    section.add("cores", str(cores), f"{usable} of them for this process" if usable != cores else "")
    lanes, register = _lanes(_jit), _jit.lanes_of(target_machine())
    section.add("lanes", f"{lanes} states side by side in batches", f"{register} float64 fit in a register")
    section.add("threads", "those of Python", "sn.simulate(…, threads=n); compiled loops release Python's lock")
    section.data = {"name": cpu_name(), "target": target, "features": sorted(word for word in SHOWN if word in has)}
    section.data |= {"cores": cores, "usable_cores": usable, "lanes": lanes, "register_width": register}
    if config.DISABLE_JIT:
        section.complain(
            "NUMBA_DISABLE_JIT is set: nothing is compiled, and runs take a thousand times as long", "unset it"
        )
    return section


def _features(binding: Any, config: Any) -> set[str]:
    """Features that the compiler uses: those of the processor, unless the environment chooses others."""
    if config.CPU_FEATURES is not None:
        return {word[1:] for word in config.CPU_FEATURES.split(",") if word.startswith("+")}
    if config.CPU_NAME == "generic":
        return set()
    return {word for word, there in binding.get_host_cpu_features().items() if there}


def _lanes(jit: Any) -> int:
    return 1 if jit.numba.config.DISABLE_JIT else int(jit.named("snodo.math.kernels.lanes.LANES"))


def usable_cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def cpu_name() -> str:
    """As its maker calls it, where the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    told = (line.partition(":")[2].strip() for line in lines if line.startswith(("model name", "Model")))
    return next(told, "") or platform.processor() or platform.machine()
