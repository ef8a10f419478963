"""The verbs of planar absolute coordinates for several mechanisms in lanes (`formulations/kernels/members.py`)."""

from snodo._jit import array_at, inline, verb
from snodo.formulations.kernels.members import MEMBERS, nothing
from snodo.formulations.kernels.statuses import FINE
from snodo.formulations.kernels.verbs import LENGTHS
from snodo.formulations.planar.kernels import poses, verbs
from snodo.formulations.planar.kernels.layout import Header, system
from snodo.math.kernels.records import table, view


@inline
def members_of(model):
    """The header, and the mechanisms as one with lanes for elements."""
    head = table(Header, model, 0, 0.0)[0]
    return head, system(model, head.elements_at, nothing())


@verb
def evaluate(what, t, model, y, out):
    """Rows; forces and accelerations without constraint forces; or Φ̈ again."""
    model, y = array_at(model), array_at(y)
    head, s = members_of(model)
    return verbs.evaluate_elements(
        s, head, model, what, t, view(y, 0, nothing()), view(y, head.nv * MEMBERS, nothing())
    )


@verb
def factor(what, t, model, y, out):
    """S and its factors in the last state, or S alone."""
    model = array_at(model)
    head, s = members_of(model)
    return verbs.factor_elements(s, head, model, what)


@verb
def solve(what, t, model, y, out):
    """λ and x."""
    model = array_at(model)
    head, s = members_of(model)
    return verbs.solve_elements(s, head, model, what)


@verb
def displace(what, t, model, y, out):
    """q + x or v + x."""
    if what != LENGTHS:
        poses.displace(members_of(array_at(model))[1], view(array_at(y), 0, nothing()), what)
    return FINE


@verb
def rates(what, t, model, y, out):
    """ẏ from x."""
    model, y, ydot = array_at(model), array_at(y), array_at(out)
    head, s = members_of(model)
    verbs.rates_of_elements(s, head, view(y, 0, nothing()), view(ydot, 0, nothing()))
    return verbs.judged(head, ydot)
