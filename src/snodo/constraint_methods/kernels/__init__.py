"""The compiled constraint methods, each under its own name, and functions that several of them share."""
