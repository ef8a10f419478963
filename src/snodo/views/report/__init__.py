"""The report: one page about a mechanism and its motion."""
