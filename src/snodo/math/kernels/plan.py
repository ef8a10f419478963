"""The pattern of a sparse LDLᵀ as kernels read it: integers in the flat model, at offsets from its head."""

from typing import NamedTuple

GROUP = 4
"""Columns of a front that are treated together; a front has room for a multiple of it."""
STRIPE = 8
"""Rows of a front that are stored together, column after column."""


class Plan(NamedTuple):
    """The head; offsets count from it."""

    fronts: int  # 0: column by column
    permutation: int
    # column by column
    columns: int
    rows: int
    destinations: int
    # by fronts
    table: int
    scratch: int  # this one counts from the values
    factor: int  # addresses of the compiled functions
    solve: int
    # what they are called with: places in the model
    head: int
    values: int
    mask: int
    diagonal: int
    report: int
    x: int


class Front(NamedTuple):
    """Rows eliminated together: a dense matrix, of which `width` columns are of L and the rest goes to the parent."""

    first: int  # row eliminated first
    width: int
    height: int  # rows: those eliminated, then those below
    panel: int  # its columns, from the values on
    rest: int  # what is left for the parent, from the values on,
    rows: int  # which rows are below, from the head on
    places: int  # which rows of the parent they are, from the head on
    child: int  # one of its children, −1: none
    sibling: int  # another child of its parent, −1: none
    entries: int  # its entries of S below the diagonal, from the values on,
    entry_count: int
    targets: int  # where they go in its columns, from the head on
