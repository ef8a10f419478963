"""Mechanisms that can be moved in the browser before any run: sliders, free motions, findings, and their local server."""
