"""Batches: LANES states at a time through the same algorithms, side by side in SIMD lanes.

A batch has one state in each row.  Eight rows are packed into lanes, the algorithm runs once on elements that are
lanes, and what it finds is unpacked into rows of the output.  The last row fills what is missing of a group; an
array of one row serves all states.

External wrenches are six columns for each link that is loaded.  The scratch of a group, in elements:

    work of the links | freedoms | q | v | x (τ or v̇) | wrenches | output
"""

from typing import NamedTuple

from snodo._jit import inline, kernel
from snodo.formulations.kernels.tables import vec3
from snodo.formulations.tree.kernels.layout import LARGEST, STRONGEST, Freedom, Header, Link, System, Work
from snodo.math.kernels.algebra import Force, Vec3
from snodo.math.kernels.lanes import LANES, turn_block, zeros
from snodo.math.kernels.record_layout import size
from snodo.math.kernels.records import table, view

WORK, FREEDOM = size(Work), size(Freedom)


class Group(NamedTuple):
    """Where the vectors of a group of states start in the scratch."""

    q: int
    v: int
    x: int
    wrenches: int
    out: int


@inline
def group(model, loaded):
    """The places in the scratch for this tree, with this many loaded links."""
    head = table(Header, model, 0, 0.0)[0]
    q = ((head.links + 1) * WORK + head.nv * FREEDOM) * LANES
    v = q + head.nq * LANES
    x = v + head.nv * LANES
    wrenches = x + head.nv * LANES
    return Group(q, v, x, wrenches, wrenches + 6 * loaded * LANES)


@inline
def abreast(model, scratch, loaded):
    """The tree in `model` with lanes for elements, its work in the scratch; `loaded` links have external wrenches."""
    head, like = table(Header, model, 0, 0.0)[0], zeros()
    work, freedoms = table(Work, scratch, 0, like), table(Freedom, scratch, (head.links + 1) * WORK * LANES, like)
    described = table(Freedom, model, head.freedom_at, 0.0)
    for j in range(head.nv):
        freedoms[j].letter = described[j].letter
    links, none = table(Link, model, head.link_at, 0.0), Vec3(like, like, like)
    for i in range(head.links + 1):
        work[i].external = Force(none, none)
    return System(head.links, loaded, head.gravity, links, work, freedoms, like, like + 1.0)


@inline
def lanes(scratch, at):
    """A vector of elements in the scratch."""
    return view(scratch, at, zeros())


@kernel
def pack(X, first, limit, scratch, at):
    """Eight rows of X from `first` on into lanes.  Whether a number is larger than the limit, or not a number."""
    rows, n = X.shape
    if first + LANES <= rows and n >= LANES:
        for j in range(0, n, LANES):
            k = min(j, n - LANES)
            turn_block(X, first * n + k, n, scratch, at + k * LANES, LANES)
    else:
        for lane in range(LANES):
            row = min(first + lane, rows - 1)
            for j in range(n):
                scratch[at + j * LANES + lane] = X[row, j]
    return large(scratch, at, n, limit)


@kernel
def unpack(scratch, at, Y, first):
    """Lanes into rows of Y from `first` on.  Whether a number is too large, or not a number."""
    rows, n = Y.shape
    if first + LANES <= rows and n >= LANES:
        for j in range(0, n, LANES):
            k = min(j, n - LANES)
            turn_block(scratch, at + k * LANES, LANES, Y, first * n + k, n)
    else:
        for lane in range(min(LANES, rows - first)):
            for j in range(n):
                Y[first + lane, j] = scratch[at + j * LANES + lane]
    return large(scratch, at, n, 1e300)


@inline
def large(scratch, at, n, limit):
    """Whether one of n elements is larger than the limit in a lane, or not a number."""
    part, good = scratch[at : at + n * LANES], 0
    for k in range(part.size):
        good += abs(part[k]) <= limit
    return good < part.size


@inline
def pack_state(Q, V, X, first, scratch, at):
    """Eight states into lanes.  Whether one of them cannot be used."""
    refused = pack(Q, first, LARGEST, scratch, at.q)
    refused |= pack(V, first, STRONGEST, scratch, at.v)
    refused |= pack(X, first, STRONGEST, scratch, at.x)
    return refused


@inline
def pack_wrenches(system, W, links, first, scratch, at):
    """Eight rows of W, six columns for each of the `links`, onto the bodies.  Whether one of them cannot be used."""
    if not links.size:
        return False
    refused, wrench = pack(W, first, STRONGEST, scratch, at.wrenches), lanes(scratch, at.wrenches)
    for k in range(links.size):
        system.work[int(links[k])].external = Force(vec3(wrench, 6 * k), vec3(wrench, 6 * k + 3))
    return refused
