"""The recursion of the source text written out, slow and plain: 6 × 6 matrices in the bodies' own axes.

Source text 000, equations (1.2), (1.10), (1.11); 001, equations (2.7), (2.11)–(2.15), as corrected in
docs/understand/tree.md.  P is the motion subspace of a joint at the origin of the body it carries, in that body's
axes; S carries motions outward, T = Sᵀ wrenches inward.
"""

from types import SimpleNamespace

import numpy as np

KINDS = ("revolute", "prismatic", "helical", "cylindrical", "spherical")
"""Joints that `subspace` knows."""


def tilde(r):
    x, y, z = r
    return np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])


def transformation(base, pose):
    """(1.2): motions at the origin of `base`, in its axes, at the origin of `pose` and in its axes."""
    R, r = pose.A.T @ base.A, pose.A.T @ (pose.r - base.r)
    return np.block([[R, -tilde(r) @ R], [np.zeros((3, 3)), R]])


def subspace(joint, tree):
    """P, constant in the child's axes: screws n about the joint's place, or the child's own three axes there."""
    if joint.kind == "free":
        return np.eye(6)
    drawn = tree.geometry.pose(joint.child)
    to_origin = -(drawn.A.T @ (np.array(joint.at) - drawn.r))
    if joint.kind == "spherical":
        return np.vstack([-tilde(to_origin), np.eye(3)])
    n = drawn.A.T @ np.array(joint.axis) / np.linalg.norm(joint.axis)
    slide, turn = np.append(n, np.zeros(3)), np.append(np.cross(n, to_origin), n)
    if joint.kind == "helical":
        return (turn + joint.pitch / (2 * np.pi) * slide)[:, None]
    columns = {"revolute": [turn], "prismatic": [slide], "cylindrical": [slide, turn]}[joint.kind]
    return np.array(columns).T


def inertia(body):
    """M of (2.7), with I_O about the body's origin."""
    m, c = body.mass, tilde(body.com)
    return np.block([[m * np.eye(3), -m * c], [m * c, np.array(body.tensor) - m * c @ c]])


def motion_cross(V, U):
    return np.concatenate([np.cross(V[3:], U[:3]) + np.cross(V[:3], U[3:]), np.cross(V[3:], U[3:])])


def outward(tree, q, v):
    """Velocities (1.2) and residual accelerations (1.11), classical ones at the origins; the base accelerates by −g."""
    still = SimpleNamespace(pose=tree.pose(q, "ground"), V=np.zeros(6), residual=np.append(-tree.gravity, np.zeros(3)))
    links = {"ground": still}
    for place in tree.flat.places:
        name, base = place.branch.body, links[place.branch.base]
        x = links[name] = SimpleNamespace(pose=tree.pose(q, name), v=place.v, base=place.branch.base, children=[])
        x.S, x.P = transformation(base.pose, x.pose), subspace(place.branch.joint, tree)
        relative = x.P @ v[place.v]
        x.V = x.S @ base.V + relative
        x.residual = x.S @ base.residual + motion_cross(x.V, relative)
        x.M, w = inertia(tree.geometry.bodies[name].inertia), x.V[3:]
        x.turning = np.append(np.cross(w, x.V[:3]), np.zeros(3))  # from the rate of components to the acceleration
        x.F = np.kron(np.eye(2), tilde(w)) @ x.M @ np.append(np.zeros(3), w)
        if place.branch.base != "ground":
            base.children.append(x)
    return links


def inward(links, tau, printed=False):
    """Δ (2.12) and δ (2.13) of every link with all that hangs on it."""
    for x in list(links.values())[:0:-1]:
        x.Δ = x.M.copy()
        x.δ = -x.F if printed else x.M @ (x.residual + x.turning) + x.F
        for y in x.children:
            T, U, d, u = y.S.T, y.Δ @ y.P, np.linalg.inv(y.P.T @ y.Δ @ y.P), tau[y.v] - y.P.T @ y.δ
            x.Δ = x.Δ + T @ (y.Δ - U @ d @ U.T) @ y.S
            x.δ = x.δ + T @ (y.δ + (-1 if printed else 1) * U @ d @ u)


def accelerations(links, tau):
    """(2.14) and (1.10)."""
    a, links["ground"].direct = np.empty_like(tau), np.zeros(6)
    for x in list(links.values())[1:]:
        carried = x.S @ links[x.base].direct
        a[x.v] = np.linalg.solve(x.P.T @ x.Δ @ x.P, tau[x.v] - x.P.T @ (x.Δ @ carried + x.δ))
        x.direct = carried + x.P @ a[x.v]
    return a
