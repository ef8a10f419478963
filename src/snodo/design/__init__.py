"""Design: optimisation, identification, tolerances and global sensitivities of a mechanism with parameters."""
