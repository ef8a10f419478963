"""Compiled functions of stepping (`sn.Simulator`)."""
