"""Mathematics shared by all: units, formulas, exact derivatives, sparse factorisation."""
