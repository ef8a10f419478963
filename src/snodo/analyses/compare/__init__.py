"""One mechanism under every combination of formulation, constraint method and integrator."""
