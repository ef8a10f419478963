"""Simulation: one run, its twin for the error bars, and batches of runs."""
