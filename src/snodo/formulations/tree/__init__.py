"""The recursive formulation: relative coordinates along a tree of bodies."""
