"""Whole turns of the joints that a tree cuts, each counted by a coordinate of its own behind those of the tree."""

from snodo._jit import inline
from snodo.formulations.kernels.tables import Measure
from snodo.formulations.kernels.verbs import element
from snodo.math.kernels.records import table


@inline
def count_turns(head, model, ints, q_dot, zero=0.0):
    """The rates of the counted angles of cut joints, from the current measures."""
    measures, first = table(Measure, model, element(head, head.measure_at), zero), head.nq - head.counters
    for k in range(head.counters):
        q_dot[first + k] = measures[ints[head.counter_at + k]].rate
