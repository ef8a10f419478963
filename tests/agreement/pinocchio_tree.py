"""A described mechanism in Pinocchio, and its coordinates and velocities in Pinocchio's order and conventions.

Every joint frame of Pinocchio stands at the joint's place with the child's body axes, so that spherical and free joints
have the same velocities as ours.  Its quaternions are scalar last; a planar joint's velocity is in the child's axes.
"""

import math

import numpy as np
import pinocchio as pin

from snodo.mechanism.geometry import Pose


def placement(base: Pose, A, r) -> pin.SE3:
    """The world frame (A, r) seen from the frame `base`."""
    return pin.SE3(base.A.T @ A, base.A.T @ (r - base.r))


class Twin:
    """The tree of `tree`'s mechanism in Pinocchio; joints must be described from parent to child."""

    def __init__(self, tree):
        self.tree = tree
        self.model = pin.Model()
        self.model.gravity.linear = tree.gravity
        frames, numbers = {"ground": Pose(np.zeros(3), np.eye(3))}, {"ground": 0}
        self.ids = {}
        for place in tree.flat.places:
            joint = place.branch.joint
            base, child = joint.parent, joint.child
            pose = tree.geometry.pose(child)
            point = pose.r if joint.kind == "free" else np.array(joint.at)
            model, start = _joint(joint, pose, tree.geometry)
            A = tree.geometry.pose(base).A if joint.kind == "free" else pose.A @ start.rotation.T
            origin = tree.geometry.pose(base).r if joint.kind == "free" else point - A @ start.translation
            k = self.model.addJoint(numbers[base], model, placement(frames[base], A, origin), joint.name)
            frames[child], numbers[child] = Pose(point, pose.A), k
            here = placement(frames[child], pose.A, pose.r)
            found = tree.geometry.bodies[child].inertia
            self.model.appendBodyToJoint(k, pin.Inertia(found.mass, np.array(found.com), np.array(found.tensor)), here)
            self.model.addFrame(pin.Frame(child, k, here, pin.FrameType.OP_FRAME))
            self.ids[joint.name] = k
        self.data = self.model.createData()

    def _parts(self, of_q):
        for place in self.tree.flat.places:
            j = self.model.joints[self.ids[place.branch.joint.name]]
            at, n = (j.idx_q, j.nq) if of_q else (j.idx_v, j.nv)
            yield place, place.branch.joint.kind, place.q if of_q else place.v, slice(at, at + n)

    def q(self, q):
        out = np.zeros(self.model.nq)
        for _, kind, mine, theirs in self._parts(of_q=True):
            x = q[mine]
            if kind in ("spherical", "free"):
                x = [*x[:-4], *x[-3:], x[-4]]
            elif kind == "planar":
                x = [x[0], x[1], math.cos(x[2]), math.sin(x[2])]
            out[theirs] = x
        return out

    def N(self, q):
        """Matrix from our velocities to Pinocchio's."""
        out = np.zeros((self.model.nv, self.tree.nv))
        for place, kind, mine, theirs in self._parts(of_q=False):
            block = np.eye(theirs.stop - theirs.start)
            if kind == "planar":
                c, s = math.cos(q[place.q][2]), math.sin(q[place.q][2])
                block[:2, :2] = [[c, s], [-s, c]]
            out[theirs, mine] = block
        return out

    def drift(self, q, v):
        """Ṅ v: what a planar joint's turning axes add to its acceleration."""
        out = np.zeros(self.model.nv)
        for place, kind, mine, theirs in self._parts(of_q=False):
            if kind == "planar":
                angle, (x, y, w) = q[place.q][2], v[mine]
                c, s = math.cos(angle), math.sin(angle)
                out[theirs] = w * (-s * x + c * y), w * (-c * x - s * y), 0.0
        return out


def _joint(joint, pose, geometry):
    """Pinocchio's joint with axes in the child's body axes, and its placement when the mechanism is as drawn."""
    start = pin.SE3.Identity()
    if joint.kind in ("revolute", "prismatic", "helical", "universal"):
        n = pose.A.T @ np.array(joint.axis) / np.linalg.norm(joint.axis)
    if joint.kind == "revolute":
        start.rotation = pin.AngleAxis(joint.reference, n).toRotationMatrix()
        return pin.JointModelRevoluteUnaligned(n), start
    if joint.kind == "prismatic":
        start.translation = n * joint.reference
        return pin.JointModelPrismaticUnaligned(n), start
    if joint.kind == "helical":
        pitch = joint.pitch / (2 * math.pi)
        start.rotation = pin.AngleAxis(joint.reference, n).toRotationMatrix()
        start.translation = n * (pitch * joint.reference)
        return pin.JointModelHelicalUnaligned(n, pitch), start
    if joint.kind == "universal":
        second = pose.A.T @ np.array(joint.second) / np.linalg.norm(joint.second)
        return pin.JointModelUniversal(n, second), start
    made = {"spherical": pin.JointModelSpherical, "free": pin.JointModelFreeFlyer, "planar": pin.JointModelPlanar}
    return made[joint.kind](), start
