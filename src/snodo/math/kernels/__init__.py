"""Compiled mathematics shared by all formulations."""
