"""What a compiled rate, projection or question answers: zero, or what is wrong; the sentences are in `failures.py`.

The statuses of formulations and of constraint methods are numbered together, so that each of them has one meaning.
"""

FINE = 0
WRONG_LENGTH = 1  # of an argument
NOT_FINITE = 2  # an acceleration, or a number that was given
SINGULAR = 3  # no inertia resists a joint
USER_FAILED = 4  # a force of the user's; the culprit says which
SINGULAR_CONSTRAINTS = 5  # the culprit is the row that depends on the others
NO_CONVERGENCE = 6  # the joints cannot be closed
CONTRADICTION = 7  # the culprit is a row left out that does not hold
USER_ROW_FAILED = 8  # a constraint of the user's
WORN = 9  # the pivots that a method chose are too small by now
SINGULAR_MASS = 10  # along a free motion
LOADS_UNDECIDED = 11  # forces that follow reactions have no or several solutions; the culprit says which
LOADS_IN_GAP = 12  # they are not known in a singular position
STATE_NOT_FINITE = 13  # the rate of a state of the user's; the culprit says which
