"""The parameters of parts used again, by their paths: `left/arm` of the part `left`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from snodo.math.calculated import knowing
from snodo.mechanism.attaching.attach import with_own_values
from snodo.mechanism.parameters import Parameter, scope_of

if TYPE_CHECKING:
    from snodo.mechanism.mechanism import Mechanism


def parameters_by_path(mechanism: Mechanism) -> dict[str, Parameter]:
    """The parameters of a mechanism, and by their paths those of parts used again, with the values that they have."""
    found = dict(mechanism.parameters)
    for prefix, attachment in mechanism.attachments.items():
        with knowing(scope_of(mechanism.parameters)):
            part = with_own_values(attachment)
        found |= {f"{prefix}/{name}": own for name, own in parameters_by_path(part).items()}
    return found
