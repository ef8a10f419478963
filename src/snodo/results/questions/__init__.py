"""Derived series that a result is asked for, by subject."""
