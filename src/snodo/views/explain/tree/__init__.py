"""The equations of a mechanism in the coordinates of its joints: the sweeps, link by link, and the rows of loops."""
