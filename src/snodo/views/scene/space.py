"""A motion in space as a scene: solids in the frames of their bodies, joints as signs, springs, paths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from snodo.errors import SnodoError
from snodo.mechanism.checks.places import attachments
from snodo.mechanism.part import GROUND
from snodo.views.scene.packing import FULL, Array, deflated, numbers, packed
from snodo.views.scene.thinning import frame_times, only_within
from snodo.views.space.camera import Camera, upright
from snodo.views.space.drawing import camera_for
from snodo.views.space.motion import MovingInSpace
from snodo.views.space.sketch import SpaceSketch
from snodo.views.style import color_of

SAMPLES = 40
"""Positions from which the room that a motion needs is found."""
DISTINCT = 8
"""Number of bodies up to which each has its own colour."""
GREY = "#7A808A"


class SpaceScene:
    """What the page needs of a motion in space."""

    def __init__(self, result: Any) -> None:
        self.F = result.formulation
        self.mechanism = self.F.mechanism
        camera: Camera = camera_for(self.mechanism, None)
        self.moving = MovingInSpace(result, camera)
        few = np.unique(np.linspace(0, len(self.moving.time) - 1, SAMPLES).astype(int))
        self.sketch = SpaceSketch(self.F, self.moving.poses[few])
        self.meshes: list[dict[str, Any]] = []

    def times(self, playing: float) -> tuple[Array, bool]:
        """Times of the frames, and whether they are fewer than a smooth motion needs."""
        time, size = self.moving.time, self.F.size

        def read(wanted: Array) -> tuple[Array, Array]:
            poses = self.moving.poses_at(wanted)
            return poses.r.reshape(len(wanted), -1) / size, poses.A.reshape(len(wanted), -1)

        return frame_times(float(time[0]), float(time[-1]), playing, self.columns, read)

    def poses(self, times: Array) -> dict[str, Any]:
        """Places of all bodies, then their Euler parameters, column by column."""
        found, n = self.moving.poses_at(times), len(self.F.body_names)
        r, e = found.r[:, :n].reshape(len(times), -1), euler_parameters(found.A[:, :n]).reshape(len(times), -1)
        low, high = np.append(r.min(axis=0), np.full(4 * n, -1.0)), np.append(r.max(axis=0), np.full(4 * n, 1.0))
        return packed(only_within(self.moving.time, times, np.hstack([r, e])), low, high)

    def turning(self) -> float:
        """How fast the fastest body turns, most of the time [rad/s]."""
        w = np.linalg.norm(self.moving.rates(self.F.motion.angular_velocity), axis=-1)
        return float(np.percentile(w, 75, axis=0).max(initial=0.0))

    @property
    def columns(self) -> int:
        """Numbers of a frame."""
        return 7 * len(self.F.body_names)

    def arm(self, body: str, place: Any, part: Any) -> tuple[int, list[float]]:
        """A point of a body in its frame [m]; the centre of mass without a place."""
        geometry = self.F.geometry
        if place is None:
            s = np.zeros(3) if body == GROUND else np.array(geometry.bodies[body].inertia.com)
        else:
            s = geometry.local(place, body, part)
        return self.sketch.numbers[body], numbers(s)

    def parts(self, traced: Sequence[str]) -> dict[str, Any]:
        """Bodies with their solids, joints, springs and the paths of some points."""
        m, sketch = self.mechanism, self.sketch
        names = [*self.F.body_names, GROUND]
        return {
            "bodies": [self._body(k, name) for k, name in enumerate(names)],
            "joints": [self._joint(joint) for joint in m.joints.values()],
            "springs": [
                {"ends": [[int(b), *numbers(s)] for b, s in coil.ends], "stiff": bool(coil.stiff)}
                for coil in sketch.coils
            ],
            "traces": [self._trace(name) for name in traced],
            "meshes": self.meshes,
            "h": sketch.h,
            "up": numbers(upright(m.gravity)),
        }

    # ---------------------------------------------------------------- bodies
    def _body(self, number: int, name: str) -> dict[str, Any]:
        """A body with its pieces; meshes are made from the solids of the drawing."""
        pieces = []
        for solid, color in self.sketch.pieces[number]:
            points, faces = _triangles(solid.faces)
            pieces.append(
                {"kind": "mesh", "mesh": len(self.meshes), "at": [0, 0, 0], "q": [1, 0, 0, 0], "color": color}
            )
            self.meshes.append(mesh(points, faces))
        found = {"name": name, "color": GREY if name == GROUND else self._color(number), "pieces": pieces}
        if name == GROUND:
            return found
        inertia = self.F.geometry.bodies[name].inertia
        return found | {"mass": float(inertia.mass), "com": numbers(inertia.com)}

    def _color(self, number: int) -> str:
        """Of few bodies each its own; of many, left and right are told apart and the rest is calm."""
        name = self.F.body_names[number]
        if len(self.F.body_names) <= DISTINCT:
            return color_of(number)
        return "#4F8FBF" if "left" in name else "#D98A4E" if "right" in name else "#B9BEC8"

    # ---------------------------------------------------------------- joints and paths
    def _joint(self, joint: Any) -> dict[str, Any]:
        (parent, _), (child, where) = attachments(joint, self.mechanism)
        number, at = self.arm(child, where, joint)
        found = {
            "name": joint.name,
            "kind": joint.kind,
            "parent": self.sketch.numbers[parent],
            "child": number,
            "at": at,
        }
        for word, attribute in (("axis", "axis"), ("second_axis", "second")):
            given = getattr(joint, attribute, None)
            if given is not None:
                try:
                    found[word] = numbers(self.F.geometry.direction(given, child, joint))
                except SnodoError:
                    continue
        return found

    def _trace(self, name: str) -> dict[str, Any]:
        """A frame, joint, body or its centre of mass, as a point of a body."""
        m = self.mechanism
        if name in m.frames:
            number, at = self.arm(m.frames[name].on, m.frames[name].at, m.frames[name])
        elif name in m.joints:
            _, (child, where) = attachments(m.joints[name], m)
            number, at = self.arm(child, where, m.joints[name])
        else:
            number, at = self.arm(name.removesuffix(".com"), None, None)
            at = at if name.endswith(".com") else [0.0, 0.0, 0.0]
        return {"name": name, "body": number, "at": at}


def euler_parameters(A: Array) -> Array:
    """Rotations (time, bodies, 3, 3) as w, x, y, z without jumps of sign along time."""
    e = Rotation.from_matrix(A.reshape(-1, 3, 3)).as_quat()[:, [3, 0, 1, 2]].reshape(*A.shape[:-2], 4)
    turn = np.where(np.sum(e[1:] * e[:-1], axis=-1) < 0.0, -1.0, 1.0)
    e[1:] *= np.cumprod(turn, axis=0)[..., None]
    return np.asarray(e)


def mesh(points: Array, faces: Array) -> dict[str, Any]:
    """Points as 16-bit integers in their box, joined where they coincide, and triangles."""
    low, high = points.min(axis=0), points.max(axis=0)
    span = np.where(high > low, high - low, 1.0)
    whole = np.rint((points - low) / span * FULL).astype(np.int64)
    unique, inverse = np.unique(whole, axis=0, return_inverse=True)
    tri = inverse.ravel()[faces]
    tri = tri[(tri[:, 0] != tri[:, 1]) & (tri[:, 1] != tri[:, 2]) & (tri[:, 0] != tri[:, 2])]
    wide = len(unique) > FULL
    steps = np.diff(unique, axis=0, prepend=0).astype(np.uint16).T.copy()
    return {
        "low": numbers(low),
        "span": numbers(span),
        "p": deflated(steps),
        "i": deflated(tri.astype(np.uint32 if wide else np.uint16)),
        "wide": wide,
        "np": len(unique),
        "nt": len(tri),
    }


def _triangles(quads: Array) -> tuple[Array, Array]:
    """Quads (n, 4, 3) as points and triangles."""
    base = 4 * np.arange(len(quads))[:, None]
    return quads.reshape(-1, 3), np.concatenate([base + np.array(half) for half in ((0, 1, 2), (0, 2, 3))])
