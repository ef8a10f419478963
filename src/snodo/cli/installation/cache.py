"""The folder with the machine code: where it is, how large, whether it can be written, what is left from before."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from pathlib import Path

from snodo.cli.installation.findings import Section, size

LEAST_ROOM = 100e6
"""Free space below which compiling may fail to be kept [B]."""
OTHERS = "[0-9]*.[0-9]*-" + "[0-9a-f]" * 16
"""Names of folders of other versions."""


def cache() -> Section:
    """The cache in use, and those of other versions beside it."""
    from snodo._jit import CACHE_FOLDER

    section = Section("cache")
    here, used = files_in(CACHE_FOLDER)
    others = other_caches(CACHE_FOLDER)
    left = sum(files_in(other)[1] for other in others)
    free = shutil.disk_usage(CACHE_FOLDER).free
    section.add("folder", str(CACHE_FOLDER), f"{size(free)} free")
    section.add("machine code", f"{here} files, {size(used)}", "of this version")
    section.add("other versions", f"{len(others)} folders, {size(left)}", _advice(len(others)))
    section.data = {"folder": str(CACHE_FOLDER), "files": here, "bytes": used, "free_bytes": free}
    section.data |= {"other_versions": [str(other) for other in others], "other_bytes": left}
    section.data["kept"] = not _passing(CACHE_FOLDER)
    _complain(section, CACHE_FOLDER, free)
    return section


def _advice(others: int) -> str:
    return "removed when a month old, or now by snodo doctor --clean" if others else ""


def _complain(section: Section, folder: Path, free: float) -> None:
    given = os.environ.get("SNODO_CACHE_DIR")
    if _passing(folder):
        what = "no folder for machine code can be written: everything is compiled again in every process"
        section.complain(what, "set SNODO_CACHE_DIR to a folder that you may write in")
    elif given and folder.parent != Path(given):
        what = f"SNODO_CACHE_DIR={given} cannot be written, {folder.parent} is used instead"
        section.complain(what, "create the folder, or give another one")
    if free < LEAST_ROOM:
        section.complain(f"only {size(free)} are free for machine code", "free some space, or set SNODO_CACHE_DIR")


def _passing(folder: Path) -> bool:
    """Whether the folder is removed at the end of the process."""
    return folder.parent == Path(tempfile.gettempdir()) and folder.name.startswith("snodo-")


def other_caches(folder: Path) -> list[Path]:
    """Folders of other versions beside the one in use."""
    return sorted(other for other in folder.parent.glob(OTHERS) if other != folder and other.is_dir())


def files_in(folder: Path) -> tuple[int, int]:
    """How many files of machine code a folder has, and their size [B]."""
    sizes = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".code"):
                with contextlib.suppress(OSError):
                    sizes.append(entry.stat().st_size)
    return len(sizes), sum(sizes)


def clean() -> tuple[int, int]:
    """Remove the caches of other versions; returns how many, and their size [B]."""
    from snodo._jit import CACHE_FOLDER

    others = other_caches(CACHE_FOLDER)
    freed = sum(files_in(other)[1] for other in others)
    for other in others:
        shutil.rmtree(other, ignore_errors=True)
    return sum(not other.exists() for other in others), freed
