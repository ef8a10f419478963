"""Mechanisms that can be moved in the browser before a run: sliders, free motions, findings, their local server."""
