"""Export a mechanism as a functional mock-up unit."""

from __future__ import annotations

import hashlib
import platform
import re
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from snodo._version import __version__
from snodo.errors import Problem, SnodoError, UnsupportedError, WriteError
from snodo.formulations.bind import FormulationLike, MechanismLike
from snodo.formulations.loads import following
from snodo.math.units import quantity
from snodo.mechanism.checks.measures import event_quantity
from snodo.simulation.fmu.building import SOURCE, build, compiler
from snodo.simulation.fmu.data import Functions, model_data
from snodo.simulation.fmu.description import Variable, description
from snodo.simulation.simulator import Simulator
from snodo.simulation.stepping.compiled_steps import CompiledSteps
from snodo.spelling import spelled
from snodo.types import InitialValues, Time

UNIT = {"angle": "rad", "length": "m", "angular_speed": "rad/s", "speed": "m/s"}


@spelled
def export_fmu(
    mechanism: MechanismLike,
    path: str | Path,
    inputs: Sequence[str] = (),
    outputs: Sequence[str] = (),
    *,
    step: Time = 1e-3,
    duration: Time = 10.0,
    formulation: FormulationLike | None = None,
    substeps: int | None = None,
    tolerance: float | None = None,
    initial: InitialValues | None = None,
    cpu: str = "x86-64-v2",
) -> Path:
    """Export a mechanism as a functional mock-up unit, FMI 2.0 for co-simulation, that needs no Python.

    The unit has the machine code of the equations and steps as `sn.Simulator` does.  A C compiler links it (`cc`, or
    the one in the variable CC).  It runs on Linux with an x86-64 processor.

    Parameters
    ----------
    mechanism : Mechanism or formulation
        The mechanism.
    path : str or Path
        The file, such as "arm.fmu".
    inputs : sequence of str, optional
        Names of forces and torques that are numbers, as for `sn.Simulator`.
    outputs : sequence of str, optional
        What can be read, as for `sn.Simulator`.
    step : quantity, optional
        Communication step that the unit proposes [s]; others are possible.
    duration : quantity, optional
        Duration that the unit proposes [s].  Jumps of functions of time are met exactly up to this time.
    formulation, substeps, tolerance : optional
        As for `sn.Simulator`.
    initial : mapping, optional
        Initial values by name [m, rad, m/s, rad/s].
    cpu : str, optional
        The processor for which code is made: "x86-64", "x86-64-v2" (default), "x86-64-v3", "x86-64-v4", or "native",
        which gives the same bits as `sn.Simulator` on this machine.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    UnsupportedError
        Without a C compiler, on other systems, and for mechanisms with events, stops, rigid contacts, dry friction,
        forces that follow reactions, or functions in Python.

    Examples
    --------
    >>> file = sn.export_fmu(m, "arm.fmu", inputs=["u"], outputs=["A.angle", "A.speed"])  # doctest: +SKIP
    """
    file = _checked(Path(path), cpu)
    sim = Simulator(
        mechanism, inputs, outputs, formulation=formulation, substeps=substeps, tolerance=tolerance, initial=initial
    )
    steps = _compiled(sim)
    dt, until = (float(quantity(x, "time")) for x in (step, duration))
    if not 0.0 < dt <= until < float("inf"):
        raise SnodoError(Problem(f"step = {step!r}, duration = {duration!r}", "give positive times, step ≤ duration"))
    if steps.timed:
        steps.look_ahead(until)
    identifier = re.sub(r"\W", "_", file.stem) or "mechanism"
    identifier = f"m_{identifier}" if identifier[0].isdigit() else identifier
    functions, start = Functions(cpu), [held.value for held in sim.held]
    data = model_data(steps, functions, start, "@GUID@")
    objects = {symbol: code.data for symbol, code in functions.codes.items()}
    guid = "{" + hashlib.sha256(data.encode() + SOURCE.read_bytes() + b"".join(objects.values())).hexdigest()[:32] + "}"
    about = description(sim.mechanism.name, identifier, guid, _variables(sim), dt, until, f"snodo {__version__}")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / f"{identifier}.so"
        build(Path(folder), data.replace("@GUID@", guid), objects, library)
        _write(file, about, library)
    return file


def _checked(file: Path, cpu: str) -> Path:
    """Refuse machines on which no unit can be made."""
    if not sys.platform.startswith("linux") or platform.machine() not in ("x86_64", "AMD64"):
        what = f"FMUs are made on Linux with an x86-64 processor, and this is {sys.platform} on {platform.machine()}"
        raise UnsupportedError(Problem(what, "export it there"))
    known = ("x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4", "native")
    if cpu not in known:
        raise UnsupportedError(Problem(f"cpu = {cpu!r}", f"give one of {', '.join(known)}"))
    if file.suffix != ".fmu":
        raise SnodoError(Problem(f"the file {str(file)!r} does not end in .fmu", f"name it {file.stem or 'model'}.fmu"))
    compiler()
    return file


def _compiled(sim: Simulator) -> CompiledSteps:
    m = sim.mechanism
    if not isinstance(sim.steps, CompiledSteps):
        what = f"mechanism {m.name!r} has events, stops, rigid contacts or dry friction, which an FMU cannot have yet"
        raise UnsupportedError(Problem(what, "make them compliant (stiffness) or smooth (smoothing), or remove them"))
    for part in following(m):
        what = f"{part.title} follows a reaction, which an FMU cannot have yet"
        raise UnsupportedError(Problem(what, "remove it", part.where))
    computed = [sim.outputs[k] for k in sim.steps.outputs.formulas]
    if computed:
        what = f"the output {computed[0]!r} is computed by a formula, which an FMU cannot have yet"
        raise UnsupportedError(Problem(what, "make what it depends on outputs, and compute it outside"))
    return sim.steps


def _variables(sim: Simulator) -> list[Variable]:
    """Inputs, then outputs."""
    m: Any = sim.mechanism
    found = []
    for held in sim.held:
        unit = "N.m" if hasattr(m.forces[held.part], "torque") else "N"
        found.append(Variable(held.name, unit, held.value))
    return found + [Variable(name, UNIT.get(event_quantity(name, m) or "", "")) for name in sim.outputs]


def _write(file: Path, about: str, library: Path) -> None:
    try:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr("modelDescription.xml", about)
            packed.write(library, f"binaries/linux64/{library.name}")
    except OSError as error:
        raise WriteError(Problem(f"{file} cannot be written: {error.strerror or error}", "give another path")) from None
