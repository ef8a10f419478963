"""The augmented system as an ODE, with Baumgarte's terms if there are gains, for every formulation.

    M v̇ + Φ_vᵀ λ = Q,     Φ_v v̇ = γ − 2 α Φ̇ − β² Φ        (α = β = 0: no stabilisation)

With x = M⁻¹ Q, the accelerations without constraint forces, and Φ̈ = J x − γ under them:

    S λ = Φ̈ + 2 α Φ̇ + β² Φ,     v̇ = x − M⁻¹ Jᵀ λ
"""

import numpy as np

from snodo._jit import RATE, entry
from snodo.formulations.kernels.stabilisation import drivers_power, stabilised
from snodo.formulations.kernels.tables import FINE
from snodo.formulations.kernels.verbs import MOTION, Equations, evaluate, factor, in_gap, rates, solve
from snodo.math.kernels.records import table


@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ in the state y at time t; a status other than zero says what is wrong."""
    head = table(Equations, model, 0, 0.0)[0]
    status = evaluate(head, MOTION, t, y, model)
    if status == FINE and head.gap:
        status = in_gap(head, t, y, model)
    elif status == FINE:
        status = factor(head, y, model)
        if status == FINE:
            stabilised(head, model)
            solve(head, head.phi_ddot_at, y, model)
    if status != FINE:
        return status
    drivers_power(head, model, model.view(np.int64))
    return rates(head, y, ydot, model)
