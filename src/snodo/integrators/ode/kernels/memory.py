"""What the equations remember of earlier states belongs to the states that were accepted.

Pivots of the constraints are measured against the largest diagonal of S so far (`math/kernels/sparse.py`).  A stage of
a step that is too long can lie anywhere, with lever arms of kilometres: its diagonal would make every later state look
singular.  Therefore the memory is kept with every accepted step, and put back after a rejected one.
"""

from snodo._jit import kernel


@kernel
def keep(model, plan, memory):
    """After an accepted step."""
    if plan.memory >= 0:
        for i in range(memory.size):
            memory[i] = model[plan.memory + i]


@kernel
def put_back(model, plan, memory):
    """After a rejected step."""
    if plan.memory >= 0:
        for i in range(memory.size):
            model[plan.memory + i] = memory[i]
