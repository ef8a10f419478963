"""The blocks of J = Φ_v, from the gradients of the measures.

A block is a wrench on a body at its centre of mass: the force in world axes, the torque in body axes, as the velocities
(ṙ, ω′) are.  Blocks stand row after row; lists have those of each body.
"""

from snodo._jit import inline, kernel
from snodo.formulations.kernels.tables import Measure, Term
from snodo.formulations.spatial.kernels.layout import SPIN, Press
from snodo.math.kernels.algebra import Force, Motion, transposed
from snodo.math.kernels.records import table, view
from snodo.math.kernels.spatial import shift_force


@inline
def add_block(s, model, at, i, F):
    """Add a wrench on body i, at its centre of mass in world axes, to a block; at 0 is none: the ground."""
    if at:
        block = table(Force, model, at, 0.0)[0]
        block.lin, block.ang = block.lin + F.lin, block.ang + transposed(s.work[i].R, F.ang)


@kernel
def update_blocks(s, head, model, ints):
    """Φ_v with the current weights."""
    presses, terms = table(Press, model, head.press_at, 0.0), table(Term, model, head.term_at, 0.0)
    measures = table(Measure, model, head.measure_at, 0.0)
    numbers = view(model, head.y_at, 0.0)
    for k in range(SPIN * ints[head.start_at + s.last + 1]):
        numbers[k] = 0.0
    for k in range(head.presses):
        press, term = presses[k], terms[presses[k].term]
        m = measures[term.measure]
        F = m.F * term.push
        add_block(s, model, press.on, m.j, F)
        add_block(s, model, press.back, m.i, shift_force(F, s.work[m.j].p - s.work[m.i].p) * -1.0)


@inline
def block_of(model, entry):
    """The wrench of an entry of the lists by bodies."""
    block = table(Force, model, entry.block, 0.0)[0]
    return Force(block.lin, block.ang)


@inline
def yielding(body, F):
    """M⁻¹ F of one body."""
    return Motion(F.lin * body.light, body.easy @ F.ang)
