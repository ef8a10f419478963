"""SUNDIALS' IDA (through scikit-sundae) on our equations: M, Q, J, γ of a formulation, BDF of orders 1 to 5.

The residual and its Jacobian, by differences, are compiled; IDA calls them through Python, which costs some
microseconds a call.  Times are those of the process inside `solve`.
"""

from __future__ import annotations

from time import process_time
from typing import Any

import numpy as np
import sksundae
from benchmarks.residual import jacobian, residual

import snodo as sn
from snodo.math.kernels.term_places import places

MOST_STEPS = 100_000


class Equations:
    """A bound formulation whose coordinates are as many as its velocities, at its assembled start."""

    def __init__(self, F: Any) -> None:
        start = sn.simulate(F, output=[0.0, 1e-9], progress=False, error_bars=False)
        self.F, self.n, self.rows = F, F.nv, F.nc
        counters = len(getattr(F.flat, "counters", ()))
        if F.nq - counters != F.nv:
            raise ValueError("IDA is given coordinates whose rates are the velocities")
        self.kept = np.flatnonzero(F.kept_rows).astype(float) if F.nc else np.zeros(0)
        q, v = np.split(start.states[0], [F.nq, F.nq + F.nv])[:2]
        self.q, self.v, self.counters = q[: F.nv].copy(), v.copy(), q[F.nv :].copy()
        self.state = start.states[0].copy()
        at = places(0, F.nq, F.nv, F.nc)
        self.out = np.zeros(at.power + len(F.work_names) + 1)
        self.fixed = (F.terms.address, 0.0, F.model.copy(), self.state, self.out, self.kept, F.nq, self.n, self.rows)
        self.speed = max(1.0, float(np.abs(self.v).max()))

    def start(self) -> tuple[np.ndarray, np.ndarray]:
        """Accelerations and multipliers at the start, from the residual at zero."""
        n, m = self.n, self.kept.size
        Y, Ydot = np.concatenate([self.q, self.v, np.zeros(m)]), np.zeros(2 * n + m)
        R, W = np.zeros(2 * n + m), np.zeros((2 * n + m, 2 * n + m))
        Ydot[:n] = self.v
        residual(*self.fixed, 0, Y, Ydot, R)
        zero = R[n:].copy()
        for k in range(n + m):
            at = (Ydot, n + k) if k < n else (Y, n + k)
            at[0][at[1]] = 1.0
            residual(*self.fixed, 0, Y, Ydot, R)
            W[: n + m, k], at[0][at[1]] = R[n:] - zero, 0.0
        found = np.linalg.solve(W[: n + m, : n + m], -zero)
        return found[:n], found[n:]


def solve(E: Equations, times: Any, rtol: float, stabilised: bool = False) -> dict[str, Any]:
    """CPU seconds, states (q, v) at the times, and the number of calls of the residual."""
    n, m = E.n, E.kept.size
    acceleration, multipliers = E.start()
    more = m if stabilised else 0
    size = 2 * n + m + more
    y0 = np.concatenate([E.q, E.v, multipliers, np.zeros(more)])
    ydot0 = np.concatenate([E.v, acceleration, np.zeros(m + more)])
    Y, Ydot, R, changed = (np.zeros(size) for _ in range(4))
    largest = max(1.0, float(np.abs(multipliers).max(initial=0.0)))
    scale = np.concatenate([np.ones(n), np.full(n, E.speed), np.full(m + more, largest)])
    W, calls = np.zeros((size, size)), [0]
    flag = int(stabilised)

    def equations(t: float, y: Any, ydot: Any, out: Any) -> None:
        calls[0] += 1
        Y[:], Ydot[:] = y, ydot
        residual(*E.fixed, flag, Y, Ydot, R)
        out[:] = R

    def slopes(t: float, y: Any, ydot: Any, r: Any, c: float, out: Any) -> None:
        Y[:], Ydot[:] = y, ydot
        jacobian(*E.fixed, flag, Y, Ydot, R, c, scale, changed, W)
        out[:, :] = W

    atol = np.concatenate([np.full(n, rtol), np.full(n, rtol * E.speed), np.full(m + more, 1e10)])
    options: dict[str, Any] = {"rtol": rtol, "atol": atol, "jacfn": slopes, "max_num_steps": MOST_STEPS}
    if m:
        options["algebraic_idx"] = list(range(2 * n, size))
    solver = sksundae.ida.IDA(equations, **options)
    began = process_time()
    found = solver.solve(np.concatenate([[0.0], times]), y0, ydot0)
    cpu = process_time() - began
    if not found.success:
        raise RuntimeError(f"IDA stopped at {found.t[-1]:g} s: {found.message}")
    q, v = np.split(found.y[1:, : 2 * n], 2, axis=1)
    return {"cpu": cpu, "states": [E.F.state([*a, *E.counters], b) for a, b in zip(q, v)], "calls": calls[0]}
