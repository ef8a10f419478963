"""The method that uses a mechanism as a part of another one."""

from __future__ import annotations

import os
from typing import Any

from snodo.errors import MechanismError, Problem, user_line
from snodo.mechanism.adding.adding import Adding
from snodo.mechanism.input_types import DirectionLike, Quantity, Vector
from snodo.mechanism.part import GROUND


class AddsAttachments(Adding):
    """Parts used again."""

    def attach(
        self,
        part: Adding,
        prefix: str,
        at: Vector = (),
        angle: Quantity = 0.0,
        axis: DirectionLike | None = None,
        mirror: str = "",
        on: str = GROUND,
        **parameters: Quantity,
    ) -> None:
        """Use a mechanism as a part of this one, mirrored first, then turned, then moved.

        Parameters
        ----------
        part : Mechanism
            The mechanism to copy, such as `sn.load("suspension.yaml")`; its gravity and settings of runs are not used.
        prefix : str
            Stands in front of the names of its parts: `left` makes `left/knuckle`.
        at : sequence of quantities, optional
            Where its origin is put [m]; by default at the origin.
        angle : quantity, optional
            Turns it about z or `axis` [rad].
        axis : direction, optional
            Axis of that turn (3-D only).
        mirror : {"x", "y", "z"}, optional
            Axis across the mirror (3-D only): the same numbers then mean the mirror image.
        on : str, optional
            The body that its ground becomes; by default the ground.
        **parameters : quantity
            Other values of its parameters; texts may name the parameters of this mechanism.

        Raises
        ------
        MechanismError
            If the prefix is taken, a parameter is not known, or something in the part cannot be put there.

        Examples
        --------
        >>> leg = sn.Mechanism("leg", dimension=3)
        >>> length = leg.parameter("length", 0.4)
        >>> leg.point("A", 0, 0.1, 0)
        >>> body = leg.bar("shin", "A", (0, 0.1, "-length"), mass=1.0)
        >>> joint = leg.revolute("A", "ground", "shin", axis="y")
        >>> robot = sn.Mechanism("robot", dimension=3)
        >>> robot.attach(leg, "left")
        >>> robot.attach(leg, "right", mirror="y", length=0.5)
        >>> list(robot.bodies), robot.points["right/A"]
        (['left/shin', 'right/shin'], (0.0, -0.1, 0.0))
        """
        from snodo.mechanism.attaching.attach import Attachment, attach

        line = user_line()
        if isinstance(part, str | os.PathLike):
            what = f"part {prefix!r}: {os.fspath(part)!r} is the name of a file, not a mechanism"
            raise MechanismError(Problem(what, "give sn.load(…) of it", line))
        if not isinstance(part, Adding):
            raise MechanismError(Problem(f"part {prefix!r}: {part!r} is not a mechanism", "give an sn.Mechanism", line))
        mechanism: Any = self
        used: Any = part
        attach(mechanism, Attachment(prefix, used.copy(), at, angle, axis, mirror, parameters, on, used.source, line))
