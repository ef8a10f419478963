"""The doctor's verdict on reactions, from bodies cut free, against self-stresses of each formulation's own rows.

The left null space of a formulation's Φ_v holds its self-stresses; what passes through each joint then is asked of the
formulation itself: in absolute coordinates from the rows, on the tree by the recursion along the links.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.mechanisms import andrews, bricard, ladder, slider_crank

import snodo as sn
from snodo.analyses.doctor.free_bodies import FreeBodies
from snodo.analyses.doctor.resolution import row_reactions
from snodo.analyses.doctor.solvability import self_stress, solvability
from snodo.formulations.bind import bind
from snodo.formulations.loads import following
from snodo.formulations.rank import scaled_jacobian
from snodo.math.labelled_rows import null_space

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.yaml"))


def stress_of_the_formulation(F: Any, bodies: FreeBodies) -> np.ndarray:
    """Self-stresses of all rows, from the left null space of the formulation's rows."""
    left = null_space(scaled_jacobian(F, bodies.q, 0.0, bodies.v).T) / F.row_scale[:, None]
    rest = np.zeros((1, F.nv))
    none = row_reactions(bodies, {"acceleration": rest, "multiplier": np.zeros((1, F.nc))})
    found = [row_reactions(bodies, {"acceleration": rest, "multiplier": n[None] / np.abs(n).max()}) for n in left.T]
    stress = np.array([r - none for r in found]).reshape(left.shape[1], len(bodies.rows)).T * bodies.lengths[:, None]
    return np.linalg.qr(stress)[0] / bodies.lengths[:, None] if left.shape[1] else stress


def agree(m: sn.Mechanism, word: str) -> None:
    F = bind(m, word)
    start = sn.assemble(F)
    q, bodies = start.q, FreeBodies(F, start.q, v=start.v)
    ours, theirs = self_stress(bodies), stress_of_the_formulation(F, bodies)
    mobility = sn.mobility(F, q, v=start.v)
    coordinates, rows = bodies.G.shape
    assert coordinates - rows == mobility.grubler
    assert coordinates - rows + ours.shape[1] == mobility.degrees_of_freedom
    assert ours.shape == theirs.shape
    np.testing.assert_allclose(bodies.scaled @ (theirs * bodies.lengths[:, None]), 0.0, atol=1e-7)
    assert solvability(bodies, ours).keys() == solvability(bodies, theirs).keys()
    for joint, verdict in solvability(bodies, ours).items():
        assert verdict.components == solvability(bodies, theirs)[joint].components


def formulations(m: sn.Mechanism) -> tuple[str, ...]:
    if following(m):  # forces that follow reactions: joints of a tree have no rows
        return ("planar",) if m.dimension == 2 else ("spatial",)
    return ("planar", "tree") if m.dimension == 2 else ("tree",)


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda p: p.stem)
def test_examples(file: Path) -> None:
    m = sn.load(file)
    for word in formulations(m):
        agree(m, word)


@pytest.mark.parametrize("make", [slider_crank, andrews, bricard, lambda: ladder(3)])
def test_benchmarks(make: Any) -> None:
    m = make()
    for word in formulations(m):
        agree(m, word)


def space_four_bar(axis: tuple[float, float, float]) -> sn.Mechanism:
    """A four-bar that lies somewhere in space, gravity with it, all its joints hinges: three rows too many."""
    e = np.array(axis) / np.linalg.norm(axis)
    x = np.cross(e, [0.3, -0.5, 0.8])
    x /= np.linalg.norm(x)
    y = np.cross(e, x)
    places = {"A": (0, 0), "B": (0.1, 0.15), "C": (0.45, 0.3), "D": (0.5, 0)}
    m = sn.Mechanism("four-bar in space", dimension=3, gravity=tuple((x - 9.0 * y + 3.0 * e).tolist()))
    for name, (a, b) in places.items():
        m.point(name, *(a * x + b * y).tolist())
    for name, (start, end) in {"crank": "AB", "coupler": "BC", "rocker": "CD"}.items():
        m.bar(name, start, end, mass=1.0)
    for name, (parent, child) in {
        "A": ("ground", "crank"),
        "B": ("crank", "coupler"),
        "C": ("coupler", "rocker"),
        "D": ("rocker", "ground"),
    }.items():
        m.revolute(name, parent, child, axis=tuple(e.tolist()))
    return m


@pytest.mark.parametrize("axis", [(0, 0, 1), (1, 0, 0), (1, 2, -1), (0.3, -0.9, 0.2)])
def test_four_bar_in_space(axis: tuple[float, float, float]) -> None:
    m = space_four_bar(axis)
    agree(m, "tree")
    found = sn.doctor(m)
    assert (found.grubler, found.degrees_of_freedom) == (-2, 1)


