"""Snodo: multibody dynamics in readable Python at C++ speed.

Describe a mechanism once; let any formulation, constraint method and integrator work on it, and check one another.

    import snodo as sn

    four_bar = sn.load("four_bar.yaml")
    result = sn.simulate(four_bar, 5.0)
    print(result.quality())
    result.plot("A.angle", "B.reaction")

The names below are imported on first use: `import snodo` is quick and does not load the compiler.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from snodo._version import __version__

_HOME = {
    # what you describe
    "Mechanism": "snodo.mechanism.mechanism",
    "load": "snodo.formats",
    "loads": "snodo.formats",
    "save": "snodo.formats",
    "to_yaml": "snodo.formats",
    "to_python": "snodo.formats",
    "Rotation": "snodo.math.rotation",
    "tilde": "snodo.math.rotation_rates",
    # functions of time
    "Constant": "snodo.mechanism.functions.functions",
    "Ramp": "snodo.mechanism.functions.functions",
    "Polynomial": "snodo.mechanism.functions.functions",
    "Harmonic": "snodo.mechanism.functions.functions",
    "SmoothStep": "snodo.mechanism.functions.functions",
    "Cycloid": "snodo.mechanism.functions.functions",
    "Table": "snodo.mechanism.functions.functions",
    "Formula": "snodo.mechanism.functions.formula_function",
    "PythonFunction": "snodo.mechanism.functions.python_function",
    # what you ask
    "simulate": "snodo.simulation.simulate",
    "sweep": "snodo.simulation.sweeps.sweep",
    "LatinHypercube": "snodo.simulation.sweeps.sampling",
    "Sobol": "snodo.simulation.sweeps.sampling",
    "sensitivities": "snodo.simulation.sensitivities.sensitivities",
    "Sensitivities": "snodo.simulation.sensitivities.table",
    "Simulator": "snodo.simulation.simulator",
    "export_fmu": "snodo.simulation.fmu.export",
    "resume": "snodo.simulation.checkpoints.long_run",
    "assemble": "snodo.analyses.assembly.assemble",
    "kinematics": "snodo.analyses.kinematics.kinematics",
    "inverse_kinematics": "snodo.analyses.inverse_kinematics.inverse_kinematics",
    "inverse_dynamics": "snodo.analyses.inverse_dynamics.inverse_dynamics",
    "mobility": "snodo.analyses.doctor.mobility",
    "hints": "snodo.analyses.doctor.hints",
    "doctor": "snodo.analyses.doctor.diagnosis",
    "compare": "snodo.analyses.compare.compare",
    "verify": "snodo.analyses.verification.verify",
    "explain": "snodo.views.explain.explain",
    "draw": "snodo.views.draw",
    "report": "snodo.views.report.report",
    "view": "snodo.views.live.view",
    "animate": "snodo.views.scene.write",
    "equations": "snodo.analyses.equations.equations",
    "embedding": "snodo.analyses.equations.embedding",
    "quasi_velocities": "snodo.analyses.equations.quasi_velocities",
    "equilibrium": "snodo.analyses.linear.equilibrium",
    "linearize": "snodo.analyses.linear.linearize",
    "modes": "snodo.analyses.linear.modes",
    "root_locus": "snodo.analyses.linear.root_locus",
    "derivatives": "snodo.analyses.linear.derivatives",
    "optimize": "snodo.design.optimize",
    "identify": "snodo.design.identify",
    "tolerances": "snodo.design.tolerances",
    "monte_carlo": "snodo.design.scatter",
    "sobol_indices": "snodo.design.sobol",
    # the equations
    "Planar": "snodo.formulations.planar.planar",
    "Spatial": "snodo.formulations.spatial.spatial",
    "Tree": "snodo.formulations.tree.tree",
    # constraint methods
    "Augmented": "snodo.constraint_methods",
    "Baumgarte": "snodo.constraint_methods",
    "Projection": "snodo.constraint_methods",
    "Geometric": "snodo.constraint_methods",
    "Embedding": "snodo.constraint_methods",
    "QuasiVelocities": "snodo.constraint_methods",
    "Penalty": "snodo.constraint_methods",
    "AugmentedLagrangian": "snodo.constraint_methods",
    "ConstraintMethod": "snodo.constraint_methods",
    "projectors": "snodo.constraint_methods",
    # integrators
    "RK4": "snodo.integrators.explicit.rk4",
    "BogackiShampine": "snodo.integrators.explicit.bogacki_shampine",
    "DormandPrince": "snodo.integrators.explicit.dormand_prince",
    "DOP853": "snodo.integrators.explicit.dop853",
    "Auto": "snodo.integrators.auto",
    "Radau": "snodo.integrators.dae.radau",
    "GeneralizedAlpha": "snodo.integrators.dae.generalized_alpha",
    "AdaptiveAlpha": "snodo.integrators.dae.generalized_alpha",
    "Integrator": "snodo.integrators.base",
    "FixedStep": "snodo.integrators.base",
    "AdaptiveStep": "snodo.integrators.base",
    # what came out
    "Result": "snodo.results.result",
    "Batch": "snodo.results.batch",
    "Sweep": "snodo.simulation.sweeps.outcome",
    "Overlay": "snodo.results.overlay",
    "Comparison": "snodo.results.comparison.comparison",
    "Configuration": "snodo.results.inverse_kinematics",
    "ConfigurationPath": "snodo.results.inverse_kinematics",
    "Verification": "snodo.results.verification",
    "InverseDynamics": "snodo.results.inverse_dynamics",
    "ActuatorForces": "snodo.results.actuation",
    "Equilibrium": "snodo.analyses.linear.equilibrium",
    "Linearization": "snodo.analyses.linear.linearize",
    "DiscreteModel": "snodo.analyses.linear.discrete",
    "Mode": "snodo.analyses.linear.modes",
    "Modes": "snodo.analyses.linear.modes",
    "RootLocus": "snodo.analyses.linear.root_locus",
    "Crossing": "snodo.analyses.linear.root_locus",
    # what can go wrong
    "SnodoError": "snodo.errors",
    "MechanismError": "snodo.errors",
    "FileError": "snodo.errors",
    "AssemblyError": "snodo.errors",
    "RunError": "snodo.errors",
    "UnsupportedError": "snodo.errors",
    "NameNotFound": "snodo.errors",
}

_MODULES = ("human",)
"""Packages that are themselves a public name: sn.human.body."""

__all__ = [
    "__version__",
    # what you describe
    "Mechanism",
    "load",
    "loads",
    "save",
    "to_yaml",
    "to_python",
    "Rotation",
    "tilde",
    # functions of time
    "Constant",
    "Ramp",
    "Polynomial",
    "Harmonic",
    "SmoothStep",
    "Cycloid",
    "Table",
    "Formula",
    "PythonFunction",
    # what you ask
    "simulate",
    "sweep",
    "LatinHypercube",
    "Sobol",
    "sensitivities",
    "Sensitivities",
    "Simulator",
    "export_fmu",
    "resume",
    "assemble",
    "kinematics",
    "inverse_kinematics",
    "inverse_dynamics",
    "mobility",
    "hints",
    "doctor",
    "compare",
    "verify",
    "explain",
    "draw",
    "report",
    "view",
    "animate",
    "equations",
    "embedding",
    "quasi_velocities",
    "equilibrium",
    "linearize",
    "modes",
    "root_locus",
    "derivatives",
    "optimize",
    "identify",
    "tolerances",
    "monte_carlo",
    "sobol_indices",
    # the equations
    "Planar",
    "Spatial",
    "Tree",
    # constraint methods
    "Augmented",
    "Baumgarte",
    "Projection",
    "Geometric",
    "Embedding",
    "QuasiVelocities",
    "Penalty",
    "AugmentedLagrangian",
    "ConstraintMethod",
    "projectors",
    # integrators
    "RK4",
    "BogackiShampine",
    "DormandPrince",
    "DOP853",
    "Auto",
    "Radau",
    "GeneralizedAlpha",
    "AdaptiveAlpha",
    "Integrator",
    "FixedStep",
    "AdaptiveStep",
    # what came out
    "Result",
    "Batch",
    "Sweep",
    "Overlay",
    "Comparison",
    "Configuration",
    "ConfigurationPath",
    "Verification",
    "InverseDynamics",
    "ActuatorForces",
    "Equilibrium",
    "Linearization",
    "DiscreteModel",
    "Mode",
    "Modes",
    "RootLocus",
    "Crossing",
    # what can go wrong
    "SnodoError",
    "MechanismError",
    "FileError",
    "AssemblyError",
    "RunError",
    "UnsupportedError",
    "NameNotFound",
    # packages
    "human",
]


if not TYPE_CHECKING:  # a type checker would take every misspelling for a name

    def __getattr__(name: str) -> Any:
        if name in _MODULES:
            return importlib.import_module(f"snodo.{name}")
        if name not in _HOME:
            from snodo.spelling import nearest, no_attribute

            raise no_attribute(name, "snodo", lambda: nearest(name, __all__))
        value = getattr(importlib.import_module(_HOME[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(__all__)


if TYPE_CHECKING:
    from snodo import human
    from snodo.analyses.assembly.assemble import assemble
    from snodo.analyses.compare.compare import compare
    from snodo.analyses.doctor.diagnosis import doctor
    from snodo.analyses.doctor.hints import hints
    from snodo.analyses.doctor.mobility import mobility
    from snodo.analyses.equations.embedding import embedding
    from snodo.analyses.equations.equations import equations
    from snodo.analyses.equations.quasi_velocities import quasi_velocities
    from snodo.analyses.inverse_dynamics.inverse_dynamics import inverse_dynamics
    from snodo.analyses.inverse_kinematics.inverse_kinematics import inverse_kinematics
    from snodo.analyses.kinematics.kinematics import kinematics
    from snodo.analyses.linear.derivatives import derivatives
    from snodo.analyses.linear.discrete import DiscreteModel
    from snodo.analyses.linear.equilibrium import Equilibrium, equilibrium
    from snodo.analyses.linear.linearize import Linearization, linearize
    from snodo.analyses.linear.modes import Mode, Modes, modes
    from snodo.analyses.linear.root_locus import Crossing, RootLocus, root_locus
    from snodo.analyses.verification.verify import verify
    from snodo.constraint_methods import (
        Augmented,
        AugmentedLagrangian,
        Baumgarte,
        ConstraintMethod,
        Embedding,
        Geometric,
        Penalty,
        Projection,
        QuasiVelocities,
        projectors,
    )
    from snodo.design.identify import identify
    from snodo.design.optimize import optimize
    from snodo.design.scatter import monte_carlo
    from snodo.design.sobol import sobol_indices
    from snodo.design.tolerances import tolerances
    from snodo.errors import (
        AssemblyError,
        FileError,
        MechanismError,
        NameNotFound,
        RunError,
        SnodoError,
        UnsupportedError,
    )
    from snodo.formats import load, loads, save, to_python, to_yaml
    from snodo.formulations.planar.planar import Planar
    from snodo.formulations.spatial.spatial import Spatial
    from snodo.formulations.tree.tree import Tree
    from snodo.integrators.auto import Auto
    from snodo.integrators.base import AdaptiveStep, FixedStep, Integrator
    from snodo.integrators.dae.generalized_alpha import AdaptiveAlpha, GeneralizedAlpha
    from snodo.integrators.dae.radau import Radau
    from snodo.integrators.explicit.bogacki_shampine import BogackiShampine
    from snodo.integrators.explicit.dop853 import DOP853
    from snodo.integrators.explicit.dormand_prince import DormandPrince
    from snodo.integrators.explicit.rk4 import RK4
    from snodo.math.rotation import Rotation
    from snodo.math.rotation_rates import tilde
    from snodo.mechanism.functions.formula_function import Formula
    from snodo.mechanism.functions.functions import Constant, Cycloid, Harmonic, Polynomial, Ramp, SmoothStep, Table
    from snodo.mechanism.functions.python_function import PythonFunction
    from snodo.mechanism.mechanism import Mechanism
    from snodo.results.actuation import ActuatorForces
    from snodo.results.batch import Batch
    from snodo.results.comparison.comparison import Comparison
    from snodo.results.inverse_dynamics import InverseDynamics
    from snodo.results.inverse_kinematics import Configuration, ConfigurationPath
    from snodo.results.overlay import Overlay
    from snodo.results.result import Result
    from snodo.results.verification import Verification
    from snodo.simulation.checkpoints.long_run import resume
    from snodo.simulation.fmu.export import export_fmu
    from snodo.simulation.sensitivities.sensitivities import sensitivities
    from snodo.simulation.sensitivities.table import Sensitivities
    from snodo.simulation.simulate import simulate
    from snodo.simulation.simulator import Simulator
    from snodo.simulation.sweeps.outcome import Sweep
    from snodo.simulation.sweeps.sampling import LatinHypercube, Sobol
    from snodo.simulation.sweeps.sweep import sweep
    from snodo.views.draw import draw
    from snodo.views.explain.explain import explain
    from snodo.views.live.view import view
    from snodo.views.report.report import report
    from snodo.views.scene.write import animate
