"""Several mechanisms of one structure in lanes, as one model behind the seam of the constraint methods (`verbs.py`):

    model of the first | of the second | … | all of them side by side, number by number: MEMBERS numbers are an element

Whole numbers, the mask of the rows, statuses and pivots are those of the first.  Masses, lengths, sizes of rows and
what is computed are elements, behind `head.elements_at`.  Functions of time are evaluated for each member with its own
model.
"""

from snodo._jit import INLINED, inline, kernel, numba
from snodo.math.kernels.lanes import TILE, LanesType, tile, with_lane
from snodo.math.kernels.time_functions import CONSTANT, RAMP, evaluate

extending = numba.extending

MEMBERS, nothing = TILE, tile
"""How many stand side by side, and their zeros: eight on every processor, in two registers where these are short.  This
is quicker there than one register (measured), and groups are the same everywhere."""


@inline
def of_one(head, model, numbers, at, t, like):
    """For one mechanism, or for duals, whose functions of time have no derivatives along the motion."""
    f, f_dot, f_ddot = evaluate(model, at, t, head.stack_at)
    return like + f, like + f_dot, like + f_ddot


@kernel
def of_members(head, model, numbers, at, t, like):
    """For members in lanes: constants and ramps from the elements, others one after the other."""
    kind = int(model[at])
    if kind == CONSTANT:
        return numbers[at + 1], like, like
    if kind == RAMP:
        return numbers[at + 1] + numbers[at + 2] * t, numbers[at + 2], like
    size, f, f_dot, f_ddot = head.elements_at // MEMBERS, like, like, like
    for lane in range(MEMBERS):
        x, rate, second = evaluate(model[lane * size : (lane + 1) * size], at, t, head.stack_at)
        f, f_dot, f_ddot = with_lane(f, lane, x), with_lane(f_dot, lane, rate), with_lane(f_ddot, lane, second)
    return f, f_dot, f_ddot


def in_time(head, model, numbers, at, t, like):
    """f(t), f′(t), f″(t) of the function packed at `at`, as elements; `numbers` has those of the models."""
    return of_one(head, model, numbers, at, t, like)


@extending.overload(in_time, jit_options=INLINED)
def _in_time(head, model, numbers, at, t, like):
    if isinstance(like, LanesType):
        return lambda head, model, numbers, at, t, like: of_members(head, model, numbers, at, t, like)
    return lambda head, model, numbers, at, t, like: of_one(head, model, numbers, at, t, like)
