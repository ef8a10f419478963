"""Problems whose solution is known, computed by every combination of choices: what is reached, at what cost."""
