"""The augmented system as an ODE, for every formulation, with Baumgarte's gains if the model has any (`baumgarte.py`).

    M v̇ + Φ_vᵀ λ = Q,     Φ_v v̇ = γ

With x = M⁻¹ Q, the accelerations without constraint forces, and Φ̈ = Φ_v x − γ under them:

    S λ = Φ̈,     v̇ = x − M⁻¹ Φ_vᵀ λ

Forces that follow reactions are added to that (`loads.py`).  States of the user have rates of their own
(`formulations/kernels/states.py`).  Several members side by side in lanes are one such system
(`formulations/kernels/members.py`).
"""

from snodo._jit import RATE, entry
from snodo.constraint_methods.kernels.baumgarte import stabilise_members
from snodo.constraint_methods.kernels.drivers import drivers_power
from snodo.constraint_methods.kernels.loads import carry
from snodo.formulations.kernels.states import state_rates
from snodo.formulations.kernels.statuses import FINE, LOADS_IN_GAP
from snodo.formulations.kernels.verbs import MOTION, Equations, evaluate, factor, in_gap, members, rates, solve
from snodo.math.kernels.records import table, view


@entry(RATE)
def rate(t, y, ydot, model):
    """ẏ in the state y at time t; returns a status."""
    head = table(Equations, model, 0, 0.0)[0]
    status = evaluate(head, MOTION, t, y, model)
    if status == FINE and head.gap:
        status = LOADS_IN_GAP if head.loads else in_gap(head, t, y, model)
    elif status == FINE and (head.rows or head.loads):
        status = factor(head, y, model)
        if status == FINE:
            stabilise_members(head, model)
            solve(head, head.phi_ddot_at, y, model)
            if head.loads:
                status = carry(head, t, y, model)
    if status != FINE:
        return status
    drivers_power(head, model, view(model, 0, 0), head.elements_at, members(head))
    status = rates(head, y, ydot, model)
    return state_rates(head, t, ydot, model) if head.states and status == FINE else status
