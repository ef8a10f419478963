"""Integrators that solve the constrained equations directly, without a constraint method."""
