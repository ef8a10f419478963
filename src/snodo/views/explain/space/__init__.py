"""The equations of a mechanism in absolute coordinates of space, explained."""
