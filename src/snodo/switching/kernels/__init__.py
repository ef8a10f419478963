"""Compiled functions of what switches."""
