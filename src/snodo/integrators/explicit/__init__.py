"""The explicit Runge–Kutta methods, one in each file: name, parameters, coefficients."""