@pytest.mark.parametrize("cut", ["A", "B", "C", "D"])
def test_whatever_joint_is_cut(cut: str) -> None:
    """The tree has rows of one joint only: the verdict must not hang on which."""
    m = space_four_bar((1, 2, -1))
    first = sn.doctor(m)
    other = sn.doctor(sn.Tree(m, cut=[cut]))
    assert other.redundant == first.redundant
    assert other.reactions_known == first.reactions_known
    for joint, wrench in first.reactions().items():
        np.testing.assert_allclose(other.reactions()[joint], wrench, atol=1e-8)


def all_kinds() -> sn.Mechanism:
    """One of each joint of space beside a hinge or ball: loops, most of them with rows too many."""
    m = sn.Mechanism("all kinds", dimension=3, gravity=(0, 0, -9.81))
    second: dict[str, Any] = {
        "prismatic": dict(axis="z"),
        "cylindrical": dict(axis=(1, 1, 0)),
        "helical": dict(axis="z", pitch=0.1),
        "universal": dict(axis="z", second="x"),
        "spherical": {},
        "fixed": {},
        "planar": dict(axis=(0, 1, 1)),
        "selection": dict(directions=["rx", "ry", "z"]),
        "pin_in_slot": dict(axis=(0, 0, 1)),
    }
    for k, (kind, more) in enumerate(second.items()):
        m.box(f"b{k}", (0.3, 0.2, 0.1), (k, 0, 0), mass=1.0 + k)
        m.revolute(f"h{k}", "ground", f"b{k}", axis="z" if k % 2 else (1, 2, 3), at=(k, 0, 0))
        add = m.planar_joint if kind == "planar" and hasattr(m, "planar_joint") else getattr(m, kind)
        add(f"s{k}", "ground", f"b{k}", at=(k + 0.1, 0.2, 0.3), **more)
    m.box("last", (0.3, 0.2, 0.1), (20, 0, 0), mass=1.0)
    m.spherical("ball", "ground", "last", at=(20, 0, 0))
    m.rod("rod", "ground", "last", (20, 1, 0.5), (20.1, 0, 0.1))
    m.gear("mesh", "h1", "h3", teeth=(20, 30))
    return m


def test_all_kinds_of_joints() -> None:
    agree(all_kinds(), "tree")


@pytest.mark.parametrize("seed", range(12))
def test_random_frames_of_parallel_links(seed: int) -> None:
    """Platforms on several links, some of them parallel, with rods and a driver: planar and tree must agree."""
    random = np.random.default_rng(seed)
    m = sn.Mechanism("frame", gravity=(0, -9.81))
    lean, feet = random.uniform(-0.6, 0.6, 2), np.sort(random.uniform(0, 3, 4))
    top = lean + np.array([0.0, 1.0])
    m.bar("platform", tuple(np.array([0.0, 0.0]) + top), tuple(np.array([3.0, 0.0]) + top), mass=4)
    for k, x in enumerate(feet[: int(random.integers(2, 5))]):
        foot = np.array([x, 0.0])
        head = foot + top
        if random.random() < 0.3:
            m.rod(f"rod{k}", "platform", "ground", tuple(head), tuple(foot))
            continue
        m.bar(f"link{k}", tuple(foot), tuple(head), mass=1)
        m.revolute(f"A{k}", f"link{k}", "ground", at=tuple(foot))
        m.revolute(f"B{k}", f"link{k}", "platform", at=tuple(head))
    if "A0" in m.joints and random.random() < 0.5:
        m.driver("motor", joint="A0", speed=1.0)
    for word in ("planar", "tree"):
        agree(m, word)
    planar, tree = sn.doctor(m, "planar"), sn.doctor(m, "tree")
    assert planar.redundant == tree.redundant
    assert planar.reactions_known == tree.reactions_known
    assert planar.releases == tree.releases


def test_rows_of_rounding_dust_are_no_constraints() -> None:
    """In the tree of a loop askew in space, rows that should be empty hold 1e-17: they must not stop the motion."""
    along_z, askew = sn.Tree(space_four_bar((0, 0, 1))), sn.Tree(space_four_bar((1, 2, -1)))
    a = dict(zip(along_z.velocity_names, along_z.solve(*along_z.reference())[0]))
    b = dict(zip(askew.velocity_names, askew.solve(*askew.reference())[0]))
    assert a == pytest.approx(b, rel=1e-9)
    assert abs(a["A.speed"]) > 1.0
    result = sn.simulate(askew, 0.1, initial={"A.speed": 1.0}, progress=False)
    assert len(result.info["redundant_rows"]) == 3
    assert result.quality().verdict == "good"
