"""What came out: time series with names and units, reactions, energies, a verdict."""
