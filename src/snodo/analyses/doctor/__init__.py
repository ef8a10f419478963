"""The doctor: what a mechanism can do, what is redundant in it, and what to change."""
