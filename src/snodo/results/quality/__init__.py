"""How good a result is: error estimates, energy balance, what the steps saw, and the verdict."""
