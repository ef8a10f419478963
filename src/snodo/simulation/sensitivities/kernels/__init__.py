"""Compiled runs with derivatives."""
