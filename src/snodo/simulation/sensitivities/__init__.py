"""Derivatives along runs, by parameters and initial values."""
