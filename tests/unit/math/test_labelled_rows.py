"""Which rows are independent, and which multipliers are not determined."""

from __future__ import annotations

import numpy as np

from snodo.math.labelled_rows import independent_rows, null_space, undetermined


def test_clearly_independent_rows_are_all_kept_without_a_factorisation() -> None:
    """The quick answer is that of the QR factorisation, which is asked where the rank is in doubt."""
    rng = np.random.default_rng(4)
    for size in (1e-3, 1e-7, 1e-12):
        J = rng.standard_normal((6, 9))
        J[3] = J[1] + size * rng.standard_normal(9)
        assert independent_rows(J).all() == (size > 1e-9), size
        assert undetermined(J).any() == (size < 1e-9), size
    assert independent_rows(rng.standard_normal((4, 3))).sum() == 3
    assert independent_rows(np.eye(3), weights=np.array([1.0, 1e-12, 1.0])).tolist() == [True, False, True]


def test_square_rows_leave_as_many_directions_as_their_rank_lacks() -> None:
    """The quick answer for clearly independent rows, and that of the factorisation for others."""
    J = np.random.default_rng(5).standard_normal((5, 5))
    assert null_space(J).shape == (5, 0)
    J[4] = J[0] - 2 * J[2]
    basis = null_space(J)
    assert basis.shape == (5, 1)
    assert np.abs(J @ basis).max() < 1e-12
