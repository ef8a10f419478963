"""The windows of `benchmarks.constraints` in Exudyn: its best setting passes the singular positions by damping."""

from __future__ import annotations

from math import pi
from typing import Any

from benchmarks.peers.exudyn_planar import Model, Settings, exu, items, timed

SETTINGS = Settings(spectral_radius=0.9, linear_solver="EigenSparse")


def model_of(n: int) -> Model:
    """n windows, upright, 1 m/s at the top."""
    model = Model()
    for k in range(n + 1):
        model.body(f"link{k}", 1.0, 1 / 12, (0.5, 0.0), (k, 0.0), pi / 2, (0.5, 0.0, -1.0))
        model.pin(None, (k, 0.0), f"link{k}", (0.0, 0.0))
    for k in range(n):
        model.body(f"coupler{k}", 1.0, 1 / 12, (0.5, 0.0), (k, 1.0), 0.0, (1.0, 0.0, 0.0))
        model.pin(f"link{k}", (1.0, 0.0), f"coupler{k}", (0.0, 0.0))
        model.pin(f"link{k + 1}", (1.0, 0.0), f"coupler{k}", (1.0, 0.0))
    for name in model.nodes:
        centre = model.marker(name, model.centres[name])
        model.system.AddLoad(items.LoadForceVector(markerNumber=centre, loadVector=[0, -9.81, 0]))
    return model


def run(n: int, duration: float, step: float, place: tuple[float, float]) -> dict[str, Any]:
    """CPU seconds, and the error of B0 at the end."""
    model = model_of(n)
    found = timed(model, duration, step, SETTINGS, 1)
    middle = model.system.GetNodeOutput(model.nodes["link0"], exu.OutputVariableType.Position)
    return {"cpu": found["cpu"], "error": max(abs(2 * middle[0] - place[0]), abs(2 * middle[1] - place[1]))}
