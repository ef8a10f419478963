"""The rows of a driver of a spherical joint: its rotation R follows a rotation R*(t).

With the axes e_i of the joint's frame on the parent and f_j on the child, R_ij = e_i · f_j are nine measures.  The rows
are the axial vector of R R*ᵀ, which is the small rotation from R* to R: their multipliers are the components of the
driving torque along the axes e_i.  They also vanish where R is turned by half a turn from R*; a start that is closer to
R* than a quarter turn is closed to R*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.parts.user_parts import Written
from snodo.math.expression import program, variable
from snodo.mechanism.functions.as_expression import as_expression, cardan_matrix, departure, vector_matrix
from snodo.mechanism.functions.tabulated import resolved_all
from snodo.mechanism.measures import Combination, Measure, PartRows
from snodo.mechanism.tables import curves_of

if TYPE_CHECKING:
    from snodo.formulations.parts.constraint_rows import RowBuilder

WORDS = ("rx", "ry", "rz")


def ball_joint_rows(builder: RowBuilder, part: Any) -> PartRows:
    """Three rows, of the measures R_ij and of time."""
    joint = builder.mechanism.joints[part.joint]
    a, b, _ = builder.turning(joint)
    pairs = [(i, j) for i in range(3) for j in range(3)]
    axes = np.eye(3)
    inputs = [
        Combination([(1.0, Measure("across", joint.parent, joint.child, e=a @ axes[i], f=b @ axes[j]))], unit="")
        for i, j in pairs
    ]
    names = [f"r{i}{j}" for i, j in pairs]
    R = [[variable(f"r{i}{j}") for j in range(3)] for i in range(3)]
    given = part.rotation_vector if part.cardan is None else part.cardan
    functions = [as_expression(f) for f in resolved_all(given, curves_of(builder.mechanism.tables))]
    target = vector_matrix(functions) if part.cardan is None else cardan_matrix(functions)
    expressions = departure(R, target)
    written = Written("formula", 3, program(expressions, ["t", *names]), expressions=expressions)
    return PartRows(part, [f"{part.name}.{word}" for word in WORDS], inputs, [None] * 3, written)
