"""Time: the integrators a user can choose.  Nothing is compiled, and numba is not imported, before the first run."""
