"""What the algorithms leave in the work of the links, read in one state or in many: wrenches, articulated inertias."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from snodo.formulations.base import Array
from snodo.formulations.tree import transforms

if TYPE_CHECKING:
    from snodo.formulations.tree.flatten import Place
    from snodo.formulations.tree.kinematics import Reading


class LinkValues:
    """The results of all links, (…, links, numbers of a link), and quantities derived from them."""

    def __init__(self, tree: Reading, works: Array) -> None:
        from snodo.formulations.tree.kernels import layout
        from snodo.math.kernels.record_layout import hints, place, size

        self.tree = tree

        def field(name: str) -> Array:
            first = place(layout.Work, name)
            return works[..., first : first + size(hints(layout.Work)[name])]

        self.r, self.w, self.f, self.IA = field("r"), field("w"), field("f"), field("IA")
        self.R = field("R").reshape(*works.shape[:-1], 3, 3).swapaxes(-1, -2)

    def wrench(self, joint: Place, axes: str) -> Array:
        """What passes through a joint from parent to child, at the child's joint frame."""
        flat = self.tree.flat
        wrench = self.f[..., joint.links[-1], :].copy()
        if joint.branch.backward:  # the kernels know the wrench on the joint's parent, at the parent's joint frame
            first = joint.links[0]
            r = sum(self.r[..., link, :] for link in joint.links)
            stands = self.R[..., flat.parents[first], :, :] @ flat.links("offset")[first]
            wrench = -transforms.wrench_from(wrench, r - stands)
        if axes == "world":
            return wrench
        link, placed = flat.bodies[getattr(joint.branch.joint, axes)]
        return transforms.in_axes(wrench, self.R[..., link, :, :] @ placed.A)

    def inertia(self, body: str) -> Array:
        """Δ of a body, at its origin."""
        link, arm = self._arm(body)
        return transforms.inertia_from(transforms.articulated_matrix(self.IA[..., link, :]), -arm)

    def bias(self, body: str) -> Array:
        """δ at the body's origin: the wrench moved there, less Δ times what turning adds to its acceleration."""
        link, arm = self._arm(body)
        w = self.w[..., link, :]
        centripetal = np.cross(w, np.cross(w, arm))
        turning = np.concatenate([centripetal, np.zeros_like(centripetal)], axis=-1)
        wrench = transforms.wrench_from(self.f[..., link, :], -arm)
        return wrench - (self.inertia(body) @ turning[..., None])[..., 0]

    def _arm(self, body: str) -> tuple[int, Array]:
        """Link, and the vector from its origin to the body's, in world axes."""
        link, placed = self.tree.flat.bodies[body]
        return link, self.R[..., link, :, :] @ placed.r
