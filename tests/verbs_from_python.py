"""The verbs of a formulation, called by their addresses as integrators call them."""

from __future__ import annotations

import ctypes
import os
from typing import Any

import numpy as np

from snodo.formulations.kernels import verbs
from snodo.math.kernels.plan import Plan

Array = np.ndarray
POINTER = ctypes.POINTER(ctypes.c_double)
VERB = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_double, POINTER, POINTER, POINTER)


class Verbs:
    """A formulation in a state (q, v) at the time t."""

    def __init__(self, F: Any, q: Array, v: Array, t: float = 0.0) -> None:
        F.connect()
        self.F, self.t, self.y = F, t, np.ascontiguousarray(F.state(q, v))
        self.ints = F.model.view(np.int64)
        self.evaluate(verbs.MOTION)

    def at(self, field: str) -> int:
        """A whole number of the header."""
        return int(self.ints[verbs.Equations._fields.index(field)])

    def numbers(self, field: str, count: int) -> Array:
        """So many numbers from a place on that the header names."""
        return self.F.model[self.at(field) : self.at(field) + count]

    @property
    def x(self) -> Array:
        return self.numbers("x_at", self.at("nv"))

    def rows(self, field: str) -> Array:
        return self.numbers(field, self.at("rows"))

    def call(self, verb: str, what: int) -> None:
        address, arrays = self.at(verb), (self.F.model, self.y, self.y)
        if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
            from snodo import _jit

            status = _jit.call_verb(address, what, self.t, *arrays)
        else:
            status = VERB(address)(what, self.t, *(array.ctypes.data_as(POINTER) for array in arrays))
        assert status == 0, (verb, what)

    def evaluate(self, what: int) -> None:
        self.call("evaluate", what)

    # ---------------------------------------------------------------- what DAE integrators ask for
    def along(self, x: Array) -> Array:
        """J x."""
        self.call("factor", verbs.PREPARE)
        self.x[:] = x
        self.evaluate(verbs.ALONG)
        return self.rows("phi_ddot_at").copy()

    def pushed(self, x: Array, multipliers: Array) -> Array:
        """x − M⁻¹ Jᵀ λ."""
        self.call("factor", verbs.PREPARE)
        self.x[:], self.rows("lambda_at")[:] = x, multipliers
        self.call("solve", verbs.GIVEN)
        return self.x.copy()

    def assembled(self) -> Array:
        """S, from its lower half in the order of the elimination."""
        self.call("factor", verbs.ASSEMBLE)
        n, plan = self.at("rows"), self.at("plan_at")
        offsets = dict(zip(Plan._fields, self.ints[plan : plan + len(Plan._fields)].tolist()))
        order = self.ints[plan + offsets["permutation"] :][:n]
        columns = self.ints[plan + offsets["columns"] :][: n + 1]
        below = self.ints[plan + offsets["rows"] - n :]
        stored, S = self.numbers("S_at", self.at("S_size")), np.zeros((n, n))
        for k in range(n):
            S[order[k], order[k]] = stored[k]
            for p in range(columns[k], columns[k + 1]):
                S[order[below[p]], order[k]] = S[order[k], order[below[p]]] = stored[p]
        return S

    def displaced(self, x: Array) -> Array:
        """q ⊕ x."""
        before = self.y.copy()
        self.x[:] = x
        self.call("displace", verbs.COORDINATES)
        found, self.y[:] = self.y[: self.at("nq")].copy(), before
        return found
