"""Radau IIA with three stages, order 5 (Hairer, Wanner, *Solving ODE II*, IV.5 and IV.8).

A = T diag(α₀, α₁, ᾱ₁) T⁻¹,     α₀ real, α₁ complex
"""

import numpy as np


def _numbers(array):
    return tuple(map(tuple, array.tolist())) if array.ndim == 2 else tuple(array.tolist())


def _made():
    r = np.sqrt(6.0)
    c = np.array([(4 - r) / 10, (4 + r) / 10, 1.0])
    A = np.array(
        [
            [(88 - 7 * r) / 360, (296 - 169 * r) / 1800, (-2 + 3 * r) / 225],
            [(296 + 169 * r) / 1800, (88 + 7 * r) / 360, (-2 - 3 * r) / 225],
            [(16 - r) / 36, (16 + r) / 36, 1 / 9],
        ]
    )
    values, T = np.linalg.eig(A)
    real, upper = int(np.argmin(np.abs(values.imag))), int(np.argmax(values.imag))
    T = np.stack([T[:, real], T[:, upper], T[:, upper].conj()], axis=1)
    inverse = np.linalg.inv(T)
    alpha = float(values[real].real)
    error = np.array([-13 - 7 * r, -13 + 7 * r, -1.0]) / 3.0 * alpha
    back = np.linalg.inv(A)
    modes = (T[:, 0].real, T[:, 1], inverse[0].real, inverse[1])
    return c, A, back, back @ back, A @ A, alpha, complex(values[upper]), *modes, error


_all = _made()
C, A, A_INVERSE, A_INVERSE_2, A_2 = map(_numbers, _all[:5])
ALPHA, BETA = _all[5:7]
"""The real eigenvalue, and the one of the pair with positive imaginary part."""
T_REAL, T_COMPLEX, T_INVERSE_REAL, T_INVERSE_COMPLEX = map(_numbers, _all[7:11])
ERROR = _numbers(_all[11])
"""Weights of the stages in the embedded error estimate, next to α₀ of the beginning of the step."""
B = A[2]
"""The weights of the step are those of its last stage."""
