"""Derivatives of constrained dynamics: their cost against one evaluation, and side by side with Pinocchio, in one run.

Run from the repository root:   python -m benchmarks.derivatives

A chain of hinges whose last body is pinned to the ground, the same in both.

    kernel        the derivatives of the equations alone, of all formulations: in evaluations of the same equations
    derivatives   ∂a/∂q, ∂a/∂v, ∂a/∂τ and those of λ, called from Python: against constraintDynamics and
                  computeConstraintDynamicsDerivatives, also from Python

Absolute times mean nothing on shared machines: look at the ratios.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads that wait for matrices of this size only cost

import numpy as np
import pinocchio as pin
from benchmarks.ratios import Ratio

import snodo as sn
from snodo.formulations.bind import bind
from snodo.formulations.tangent import tangent

MASS, COM, INERTIA = 1.0, (0.15, 0.02, 0.01), (0.01, 0.02, 0.03)
AXES = ("y", "z", "x")


def place(k: int) -> np.ndarray:
    """The hinge of body k, or the pin behind the last body."""
    return np.array([0.3 * k, 0.1 * (k % 2), 0.07 * (k % 3)])


def chain(bodies: int) -> sn.Mechanism:
    """Hinges about y, z, x, y …, one behind the other; the tip is pinned to the ground."""
    m = sn.Mechanism("chain", dimension=3, gravity=(0.0, 0.0, -9.81))
    for k in range(bodies):
        at = tuple(place(k))
        m.body(f"b{k}", mass=MASS, inertia=INERTIA, com=COM, at=at)
        m.revolute(f"j{k}", f"b{k - 1}" if k else "ground", f"b{k}", at=at, axis=AXES[k % 3])
    m.spherical("pin", "ground", f"b{bodies - 1}", at=tuple(place(bodies)))
    return m


def twin(bodies: int) -> tuple[Any, Any, Any, Any]:
    """The same for Pinocchio: model, data and the pin."""
    model, joint = pin.Model(), 0
    model.gravity.linear = np.array([0.0, 0.0, -9.81])
    kinds = {"x": pin.JointModelRX, "y": pin.JointModelRY, "z": pin.JointModelRZ}
    body = pin.Inertia(MASS, np.array(COM), np.diag(INERTIA))
    for k in range(bodies):
        offset = pin.SE3(np.eye(3), place(k) - place(k - 1) if k else place(0))
        joint = model.addJoint(joint, kinds[AXES[k % 3]](), offset, f"j{k}")
        model.appendBodyToJoint(joint, body, pin.SE3.Identity())
    tip, on_ground = (pin.SE3(np.eye(3), at) for at in (place(bodies) - place(bodies - 1), place(bodies)))
    frame = pin.ReferenceFrame.LOCAL
    rows, kept = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    rows.append(pin.RigidConstraintModel(pin.ContactType.CONTACT_3D, model, joint, tip, 0, on_ground, frame))
    kept.append(rows[0].createData())
    data = model.createData()
    pin.initConstraintDynamics(model, data, rows, kept)
    return model, data, rows, kept


def seconds(run: Callable[[], Any], repeats: int = 5) -> float:
    """CPU time of a call, the best of some."""
    run()
    best, calls = np.inf, 1
    while True:
        start = time.process_time()
        for _ in range(calls):
            run()
        spent = time.process_time() - start
        if spent > 0.02:
            break
        calls *= 2
    for _ in range(repeats):
        start = time.process_time()
        for _ in range(calls):
            run()
        best = min(best, (time.process_time() - start) / calls)
    return best


def evaluation(F: Any, q: np.ndarray, v: np.ndarray) -> float:
    """CPU time of one compiled evaluation with constraint forces and what results have of it: of 2000 in one call."""
    bound = sn.ConstraintMethod().bind(F, q, v, 0.0)
    times = np.zeros(2000)
    states = np.tile(F.state(q, v), (times.size, 1))
    return seconds(lambda: F.evaluate(bound.rate, times, states), 3) / times.size


def beside_pinocchio(bodies: int) -> tuple[float, float, float]:
    """CPU seconds of ours and of Pinocchio, and the largest difference of the accelerations."""
    F = sn.Tree(chain(bodies), cut=["pin"])
    q, v = F.reference()
    model, data, rows, kept = twin(bodies)
    tau = np.zeros(F.nv)
    theirs = pin.constraintDynamics(model, data, q, v, tau, rows, kept)
    apart = float(np.abs(F.solve(q, v)[0] - theirs).max())

    def peer() -> None:
        pin.constraintDynamics(model, data, q, v, tau, rows, kept)
        pin.computeConstraintDynamicsDerivatives(model, data, rows, kept)

    return seconds(lambda: sn.derivatives(F, q, v).acceleration), seconds(peer), apart


def ratios(quick: bool = False) -> Iterator[Ratio]:
    """Derivatives of constrained dynamics."""
    for bodies in (6, 24) if quick else (6, 12, 24):
        ours, theirs, apart = beside_pinocchio(bodies)
        yield Ratio(f"derivatives of a closed chain of {bodies}", "Pinocchio", theirs / ours, apart=apart)


def main() -> None:
    """Print both tables."""
    print("bodies formulation   kernel [µs]   in evaluations")
    for bodies in (6, 12, 24):
        m = chain(bodies)
        for formulation in ("tree", "spatial"):
            F: Any = sn.Tree(m, cut=["pin"]) if formulation == "tree" else bind(m, formulation)
            q, v = F.reference()
            v = v + 0.3
            a, multipliers = F.solve(q, v)
            one = evaluation(F, q, v)
            cost = seconds(lambda: tangent(F, q, v, 0.0, a, multipliers))  # noqa: B023  # called at once
            print(f"{bodies:6d} {formulation:11s} {1e6 * cost:13.0f} {cost / one:16.1f}")
    print("\nbodies   derivatives, ours [µs]   Pinocchio [µs]   ratio   largest difference of the accelerations")
    for bodies in (6, 12, 24):
        ours, other, apart = beside_pinocchio(bodies)
        print(f"{bodies:6d} {1e6 * ours:24.0f} {1e6 * other:16.0f} {ours / other:7.1f}   {apart:.0e}")


if __name__ == "__main__":
    main()
