"""Explicit Runge–Kutta methods for ẏ = f(t, y): a method is a table, and the loop over the steps is compiled once."""
