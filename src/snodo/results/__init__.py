"""Results: time series with names and units, reactions, energies, a verdict."""
