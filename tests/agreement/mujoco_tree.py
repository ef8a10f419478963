"""A described mechanism in MuJoCo, built as text from the same data, and its states in MuJoCo's conventions.

MuJoCo's bodies nest, and each carries its joints in the order in which they move it: a cylindrical joint is a slide and
a hinge, a universal joint two hinges.  The velocity of its free joint is linear in world axes, angular in the body's.
"""

import mujoco
import numpy as np

from snodo.math.euler_parameters import extracted as euler_parameters
from snodo.mechanism.geometry import Pose

WORLD = Pose(np.zeros(3), np.eye(3))


def words(numbers) -> str:
    return " ".join(repr(float(x)) for x in numbers)


class Twin:
    """The tree of `tree`'s mechanism in MuJoCo; joints must be described from parent to child."""

    def __init__(self, tree, step=1e-3):
        self.tree = tree
        carried = {"ground": []}
        for place in tree.flat.places:
            carried.setdefault(place.branch.base, []).append(place.branch.joint)
        inside = "".join(self._body(joint, carried) for joint in carried["ground"])
        text = f"""<mujoco>
            <compiler angle="radian"/>
            <option gravity="{words(tree.gravity)}" integrator="RK4" timestep="{step!r}"/>
            <worldbody>{inside}</worldbody>
        </mujoco>"""
        self.model = mujoco.MjModel.from_xml_string(text)
        self.data = mujoco.MjData(self.model)

    def _body(self, joint, carried) -> str:
        """A body with its inertia, its joints, and the bodies that it carries."""
        geometry, name = self.tree.geometry, joint.child
        base = WORLD if joint.parent == "ground" else geometry.pose(joint.parent)
        pose, inertia = geometry.pose(name), geometry.bodies[name].inertia
        J = np.array(inertia.tensor)
        moments = J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[0, 2], J[1, 2]
        place = words(base.A.T @ (pose.r - base.r))
        inside = "".join(self._body(child, carried) for child in carried.get(name, []))
        return f"""<body name="{name}" pos="{place}" quat="{words(euler_parameters(base.A.T @ pose.A))}">
            {"".join(_joints(joint, pose))}
            <inertial mass="{inertia.mass!r}" pos="{words(inertia.com)}" fullinertia="{words(moments)}"/>
            {inside}
        </body>"""

    # ---------------------------------------------------------------- states
    def _parts(self, of_q):
        for place in self.tree.flat.places:
            k = mujoco.mj_name2id(self.model, mujoco.mjtObj.mjOBJ_JOINT, f"{place.branch.joint.name}:0")
            if k >= 0:
                mine = place.q if of_q else place.v
                start = (self.model.jnt_qposadr if of_q else self.model.jnt_dofadr)[k]
                yield place, mine, slice(start, start + mine.stop - mine.start)

    def q(self, q):
        out = np.empty(self.model.nq)
        for _, mine, theirs in self._parts(of_q=True):
            out[theirs] = q[mine]
        return out

    def back(self, qpos, qvel):
        """(q, v) from MuJoCo's."""
        q = np.empty(self.tree.nq)
        for _, mine, theirs in self._parts(of_q=True):
            q[mine] = qpos[theirs]
        return q, np.linalg.solve(self.N(q), qvel)

    def N(self, q):
        """Matrix from our velocities to MuJoCo's."""
        out = np.zeros((self.model.nv, self.tree.nv))
        for place, mine, theirs in self._parts(of_q=False):
            out[theirs, mine] = np.eye(mine.stop - mine.start)
            if place.frames.kind == "free":
                out[theirs, mine][:3, :3] = self.tree.pose(q, place.branch.body).A
        return out

    def drift(self, q, v):
        """Ṅ v: what turning adds to the acceleration of a free joint."""
        out = np.zeros(self.model.nv)
        for place, mine, theirs in self._parts(of_q=False):
            if place.frames.kind == "free":
                u, w = v[mine][:3], v[mine][3:]
                out[theirs][:3] = self.tree.pose(q, place.branch.body).A @ np.cross(w, u)
        return out

    def set(self, q, v):
        """Put a state, and compute everything in it."""
        self.data.qpos, self.data.qvel = self.q(q), self.N(q) @ v
        mujoco.mj_forward(self.model, self.data)


def _joints(joint, pose):
    """The joints of a body, at the place and about the axes of the description, in the body's own frame."""
    if joint.kind == "free":
        return [f'<joint name="{joint.name}:0" type="free"/>']
    at = words(pose.A.T @ (np.array(joint.at) - pose.r))
    return [
        f'<joint name="{joint.name}:{k}" type="{kind}" pos="{at}" axis="{words(pose.A.T @ axis)}" ref="{ref!r}"/>'
        for k, (kind, axis, ref) in enumerate(_axes(joint))
    ]


def _axes(joint):
    """Kind, axis in the world as drawn, and reference of each of MuJoCo's joints."""
    if joint.kind == "fixed":
        return []
    if joint.kind == "spherical":
        return [("ball", np.array([0.0, 0.0, 1.0]), 0.0)]
    n = np.array(joint.axis, float)
    if joint.kind == "planar":  # drawn with its normal along the world's z
        return [("slide", np.eye(3)[0], 0.0), ("slide", np.eye(3)[1], 0.0), ("hinge", np.eye(3)[2], 0.0)]
    if joint.kind == "universal":
        return [("hinge", n, 0.0), ("hinge", np.array(joint.second, float), 0.0)]
    if joint.kind == "cylindrical":
        return [("slide", n, 0.0), ("hinge", n, 0.0)]
    return [("hinge" if joint.kind == "revolute" else "slide", n, float(joint.reference))]
