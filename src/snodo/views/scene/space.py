"""A motion in space as a scene: solids in the frames of their bodies, joints as signs, springs, paths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from snodo.mechanism.checks.places import attachments
from snodo.mechanism.part import GROUND
from snodo.views.scene.meshes import packed_mesh
from snodo.views.scene.packing import Array, numbers, packed
from snodo.views.scene.thinning import frame_times, only_within
from snodo.views.space.camera import Camera, upright
from snodo.views.space.drawing import camera_for
from snodo.views.space.forms import Form
from snodo.views.space.motion import MovingInSpace
from snodo.views.space.sketch import Ends, JointSign, SpaceSketch

SAMPLES = 40
"""Positions from which the room that a motion needs is found."""
MOST_TRIANGLES, ALL_TRIANGLES = 3000, 50_000
"""Of each mesh, and of all meshes."""


class SpaceScene:
    """What the page needs of a motion in space."""

    def __init__(self, result: Any) -> None:
        self.F = result.formulation
        self.mechanism = self.F.mechanism
        camera: Camera = camera_for(self.mechanism, None)
        self.moving = MovingInSpace(result, camera)
        few = np.unique(np.linspace(0, len(self.moving.time) - 1, SAMPLES).astype(int))
        self.sketch = SpaceSketch(self.F, self.moving.poses[few], _triangles_each(self.mechanism))
        self.meshes: list[dict[str, Any]] = []
        self._known: dict[int, int] = {}

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
        """Bodies with their pieces, joints, rods, springs and paths."""
        sketch = self.sketch
        names = [*self.F.body_names, GROUND]
        return {
            "bodies": [self._body(k, name) for k, name in enumerate(names)],
            "joints": [self._joint(sign) for sign in sketch.joints],
            "rods": [{"name": rod.name, "ends": _ends(rod.ends)} for rod in sketch.rods],
            "springs": [
                {"name": coil.name, "ends": _ends(coil.ends), "stiff": bool(coil.stiff), "damped": bool(coil.damped)}
                for coil in sketch.coils
            ],
            "traces": [self._trace(name) for name in traced],
            "meshes": self.meshes,
            "h": sketch.h,
            "up": numbers(upright(self.mechanism.gravity)),
            "missing": sketch.meshes.notes(),
        }

    # ---------------------------------------------------------------- bodies
    def _body(self, number: int, name: str) -> dict[str, Any]:
        """A body with its pieces."""
        pieces = [self._piece(form) for form in self.sketch.forms[number]]
        found = {"name": name, "color": self.sketch.color(number), "pieces": pieces}
        if name == GROUND:
            return found
        inertia = self.F.geometry.bodies[name].inertia
        return found | {"mass": float(inertia.mass), "com": numbers(inertia.com)}

    def _piece(self, form: Form) -> dict[str, Any]:
        """A form as the page draws it: what is round stays round, meshes are stored once."""
        e = Rotation.from_matrix(form.rotation).as_quat()[[3, 0, 1, 2]]
        found: dict[str, Any] = {"kind": form.kind, "size": numbers(form.size), "at": numbers(form.at), "q": numbers(e)}
        found |= {"color": form.color} if form.color else {}
        if form.kind == "prism":
            found["outline"] = numbers(form.points)
        if form.kind == "mesh":
            key = id(form.points)
            if key not in self._known:
                self._known[key] = len(self.meshes)
                self.meshes.append(packed_mesh(form.points, form.faces))
            found["mesh"] = self._known[key]
        return found

    # ---------------------------------------------------------------- joints and paths
    def _joint(self, sign: JointSign) -> dict[str, Any]:
        found = {
            "name": sign.name,
            "kind": sign.kind,
            "parent": sign.parent,
            "child": sign.body,
            "at": numbers(sign.at),
        }
        found |= {} if sign.axis is None else {"axis": numbers(sign.axis)}
        return found | ({} if sign.second is None else {"second_axis": numbers(sign.second)})

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


def _ends(ends: Ends) -> list[list[float]]:
    return [[int(body), *numbers(s)] for body, s in ends]


def euler_parameters(A: Array) -> Array:
    """Rotations (time, bodies, 3, 3) as w, x, y, z without jumps of sign along time."""
    e = Rotation.from_matrix(A.reshape(-1, 3, 3)).as_quat()[:, [3, 0, 1, 2]].reshape(*A.shape[:-2], 4)
    turn = np.where(np.sum(e[1:] * e[:-1], axis=-1) < 0.0, -1.0, 1.0)
    e[1:] *= np.cumprod(turn, axis=0)[..., None]
    return np.asarray(e)


def _triangles_each(m: Any) -> int:
    """As many triangles for each mesh as a page can hold of all of them."""
    files = {(piece.file, piece.size) for pieces in m.visuals.values() for piece in pieces if piece.kind == "mesh"}
    return max(200, min(MOST_TRIANGLES, ALL_TRIANGLES // max(1, len(files))))
