"""The equations of motion along a basis of the free motions.

    v̇ = S u̇ + g,     Φ_v S = 0,  Φ_v g = γ:          (Sᵀ M S) u̇ = Sᵀ (Q − M g)

The constraint forces −Φ_vᵀ λ do no work along S and vanish.  Sᵀ, with a row for each freedom, is stored at basis_at.
"""

from snodo._jit import kernel
from snodo.constraint_methods.kernels.dense import unbalanced
from snodo.formulations.kernels.statuses import FINE, SINGULAR_MASS
from snodo.math.kernels.dense import add, backward, cholesky, copy, dot, forward, multiply


@kernel
def reduced_motion(head, own):
    """v̇, and Q − M v̇ in the array for forces."""
    n, f = head.nv, head.nv - head.rank
    S, MS, K, u = head.basis_at, head.product_at, head.factor_at, head.x_at
    for i in range(f):
        multiply(own, n, n, head.M_at, S + i * n, MS + i * n)
        own[u + i] = dot(own, n, S + i * n, head.Q_at) - dot(own, n, MS + i * n, head.particular_at)
        for j in range(i + 1):
            own[K + i * f + j] = dot(own, n, S + j * n, MS + i * n)
    if f and not cholesky(own, f, K) > 0.0:
        return SINGULAR_MASS
    forward(own, f, K, u)
    backward(own, f, K, u)
    copy(own, n, head.particular_at, head.a_at)
    for i in range(f):
        add(own, n, own[u + i], S + i * n, head.a_at)
    unbalanced(head, own, head.force_at)
    return FINE
