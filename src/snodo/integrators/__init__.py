"""Integration in time.  Nothing is compiled, and numba is not imported, before the first run."""
