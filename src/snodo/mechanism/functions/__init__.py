"""Functions of time, with exact derivatives and known break points."""
