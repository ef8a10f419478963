"""The example mechanisms of the package: where their files are."""

from __future__ import annotations

from pathlib import Path

FOLDERS = ("", "verification/")
"""The gallery, and the problems of `sn.verify`."""


def example_files() -> dict[str, Path]:
    """The example files by name, such as `four_bar` and `verification/a01_pendulum`."""
    package = Path(__file__).parents[1]
    for home in (package / "example_files", package.parents[1] / "examples"):  # installed, or in the repository
        found = {f"{folder}{path.stem}": path for folder in FOLDERS for path in sorted(home.glob(f"{folder}*.yaml"))}
        if found:
            return found
    return {}
