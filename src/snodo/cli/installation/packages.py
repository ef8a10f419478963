"""Packages: versions against what is declared, and those that only some work needs."""

from __future__ import annotations

import platform
import re
import shutil
import sys
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path

from snodo._version import __version__
from snodo.cli.installation.findings import Section

DECLARED = re.compile(r"([\w.-]+)\s*(?:>=\s*([\w.]+))?")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")


def software() -> Section:
    """Snodo, Python and the system."""
    section = Section("software")
    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    place = str(Path(__file__).parents[2])
    python = platform.python_version()
    section.add("snodo", __version__, place)
    section.add("Python", python, sys.executable)
    section.add("system", system)
    section.data = {"snodo": __version__, "place": place, "python": python, "executable": sys.executable}
    section.data["system"] = system
    return section


def packages() -> Section:
    """The packages that are always needed."""
    section = Section("packages")
    try:
        declared = [line for line in requires("snodo") or [] if "extra ==" not in line]
    except PackageNotFoundError:
        section.add("snodo", "not installed", "it runs from its sources: the versions below are not compared")
        declared = ["numpy", "scipy", "numba", "matplotlib", "xarray"]
    for line in sorted([*declared, "llvmlite"], key=str.lower):
        found = DECLARED.match(line)
        assert found is not None
        _package(section, found[1], found[2] or "")
    return section


def _package(section: Section, name: str, least: str) -> None:
    """One of them, and what is wrong with it."""
    try:
        installed = version(name)
    except PackageNotFoundError:
        section.add(name, "missing", f"at least {least}" if least else "")
        section.complain(f"the package {name} is missing", f"pip install '{name}{f'>={least}' * bool(least)}'")
        section.data[name] = {"version": None, "least": least}
        return
    section.add(name, installed, f"at least {least}" if least else "")
    section.data[name] = {"version": installed, "least": least}
    if least and older(installed, least):
        section.complain(f"{name} {installed} is older than {least}", f"pip install '{name}>={least}'")


def older(installed: str, least: str) -> bool:
    """Whether a version is older than another; `1.10` is newer than `1.9`, and `2.0` is `2`."""
    return _numbers(installed) < _numbers(least)


def _numbers(word: str) -> list[int]:
    """The numbers of a version without trailing zeros, and without what marks it as a preliminary one."""
    found = [int(digits) for digits in re.findall(r"\d+", re.split(r"[a-z+-]", word)[0])]
    while found and not found[-1]:
        found.pop()
    return found


def extras() -> Section:
    """What only some work needs; missing ones are no problem."""
    section = Section("extras")
    _extra(section, "trimesh", _module("trimesh"), "mesh files (STL, OBJ)", "pip install 'snodo[meshes]'")
    film = _module("imageio_ffmpeg", "imageio-ffmpeg") or _program("ffmpeg")
    _extra(section, "ffmpeg", film, "films as .mp4", "pip install 'snodo[video]'")
    _extra(
        section, "browser", _program(*BROWSERS), "pages, seen and turned with the mouse", "install Chromium or Chrome"
    )
    _extra(section, "IPython", _module("IPython", "ipython"), "notebooks", "pip install jupyterlab")
    return section


def _extra(section: Section, name: str, found: str, purpose: str, remedy: str) -> None:
    section.add(name, found or "not found", f"for {purpose}" + ("" if found else f": {remedy}"))
    section.data[name] = {"found": found or None, "for": purpose, "remedy": remedy}


def _module(name: str, distribution: str = "") -> str:
    """The version of a package that can be imported; empty if there is none."""
    if find_spec(name) is None:
        return ""
    try:
        return version(distribution or name)
    except PackageNotFoundError:
        return "installed"


def _program(*names: str) -> str:
    """The path of the first of these programs that there is."""
    return next((path for name in names if (path := shutil.which(name))), "")
