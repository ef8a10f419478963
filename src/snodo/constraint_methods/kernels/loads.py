"""Forces that follow reactions: friction µN, tooth and belt forces, on the factors that the augmented system has.

    M v̇ + Jᵀ λ = Q − Σ_j c_jᵀ φ_j n_j,     n_j = N_j(λ)

λ₀ and v̇₀ without these forces are known.  One back-substitution for each place gives their change for n_j = 1:

    x_j = −φ_j M⁻¹ c_jᵀ,    S λ_j = J x_j,    v̇_j = x_j − M⁻¹ Jᵀ λ_j,      λ = λ₀ + Σ λ_j n_j

so that as many equations remain as there are places, solved by Newton's method from n = N(λ₀):

    r = N(λ₀ + Σ λ_j n_j) − n = 0,      (I − ∂N/∂n) δ = r

N are sums of lengths of vectors.  With B_ji the length of their change for n_i = 1, ρ(B) < 1 makes the iteration
n ← N a contraction: there is one solution.  Where det(I − ∂N/∂n) ≤ 0 there are none or several (Painlevé 1895; Pfeiffer
and Glocker, Multibody Dynamics with Unilateral Contacts, 1996).
"""

import math

from snodo._jit import array_at, call_verb, inline, kernel
from snodo.formulations.kernels.loads import FRICTION, SIGNED, THROUGH, UPDATE, Component, Group, Loads, Place
from snodo.formulations.kernels.statuses import FINE, LOADS_UNDECIDED
from snodo.formulations.kernels.verbs import ALONG, evaluate, push, solve
from snodo.math.kernels.records import table

MOST = 12
"""Iterations."""
EXACT, CLOSE = 1e-15, 1e-9
"""Residual, relative to the largest load, at which they end; and that must be reached."""
POWERS = 10
"""Multiplications with B that estimate ρ."""


# ---------------------------------------------------------------- coefficients and responses
@inline
def coefficient(place, speed, mode):
    """φ: µ times the direction of sliding, along Stribeck's curve."""
    if place.kind != FRICTION:
        return place.mu
    mu = place.mu
    if place.stribeck > 0.0:
        mu += (place.static - place.mu) * math.exp(-((speed / place.stribeck) ** 2))
    return mu * (math.tanh(speed / place.smoothing) if place.smoothing > 0.0 else mode)


@inline
def aim(head, load, own, j, row, model):
    """The direction of the slip along two rows, and its speed; where it is too slow, or backward, that of the aim."""
    s_1, s_2 = model[head.phi_dot_at + row], model[head.phi_dot_at + row + 1]
    at = load.aim_at + 3 * j
    u_1, u_2, least = own[at], own[at + 1], own[at + 2]
    along, speed = s_1 * u_1 + s_2 * u_2, math.hypot(s_1, s_2)
    if along > 0.0 and speed > least:
        u_1, u_2 = s_1 / speed, s_2 / speed
    own[load.way_at + 2 * j], own[load.way_at + 2 * j + 1] = u_1, u_2
    own[load.speed_at + j] = s_1 * u_1 + s_2 * u_2


@inline
def look(head, load, own, j, place, model):
    """Direction and speed of a place along rows."""
    if place.rows == 1:
        own[load.way_at + 2 * j], own[load.speed_at + j] = 1.0, model[head.phi_dot_at + place.row]
    elif place.rows == 2:
        aim(head, load, own, j, place.row, model)


@kernel
def push_rows(head, load, own, j, place, y, model):
    """x = −M⁻¹ c_jᵀ of a place along rows."""
    for k in range(head.nv):
        model[head.x_at + k] = 0.0
    for r in range(head.rows):
        model[head.lambda_at + r] = 0.0
    for k in range(place.rows):
        model[head.lambda_at + place.row + k] = own[load.way_at + 2 * j + k]
    push(head, y, model)


