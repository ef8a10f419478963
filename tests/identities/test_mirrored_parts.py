"""A mirrored part moves as the mirror image of the original, for every kind of joint.

The original and the part attached with `mirror` are run on their own, under gravity that lies in the mirror, from the
same numbers.  Positions must be mirrored, attitudes A' = M A M, coordinates equal or of the sign that the reference
says.  The runs take the same steps, so that only rounding tells them apart; the tolerance 1e-10 leaves four digits.
"""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn
from snodo.registry import JOINTS

TOLERANCE = 1e-10
MIRRORS = {"x": np.diag([-1.0, 1.0, 1.0]), "y": np.diag([1.0, -1.0, 1.0]), "z": np.diag([1.0, 1.0, -1.0])}
AXIS = np.array([0.31, -0.52, 0.79])
SECOND = np.cross(AXIS, [0.2, 0.9, 0.4])
GRAVITY = {"x": (0.0, -4.0, -9.0), "y": (3.0, 0.0, -9.0), "z": (5.0, -8.0, 0.0)}

# of each kind: its own words, and the coordinates whose sign changes, by mirror
WORDS = {
    "revolute": {"axis": AXIS},
    "prismatic": {"axis": AXIS},
    "cylindrical": {"axis": AXIS},
    "helical": {"axis": AXIS, "pitch": 0.1},
    "universal": {"axis": AXIS, "second": SECOND},
    "spherical": {},
    "planar": {"axis": AXIS},
    "oldham": {"axis": AXIS},
    "free": {},
    "fixed": {},
    "selection": {"directions": ["x", "ry", "rz"]},
    "pin_in_slot": {"axis": AXIS},
    "point_in_plane": {"axis": AXIS},
    "constant_velocity": {"axis": AXIS, "second": AXIS + 0.3 * SECOND},
    "rod": {"start": (0.1, 0.2, 0.3), "end": (0.4, -0.3, 0.5)},
    "revolute_spherical": {"start": (0.1, 0.2, 0.3), "end": (0.4, -0.3, 0.5), "axis": AXIS},
}


def tensor(rng: np.random.Generator) -> list[list[float]]:
    a = rng.normal(size=(3, 3))
    return (0.01 * a @ a.T + 0.15 * np.eye(3)).tolist()


def part(kind: str) -> sn.Mechanism:
    """Two bodies with full tensors and turned frames: the first on a hinge, the second on a joint of this kind."""
    rng = np.random.default_rng(7)
    m = sn.Mechanism(kind, dimension=3)
    for k in (1, 2):
        at, com, axis = (0.5 * rng.normal(size=3) for _ in range(3))
        m.body(f"b{k}", mass=float(k), com=0.2 * com, inertia=tensor(rng), at=at, angle=0.7, axis=axis)
    m.revolute("A", "ground", "b1", at=(0.0, 0.1, 0.0), axis=rng.normal(size=3))
    words = {word: value.tolist() if isinstance(value, np.ndarray) else value for word, value in WORDS[kind].items()}
    place = {} if "start" in words else {"at": (0.2, -0.1, 0.3)}
    m.add(JOINTS[kind](name="B", parent="b1", child="b2", **words, **place))
    if not m.joints["B"].words(3) if hasattr(m.joints["B"], "words") else True:
        m.spring("hold", "ground", "b2", (0.3, 0.4, 1.5), (0.1, 0.0, 0.2), stiffness=40, damping=1)
    m.initial["A.speed"] = 1.0
    return m


def initial(m: sn.Mechanism) -> None:
    """Speeds of the joint, and for a spherical one all components."""
    joint = m.joints["B"]
    words = joint.words(3) if hasattr(joint, "words") else {}
    for k, word in enumerate(w for w, what in words.items() if "speed" in what):
        m.initial[f"B.{word}"] = 0.3 + 0.2 * k


def signs(kind: str, mirror: str) -> dict[str, float]:
    """As the reference says: cylindrical displacements, axial and polar components, others keep their sign."""
    M = dict(zip("xyz", np.diag(MIRRORS[mirror])))
    along = {word: M[word[-1]] for word in ("x", "y", "z", "vx", "vy", "vz")}
    about = {f"{stem}{k}": -M[k] for stem in "wr" for k in "xyz"} | {f"e{k}": -M[a] for k, a in zip("123", "xyz")}
    if kind == "cylindrical":
        return {"displacement": -1.0, "speed": -1.0}
    if kind in ("spherical", "free", "selection"):
        return along | about
    if kind in ("planar", "oldham"):
        flips = -1.0 if mirror == "x" else 1.0  # axes in the plane follow from the world's x
        return dict.fromkeys(("x", "y", "vx", "vy"), flips)
    return {}


def run(m: sn.Mechanism) -> sn.Result:
    return sn.simulate(m, 0.4, tolerance=1e-11, output=0.1, progress=False)


@pytest.mark.parametrize("mirror", MIRRORS)
@pytest.mark.parametrize("kind", WORDS)
def test_the_mirror_image_moves_as_the_mirror_image(kind: str, mirror: str) -> None:
    M = MIRRORS[mirror]
    original = part(kind)
    original.gravity = GRAVITY[mirror]
    initial(original)
    image = sn.Mechanism("image", dimension=3, gravity=GRAVITY[mirror])
    image.attach(original, "i", mirror=mirror)
    one, other = run(original), run(image)
    for body in ("b1", "b2"):
        r, r_i = np.asarray(one.position(body)), np.asarray(other.position(f"i/{body}"))
        assert np.abs(r @ M - r_i).max() <= TOLERANCE
    sign = signs(kind, mirror)
    words = original.joints["B"].words(3) if hasattr(original.joints["B"], "words") else {}
    for word in words:
        x, x_i = np.asarray(one[f"B.{word}"]), np.asarray(other[f"i/B.{word}"])
        assert np.abs(sign.get(word, 1.0) * x - x_i).max() <= TOLERANCE, word
    assert np.abs(np.asarray(one["A.angle"]) - np.asarray(other["i/A.angle"])).max() <= TOLERANCE


def test_every_joint_is_here() -> None:
    own = {kind for kind, cls in JOINTS.items() if cls.__module__.startswith("snodo.")}
    assert own == set(WORDS)
