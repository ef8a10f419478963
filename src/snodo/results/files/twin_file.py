"""Error bars in a file: the differences between a result and its twin.

Of an error a few digits are enough, so the differences are stored in single precision: half of the space that the twin
itself would take.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from snodo.results.result import Result

PREFIX = "twin_difference_"
DIMENSIONS = {
    "state": "state",
    "acceleration": "velocity",
    "multiplier": "row",
    "violation": "row",
    "violation_rate": "row",
    "energy": "kind",
    "power": "source",
    "load": "load",
    "rub": "row",
    "friction_limit": "friction",
    "friction_used": "friction",
    "friction_slides": "friction",
    "in_mode": "mode",
}


def twin_variables(result: Result) -> dict[str, Any]:
    """Differences to the twin as variables of a dataset; none if there is no twin."""
    twin = result.twin
    if twin is None:
        return {}
    differences = {"state": twin.states - result.states} | {
        key: twin.found[key] - result.found[key] for key in twin.found if key in result.found
    }
    return {
        PREFIX + key: (
            ("time", DIMENSIONS[key]),
            values.astype(np.float32),
            {"long_name": f"{key} of the twin run minus this"},
        )
        for key, values in differences.items()
    }


def twin_from(dataset: Any, result: Result) -> Result | None:
    """The twin of a result that was read from a file, if its differences are there."""
    if f"{PREFIX}state" not in dataset:
        return None

    def stored(key: str) -> np.ndarray:
        return np.asarray(dataset[PREFIX + key].values, float)

    found = {key: values + stored(key) for key, values in result.found.items() if PREFIX + key in dataset}
    integrator = result.info.get("accuracy", {}).get("twin", "")
    return replace(
        result,
        states=result.states + stored("state"),
        found=found,
        info={**result.info, "integrator": integrator},
        twin=None,
    )
