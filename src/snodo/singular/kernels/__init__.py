"""Compiled parts of the passage of singular positions: how near one is, and accelerations next to it."""
