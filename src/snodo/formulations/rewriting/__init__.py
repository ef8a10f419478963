"""Parameters in a bound formulation: which of its numbers depend on them, and how these are calculated again."""
