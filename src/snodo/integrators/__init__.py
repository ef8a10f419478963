"""Time: the integrators a user can choose.  Nothing is compiled, and numba is not imported, before the first run."""

from snodo.integrators.ode.methods import DOP853, RK4, DormandPrince, Integrator, integrator_from

__all__ = ["DOP853", "RK4", "DormandPrince", "Integrator", "integrator_from"]
