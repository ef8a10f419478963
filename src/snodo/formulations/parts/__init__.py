"""From the parts of a mechanism to constraint rows and force laws.  No arrays."""
