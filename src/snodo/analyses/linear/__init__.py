"""Derivatives of the dynamics, and what follows from them: equilibrium, linear models, modes, root loci."""
