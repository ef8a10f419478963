"""Build a wheel with machine code: `make wheel`, or `python packaging/make_wheel.py dist`.

Every entry is compiled for a baseline processor into build/machine_code, which the wheel then holds as snodo/_shipped
(`hatch_build.py`).  The baseline of x86 is x86-64-v3: AVX2 and FMA, what laptops have had since 2013.  On other
platforms it is the processor at hand.  The same sources give the same wheel, bit for bit.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build"
X86 = "x86-64-v3"
NEEDS = ["avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sse4.2"]
BETTER = ["avx512f"]


def baseline() -> tuple[str | None, list[str], list[str]]:
    """The processor to compile for (None: this one), features that it needs, and those that make others better."""
    if platform.machine().lower() in ("x86_64", "amd64"):
        return X86, NEEDS, BETTER
    return None, [], []


def environment(name: str | None) -> dict[str, str]:
    """Settings under which kernels are compiled for the baseline."""
    own = {**os.environ, "SNODO_CACHE_DIR": str(BUILD / "machine_code"), "PYTHONHASHSEED": "0"}
    own |= {"SNODO_MACHINE_CODE": "host", "SOURCE_DATE_EPOCH": "315532800", "PYTHONPATH": str(ROOT / "src")}
    return own | ({"NUMBA_CPU_NAME": name, "NUMBA_CPU_FEATURES": ""} if name else {})


ASKED = """
import json
from snodo._jit.compiler import target_machine
from snodo.cli.installation.kernels import kept_at
from snodo.cli.installation.warming import every_entry
print(json.dumps([[str(kept_at(path)) for path in every_entry()], target_machine()]))
"""


def compiled() -> Path:
    """The folder with all machine code and its target."""
    name, needs, better = baseline()
    settings = environment(name)
    subprocess.run([sys.executable, "-m", "snodo", "warm"], env=settings, check=True)
    told = subprocess.run([sys.executable, "-c", ASKED], env=settings, check=True, capture_output=True, text=True)
    made, machine = json.loads(told.stdout)
    shipped = BUILD / "shipped"
    shutil.rmtree(shipped, ignore_errors=True)
    shipped.mkdir(parents=True)
    for path in made:  # and nothing that the folder still has of other sources
        shutil.copy(path, shipped)
    target = {"machine": machine, "needs": needs, "better": better}
    (shipped / "target.json").write_text(json.dumps(target, indent=1) + "\n", encoding="utf-8")
    return shipped


def main(out: str = "dist") -> None:
    """Compile, build, and say what came out."""
    shipped = compiled()
    settings = environment(None) | {"SNODO_SHIPPED": str(shipped)}
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", out, str(ROOT)]
    subprocess.run(command, env=settings, check=True)
    wheel = max(Path(out).glob("snodo-*.whl"), key=lambda path: path.stat().st_mtime)
    count, size = len(list(shipped.glob("*.code"))), wheel.stat().st_size / 1e6
    print(f"{wheel}: {size:.1f} MB, machine code of {count} entries for {baseline()[0] or 'this processor'}")
    print(f"sha256 {hashlib.sha256(wheel.read_bytes()).hexdigest()}")


if __name__ == "__main__":
    main(*sys.argv[1:])
