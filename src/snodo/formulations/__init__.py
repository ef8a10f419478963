"""The equations: a mechanism under a choice of coordinates."""
