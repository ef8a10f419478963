"""A run from its checkpoint: as `running.py`, but for where the mechanism and the result come from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from snodo.cli.running import NOT_CHOSEN, Running
from snodo.mechanism.mechanism import Mechanism
from snodo.simulation.checkpoints.long_run import resume, waiting


class Resuming(Running):
    """The steps of `snodo resume`."""

    def __init__(self, folder: Path, choices: dict[str, Any], quiet: bool) -> None:
        super().__init__(folder, {**NOT_CHOSEN, **choices, "checkpoint": folder, "formulation": None}, quiet)

    def _loaded(self, file: Path) -> Mechanism:
        self.found = waiting(file)
        return self.found.mechanism

    def _introduce(self) -> None:
        super()._introduce()
        self.say(f"going on from t = {self.found.t:g} s of {self.found.end:g} s")

    def go(self) -> None:
        """Run everything."""
        self.choices["formulation"] = self.found.formulation
        super().go()

    def _simulation(self) -> Any:
        c = self.choices
        return resume(c["checkpoint"], checkpoint_every=c["checkpoint_every"], error_bars=c["error_bars"])
