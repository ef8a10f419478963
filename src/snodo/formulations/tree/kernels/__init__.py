"""Compiled algorithms on trees."""
