"""Random trees of hinges for the benchmarks, described once and built for snodo, Pinocchio, MuJoCo and Drake.

All bodies are parallel to the world when the angles are zero.  Coordinates are snodo's, which MuJoCo shares;
`pin_coordinates` turns them into Pinocchio's, whose quaternions are scalar last.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import snodo as sn
from snodo.formulations.tree.tree import Tree

GRAVITY = (0.0, 0.0, -9.81)


@dataclass(frozen=True)
class Link:
    """A body on a hinge (or floating, if its axis is empty), `offset` from its parent's origin."""

    parent: int
    axis: str
    offset: np.ndarray
    mass: float
    com: np.ndarray
    inertia: np.ndarray


def random_link(rng: np.random.Generator, parent: int, axis: str) -> Link:
    cloud = rng.standard_normal((6, 3)) * 0.1
    inertia = np.einsum("ij,ij", cloud, cloud) * np.eye(3) - cloud.T @ cloud
    return Link(parent, axis, rng.uniform(-0.3, 0.3, 3), rng.uniform(0.5, 3.0), rng.uniform(-0.1, 0.1, 3), inertia)


def arm(seed: int = 1) -> list[Link]:
    """Seven hinges in a row on the ground."""
    rng = np.random.default_rng(seed)
    return [random_link(rng, k - 1, str(rng.choice(list("xyz")))) for k in range(7)]


def humanoid(seed: int = 2) -> list[Link]:
    """34 degrees of freedom: a floating trunk, two legs of 6 hinges, a waist of 2, two arms of 6, a neck of 2."""
    rng = np.random.default_rng(seed)
    links = [random_link(rng, -1, "")]

    def limb(base: int, count: int) -> int:
        for _ in range(count):
            links.append(random_link(rng, base, str(rng.choice(list("xyz")))))
            base = len(links) - 1
        return base

    limb(0, 6)
    limb(0, 6)
    chest = limb(0, 2)
    for count in (6, 6, 2):
        limb(chest, count)
    return links


# ---------------------------------------------------------------- the same tree three times
def snodo_tree(links: list[Link]) -> Any:
    m = sn.Mechanism("random", dimension=3, gravity=GRAVITY)
    places: list[np.ndarray] = []
    for k, link in enumerate(links):
        places.append(link.offset + (places[link.parent] if link.parent >= 0 else 0.0))
        at = tuple(places[k])
        m.body(f"b{k}", mass=link.mass, com=tuple(link.com), inertia=link.inertia.tolist(), at=at)
        if link.axis:
            base = f"b{link.parent}" if link.parent >= 0 else "ground"
            m.revolute(f"j{k}", base, f"b{k}", at=at, axis=link.axis)
    return Tree(m)


def pin_model(links: list[Link]) -> Any:
    import pinocchio as pin

    made = {"x": pin.JointModelRX, "y": pin.JointModelRY, "z": pin.JointModelRZ, "": pin.JointModelFreeFlyer}
    model = pin.Model()
    model.gravity.linear = np.array(GRAVITY)
    for k, link in enumerate(links):
        offset = link.offset if link.axis else np.zeros(3)
        number = model.addJoint(link.parent + 1, made[link.axis](), pin.SE3(np.eye(3), offset), f"j{k}")
        model.appendBodyToJoint(number, pin.Inertia(link.mass, link.com, link.inertia), pin.SE3.Identity())
    return model


def mujoco_model(links: list[Link]) -> Any:
    import mujoco

    def numbers(x: Any) -> str:
        return " ".join(repr(float(a)) for a in x)

    def body(k: int) -> str:
        link, J = links[k], links[k].inertia
        axis = numbers([letter == link.axis for letter in "xyz"])
        joint = f'<joint type="hinge" axis="{axis}"/>' if link.axis else "<freejoint/>"
        full = numbers([J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[0, 2], J[1, 2]])
        own = f'<inertial pos="{numbers(link.com)}" mass="{link.mass!r}" fullinertia="{full}"/>{joint}'
        children = "".join(body(j) for j, other in enumerate(links) if other.parent == k)
        return f'<body pos="{numbers(link.offset)}">{own}{children}</body>'

    bodies = "".join(body(k) for k, link in enumerate(links) if link.parent < 0)
    options = f'<option gravity="{numbers(GRAVITY)}" timestep="1e-3"/>'
    return mujoco.MjModel.from_xml_string(f"<mujoco>{options}<worldbody>{bodies}</worldbody></mujoco>")


def pin_coordinates(Q: np.ndarray, floating: bool) -> np.ndarray:
    return np.concatenate([Q[:, :3], Q[:, 4:7], Q[:, 3:4], Q[:, 7:]], axis=1) if floating else Q


def drake_plant(links: list[Link]) -> Any:
    from pydrake.math import RigidTransform
    from pydrake.multibody.plant import MultibodyPlant
    from pydrake.multibody.tree import FixedOffsetFrame, RevoluteJoint, RotationalInertia, SpatialInertia, UnitInertia

    plant = MultibodyPlant(time_step=0.0)
    plant.mutable_gravity_field().set_gravity_vector(np.array(GRAVITY))
    frames = [plant.world_frame()]
    for k, link in enumerate(links):
        J, m, c = link.inertia, link.mass, link.com
        J = J + m * (c @ c * np.eye(3) - np.outer(c, c))
        about = RotationalInertia(J[0, 0], J[1, 1], J[2, 2], J[0, 1], J[0, 2], J[1, 2])
        unit = UnitInertia().SetFromRotationalInertia(about, m)
        body = plant.AddRigidBody(f"b{k}", SpatialInertia(m, c, unit))
        frames.append(body.body_frame())
        if link.axis:
            stands = FixedOffsetFrame(f"p{k}", frames[link.parent + 1], RigidTransform(link.offset))
            axis = np.array([float(letter == link.axis) for letter in "xyz"])
            plant.AddJoint(RevoluteJoint(f"j{k}", plant.AddFrame(stands), body.body_frame(), axis))
    plant.Finalize()
    return plant