@kernel
def respond(head, load, own, j, t, y, model):
    """The changes of v̇ and λ for n_j = 1."""
    phi, at = own[load.phi_at + j], load.response_at + j * (head.nv + head.rows)
    if phi == 0.0:
        for k in range(head.nv + head.rows):
            own[at + k] = 0.0
        return
    place = table(Place, own, load.place_at, 0.0)[j]
    if place.rows:
        push_rows(head, load, own, j, place, y, model)
    else:
        call_verb(load.verb, j, t, model, own, own)
    for k in range(head.nv):
        model[head.x_at + k] *= phi
    evaluate(head, ALONG, t, y, model)
    solve(head, head.phi_ddot_at, y, model)
    for k in range(head.nv):
        own[at + k] = model[head.x_at + k]
    for r in range(head.rows):
        own[at + head.nv + r] = model[head.lambda_at + r]
    if load.through:
        call_verb(load.verb, THROUGH - 1 - j, t, model, own, own)


@kernel
def read_components(head, load, own):
    """Their values without loads, and their changes for n_i = 1; those of joints without rows are known."""
    components = table(Component, own, load.component_at, 0.0)
    for c in range(load.components):
        part, value = components[c], 0.0
        if part.rows == 0:
            continue
        for r in range(part.rows):
            value += own[part.weight_at + r] * own[load.lambda_at + part.first_row + r]
        own[load.value_at + c] = value
        for i in range(load.places):
            at, gain = load.response_at + i * (head.nv + head.rows) + head.nv + part.first_row, 0.0
            for r in range(part.rows):
                gain += own[part.weight_at + r] * own[at + r]
            own[load.gain_at + c * load.places + i] = gain


# ---------------------------------------------------------------- n = N(λ₀ + K n)
@inline
def component(load, own, c):
    """A component under the loads n."""
    value = own[load.value_at + c]
    for i in range(load.places):
        value += own[load.gain_at + c * load.places + i] * own[load.n_at + i]
    return value


@kernel
def read_load(load, own, j):
    """N_j, and its row of ∂N/∂n."""
    place, groups = table(Place, own, load.place_at, 0.0)[j], table(Group, own, load.group_at, 0.0)
    N, P, slope = place.preload, load.places, load.slope_at + j * load.places
    for i in range(P):
        own[slope + i] = 0.0
    for g in range(place.first_group, place.first_group + place.groups):
        group, square = groups[g], 0.0
        for c in range(group.first, group.first + group.components):
            square += component(load, own, c) ** 2
        length = math.sqrt(square)
        signed = group.kind == SIGNED
        N += group.weight * (component(load, own, group.first) if signed else length)
        for c in range(group.first, group.first + group.components):
            share = 1.0 if signed else component(load, own, c) / length if length > 0.0 else 0.0
            for i in range(P):
                own[slope + i] += group.weight * share * own[load.gain_at + c * P + i]
    return N


@kernel
def factor(own, n, A):
    """A = L U in place, for a small matrix without exchanges of rows; returns its determinant."""
    determinant = 1.0
    for k in range(n):
        pivot = own[A + k * n + k]
        determinant *= pivot
        if pivot == 0.0:
            return 0.0
        for i in range(k + 1, n):
            own[A + i * n + k] /= pivot
            for j in range(k + 1, n):
                own[A + i * n + j] -= own[A + i * n + k] * own[A + k * n + j]
    return determinant


@inline
def substitute(own, n, A, b):
    """b ← A⁻¹ b with these factors."""
    for i in range(n):
        for j in range(i):
            own[b + i] -= own[A + i * n + j] * own[b + j]
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            own[b + i] -= own[A + i * n + j] * own[b + j]
        own[b + i] /= own[A + i * n + i]


@kernel
def balance(load, own):
    """Newton's method for n; returns a status."""
    P, A, r = load.places, load.matrix_at, load.residual_at
    for j in range(P):
        own[load.n_at + j] = 0.0
    for j in range(P):
        own[r + j] = read_load(load, own, j)
    for j in range(P):
        own[load.n_at + j] = own[r + j]
    for k in range(MOST):
        worst, largest = 0.0, 0.0
        for j in range(P):
            N = read_load(load, own, j)
            own[r + j] = N - own[load.n_at + j]
            largest = max(largest, abs(N))
            worst = max(worst, abs(own[r + j]))
            for i in range(P):
                own[A + j * P + i] = (1.0 if i == j else 0.0) - own[load.slope_at + j * P + i]
        load.iterations, load.determinant = k, factor(own, P, A)
        if not load.determinant > 0.0:
            return LOADS_UNDECIDED
        if not worst > EXACT * largest:
            return FINE
        substitute(own, P, A, r)
        for j in range(P):
            own[load.n_at + j] += own[r + j]
    return FINE if worst <= CLOSE * largest else LOADS_UNDECIDED


