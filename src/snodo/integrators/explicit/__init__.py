"""The explicit Runge–Kutta methods, one in each file: its word, its parameters, its coefficients."""
