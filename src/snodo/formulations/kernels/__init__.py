"""Compiled parts shared by the formulations in space: measures of bodies, constraint rows, applied forces."""
