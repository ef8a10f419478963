"""Compiled parts of the passage of singular positions: the distance from them, and accelerations next to them."""