# ---------------------------------------------------------------- how near to undecided
@inline
def bound(load, own, j, i):
    """B_ji: how much N_j can change for n_i = 1."""
    place, groups, total = table(Place, own, load.place_at, 0.0)[j], table(Group, own, load.group_at, 0.0), 0.0
    for g in range(place.first_group, place.first_group + place.groups):
        square = 0.0
        for c in range(groups[g].first, groups[g].first + groups[g].components):
            square += own[load.gain_at + c * load.places + i] ** 2
        total += abs(groups[g].weight) * math.sqrt(square)
    return total


@kernel
def watch(load, own, t):
    """ρ(B) by power iteration; its largest value is kept, with the time and the place that takes the largest part."""
    P, x, z = load.places, load.residual_at, load.matrix_at
    for j in range(P):
        own[x + j] = 1.0
    rho, most = 0.0, 0
    for _ in range(POWERS):
        rho, most = 0.0, 0
        for j in range(P):
            own[z + j] = 0.0
            for i in range(P):
                own[z + j] += bound(load, own, j, i) * own[x + i]
            if own[z + j] > rho:
                rho, most = own[z + j], j
        for j in range(P):
            own[x + j] = own[z + j] / rho if rho > 0.0 else 0.0
    if rho > load.rho:
        load.rho, load.rho_time, load.rho_place = rho, t, most


@kernel
def blame(load, own):
    """The place whose load depends most on itself and the others."""
    most, worst = 0, -1.0
    for j in range(load.places):
        total = 0.0
        for i in range(load.places):
            total += bound(load, own, j, i)
        if total > worst:
            most, worst = j, total
    return most


# ---------------------------------------------------------------- the accelerations with loads
@kernel
def spread(head, load, own, model):
    """v̇, λ and powers with the loads n."""
    for k in range(head.nv):
        model[head.x_at + k] = own[load.x_at + k]
    for r in range(head.rows):
        model[head.lambda_at + r] = own[load.lambda_at + r]
    places = table(Place, own, load.place_at, 0.0)
    for j in range(load.places):
        n, at = own[load.n_at + j], load.response_at + j * (head.nv + head.rows)
        for k in range(head.nv):
            model[head.x_at + k] += n * own[at + k]
        for r in range(head.rows):
            model[head.lambda_at + r] += n * own[at + head.nv + r]
        if places[j].work >= 0:
            model[head.power_at + places[j].work] -= own[load.phi_at + j] * n * own[load.speed_at + j]


@kernel
def carry(head, t, y, model):
    """From the solution without these forces to the one with them; returns a status."""
    own = array_at(head.loads)
    load = table(Loads, own, 0, 0.0)[0]
    places = table(Place, own, load.place_at, 0.0)
    if load.verb:
        call_verb(load.verb, UPDATE, t, model, own, own)
    if load.through:
        call_verb(load.verb, THROUGH, t, model, own, own)
    for k in range(head.nv):
        own[load.x_at + k] = model[head.x_at + k]
    for r in range(head.rows):
        own[load.lambda_at + r] = model[head.lambda_at + r]
    for j in range(load.places):
        look(head, load, own, j, places[j], model)
    for j in range(load.places):
        own[load.phi_at + j] = coefficient(places[j], own[load.speed_at + j], own[load.mode_at + j])
        respond(head, load, own, j, t, y, model)
    read_components(head, load, own)
    status = balance(load, own)
    if status != FINE:
        head.culprit = blame(load, own)
        return status
    spread(head, load, own, model)
    if load.watching:
        watch(load, own, t)
    return FINE
