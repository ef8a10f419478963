"""Motions as scenes for the web viewer: what bodies look like, where they are in each frame, what is plotted."""
