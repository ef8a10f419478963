"""Check a wheel with machine code as a newcomer would: `python packaging/check_wheel.py dist/snodo-….whl`.

It is installed into an empty folder beside the packages of this environment, with an empty cache.  Every entry must be
taken from the wheel; then the first results of each kind are timed, and every feature is used once.  Nothing may be
compiled but functions of users.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ENTRIES = """
import json
from snodo import _jit
from snodo.cli.installation.kernels import kept_at
from snodo.cli.installation.warming import every_entry
from snodo._jit.machine_code import SHIPPED
paths = every_entry()
there = [p for p in paths if (file := kept_at(p)) is not None and file.parent == SHIPPED]
taken = [p for p in there if _jit.named(p).take()]
print(json.dumps({"entries": len(paths), "not taken": sorted({*paths} - {*taken})}))
"""
START = """
import snodo as sn
print(sn.simulate(sn.load({path!r}), formulation={formulation!r}, progress=False).quality())
"""
FIRST = {
    "planar": ("four_bar.yaml", "planar"),
    "tree": ("double_pendulum.yaml", "tree"),
    "tree with loops": ("spatial_slider_crank.yaml", "tree"),
    "spatial": ("bricard.yaml", "spatial"),
}


class Installed:
    """A wheel in a folder of its own, with a home and a cache that are empty."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        self.site, self.home = folder / "site", folder / "home"
        self.home.mkdir(parents=True)
        command = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-deps",
            "--target",
            str(self.site),
            str(wheel),
        ]
        subprocess.run(command, check=True)

    def run(self, *words: str) -> tuple[str, str, float, float]:
        """What Python prints to its two outputs, and its wall and CPU seconds."""
        dropped = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "SNODO_CACHE_DIR", "XDG_CACHE_HOME")
        own = {name: value for name, value in os.environ.items() if name not in dropped}
        own |= {"HOME": str(self.home), "PYTHONPATH": str(self.site), "SNODO_MACHINE_CODE": "shipped"}
        began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([sys.executable, *words], cwd=self.home, env=own, capture_output=True, text=True)
        wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            raise RuntimeError(f"{words}: {done.stderr}")
        return done.stdout, done.stderr, wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def written(self) -> list[str]:
        """Machine code in the cache of the user."""
        return sorted(path.name for path in self.home.rglob("*.code"))

    def entries(self) -> dict[str, Any]:
        """How many entries there are, and which are not taken from the wheel."""
        found: dict[str, Any] = json.loads(self.run("-c", ENTRIES)[0].splitlines()[-1])
        return found

    def first(self, file: str, formulation: str) -> tuple[str, float, float]:
        """What the first run says of compiling, and its wall and CPU seconds."""
        path = str(self.site / "snodo" / "example_files" / file)
        _, told, wall, cpu = self.run("-c", START.format(path=path, formulation=formulation))
        return told, wall, cpu

    def features(self) -> dict[str, Any]:
        """What `every_feature.py` says."""
        found: dict[str, Any] = json.loads(self.run(str(HERE / "every_feature.py"))[0].splitlines()[-1])
        return found


def main(wheel: str) -> int:
    """Print what was found; returns the exit code: 1 if anything of ours is compiled."""
    with tempfile.TemporaryDirectory() as folder:
        installed = Installed(Path(wheel).resolve(), Path(folder))
        for what, (file, formulation) in FIRST.items():
            told, wall, cpu = installed.first(file, formulation)
            print(f"first result, {what}: {wall:.1f} s, CPU {cpu:.1f} s  {told.strip()}", flush=True)
        found = installed.entries()
        print(
            f"{found['entries']} entries; not taken from the wheel: {', '.join(found['not taken']) or 'none'}",
            flush=True,
        )
        used = installed.features()
        print(
            f"every feature; compiled: {', '.join(used['entries']) or 'nothing'}; of users: {', '.join(used['others'])}"
        )
        written = installed.written()
        print(f"written to the cache: {', '.join(written) or 'nothing'}")
    return int(bool(found["not taken"] or used["entries"] or written))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
