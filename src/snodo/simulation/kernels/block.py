"""Everything that `stepping.py` needs, in one flat array: the block.

    Stepper | plan, table, tolerances | places of inputs | outputs | copy 0 | copy 1 | …

A copy of the mechanism is

    clock | count | base of the time | least pivot and mask of the rows | memory of the equations | W

with clock, count and W as in `integrators/ode/kernels/state.py`.  All copies share one model: what it must remember
between two steps is in their memory.  The models are given by their addresses: the one that is stepped, the one that
reads outputs, and the one with all links.
"""

from typing import NamedTuple

BASE, PERIOD, REPEATED = 0, 1, 2
"""Times are BASE + k · PERIOD while steps have the same length: sums would collect rounding errors."""
BASE_SLOTS = 3

STATE, VALUE, SPEED = 0, 1, 2
"""What an output is: a number of the state; or of a row x of the reader: x or ẋ."""
OUTPUT_SLOTS = 2  # what it is, and which number or row


NOT_A_NUMBER = 32
"""Outcome: an input is not a finite number."""


class Stepper(NamedTuple):
    """The first numbers of a block."""

    rate: int  # addresses
    project: int
    model: int
    reader: int
    reads: int  # whether outputs are read from rows of the reader; else they are numbers of the state
    stops: int  # of the table of stops, and its rows
    stop_rows: int
    n: int  # numbers of the state
    copies: int
    copy_at: int
    copy_size: int
    memory: int  # numbers that the equations remember
    mask: int  # rows whose mask belongs to the copy, and its place in the model
    mask_at: int
    pivot_at: int  # place of the least pivot in the model
    rows: int  # of W
    plan_at: int
    table_at: int
    table_rows: int
    table_columns: int
    tolerance_at: int
    controlled: int
    substeps: int  # of fixed length; 0: under error control
    inputs: int
    input_at: int  # their places in the model
    whole: int  # address of the model that answers questions, if it is another one: it is told the inputs, too
    told_at: int  # their places there
    outputs: int
    output_at: int
    failed: int  # the copy that could not make the last step
