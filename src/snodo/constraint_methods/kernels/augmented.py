"""The augmented system as an ODE, for every formulation, with Baumgarte's gains if the model has any (`baumgarte.py`).

    M v̇ + Φ_vᵀ λ = Q,     Φ_v v̇ = γ

With x = M⁻¹ Q, the accelerations without constraint forces, and Φ̈ = Φ_v x − γ under them:

    S λ = Φ̈,     v̇ = x − M⁻¹ Φ_vᵀ λ
"""

import numpy as np

from snodo._jit import RATE, entry
from snodo.constraint_methods.kernels.baumgarte import stabilise
from snodo.constraint_methods.kernels.drivers import drivers_power
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.verbs import MOTION, Equations, evaluate, factor, in_gap, rates, solve
from snodo.math.kernels.records import table


@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ in the state y at time t; returns a status."""
    head = table(Equations, model, 0, 0.0)[0]
    status = evaluate(head, MOTION, t, y, model)
    if status == FINE and head.gap:
        status = in_gap(head, t, y, model)
    elif status == FINE:
        status = factor(head, y, model)
        if status == FINE:
            stabilise(head, model, head.rows, head.phi_ddot_at, -1.0)
            solve(head, head.phi_ddot_at, y, model)
    if status != FINE:
        return status
    drivers_power(head, model, model.view(np.int64))
    return rates(head, y, ydot, model)
