"""The constraint methods, compiled: each under its own name, and what several of them share."""
