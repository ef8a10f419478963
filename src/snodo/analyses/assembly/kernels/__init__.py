"""Compiled starts of many members of a family."""
