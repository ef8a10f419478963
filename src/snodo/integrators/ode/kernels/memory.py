"""Data that the equations store about earlier states must come from accepted states only.

Pivots of the constraints are relative to the largest diagonal of S so far (`math/kernels/sparse.py`).  A stage of a
step that is too long can be anywhere, with lever arms of kilometres: its diagonal would make every later state look
singular.  Therefore the data are saved after every accepted step, and restored after a rejected one.
"""

from snodo._jit import kernel


@kernel
def keep(model, plan, memory):
    """Save the data after an accepted step."""
    if plan.memory >= 0:
        for i in range(memory.size):
            memory[i] = model[plan.memory + i]


@kernel
def put_back(model, plan, memory):
    """Restore the data after a rejected step."""
    if plan.memory >= 0:
        for i in range(memory.size):
            model[plan.memory + i] = memory[i]
