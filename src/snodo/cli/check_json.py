"""What `snodo check` finds, as JSON: numbers in SI units, names as in results."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from snodo._version import __version__
from snodo.analyses.assembly.assemble import assemble
from snodo.analyses.doctor.hints import hints
from snodo.analyses.doctor.mobility import mobility
from snodo.cli.check import bound
from snodo.cli.exit_codes import Exit, exit_code
from snodo.cli.parameters import Values, loaded
from snodo.errors import SnodoError
from snodo.formulations.base import Formulation
from snodo.formulations.rank import LARGEST


def findings_as_json(files: Sequence[Path], values: Values = ()) -> tuple[str, Exit]:
    """The findings about all files, and the code of the first with a problem."""
    found = [_findings(file, values) for file in files]
    code = next((Exit(one["exit_code"]) for one in found if one["exit_code"]), Exit.DONE)
    document = {"snodo": __version__, "exit_code": int(code), "files": found}
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False), code


def _findings(file: Path, values: Values) -> dict[str, Any]:
    told: dict[str, Any] = {"file": str(file), "exit_code": 0, "problems": []}
    try:
        mechanism = loaded(file, values)
        told |= {"mechanism": mechanism.name, "dimension": mechanism.dimension}
        F = bound(mechanism)
        told |= _described(F)
        told |= _assembled(F)
    except SnodoError as error:
        told["exit_code"] = int(exit_code(error))
        told["problems"] = [{"what": p.what, "remedy": p.remedy, "where": p.where} for p in error.problems]
    return told


def _described(F: Formulation) -> dict[str, Any]:
    """Parts and masses [kg]."""
    masses = {name: float(F.geometry.bodies[name].inertia.mass) for name in F.body_names}
    parts = {section: list(getattr(F.mechanism, section)) for section in ("joints", "constraints", "forces", "drivers")}
    return {"formulation": F.name, "masses": masses, "total_mass": sum(masses.values()), **parts}


def _assembled(F: Formulation) -> dict[str, Any]:
    """Branch, freedoms and hints; of mechanisms with very many rows no freedoms."""
    start = assemble(F)
    told: dict[str, Any] = {"moved": float(start.moved), "branch": dict(start.branch), "rows": F.nc}
    if F.nc <= LARGEST:
        found = mobility(F, start.q, v=start.v)
        told |= {
            "coordinates": found.coordinates,
            "rank": found.rank,
            "degrees_of_freedom": found.degrees_of_freedom,
            "redundant": found.redundant,
            "undetermined_reactions": found.undetermined,
            "free_motions": [{name: float(x) for name, x in motion.items()} for motion in found.free_motions],
        }
    return {**told, "hints": list(hints(F, start.q, start.v))}
