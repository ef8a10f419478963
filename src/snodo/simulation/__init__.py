"""Simulation: single runs, the twin runs for error bars, and batches of runs."""
