"""Compile and link the shared library of an FMU with the C compiler of this machine."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from snodo.errors import Problem, UnsupportedError

SOURCE = Path(__file__).with_name("fmi2.c")
EXPORTED = "{ global: fmi2*; local: *; };\n"


def compiler() -> str:
    """The C compiler: the one that the variable CC names, or cc, gcc or clang."""
    for word in (os.environ.get("CC", ""), "cc", "gcc", "clang"):
        found = shutil.which(word) if word else None
        if found:
            return found
    what = "an FMU is linked by a C compiler, and there is none on this machine (cc, gcc, clang, or CC)"
    raise UnsupportedError(Problem(what, "install one, such as gcc, or set the variable CC"))


def build(folder: Path, data: str, codes: Mapping[str, bytes], library: Path) -> None:
    """Make the shared library in a folder of our own."""
    shutil.copyfile(SOURCE, folder / "fmi2.c")
    (folder / "model_data.h").write_text(data, encoding="utf-8")
    (folder / "exported.map").write_text(EXPORTED, encoding="utf-8")
    objects = []
    for k, code in enumerate(codes.values()):
        objects.append(folder / f"function_{k}.o")
        objects[-1].write_bytes(code)
    flags = ["-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-std=gnu11", "-w"]
    linking = [f"-Wl,--version-script={folder / 'exported.map'}", "-Wl,-z,defs", "-Wl,-z,noexecstack", "-lm"]
    command = [compiler(), *flags, "-o", str(library), str(folder / "fmi2.c"), *map(str, objects), *linking]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        last = "\n".join((done.stderr or done.stdout).strip().splitlines()[-6:])
        what = f"the C compiler {command[0]} could not link the FMU:\n{last}"
        raise UnsupportedError(Problem(what, "set the variable CC to another compiler, such as gcc"))
