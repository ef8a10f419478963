"""Which chains of hinges of a tree are taken side by side, and their part of the model (`kernels/limbs.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.formulations.tree.kernels import layout as at
from snodo.math.kernels.record_layout import PythonTable, place, size

if TYPE_CHECKING:
    from snodo.formulations.tree.flatten import Flat

Array = np.ndarray
STEP, GROUP = 1.5, 2.0
"""Cost of a row of a group and of the group itself, in links taken one by one (measured)."""
COPIED = ("rotation", "offset", "inertia", "spread", "armature")
"""What a row has from its links."""


def abreast() -> int:
    """Limbs in a group, at most."""
    from snodo.math.kernels.lanes import ABREAST

    return int(ABREAST)


def limbs_of(parents: Sequence[int], hinged: Sequence[bool]) -> list[list[int]]:
    """The links of each limb that is taken side by side with others, from the trunk outward; longest limbs first.

    A limb is a chain of hinges without branches up to its end; `parents` are those of all links, the ground first.
    """
    children: list[list[int]] = [[] for _ in parents]
    for i in range(1, len(parents)):
        children[parents[i]].append(i)
    chain: list[list[int]] = [[] for _ in parents]
    for i in range(len(parents) - 1, 0, -1):
        beyond = chain[children[i][0]] if children[i] else []
        if hinged[i] and (not children[i] or (len(children[i]) == 1 and beyond)):
            chain[i] = [i, *beyond]
    whole = [chain[i] for i in range(1, len(parents)) if chain[i] and not chain[parents[i]]]
    return _worthwhile(sorted(whole, key=len, reverse=True))


def _worthwhile(limbs: list[list[int]]) -> list[list[int]]:
    """Those in groups that save time, as many in each as there are lanes."""
    found, width = [], abreast()
    for first in range(0, len(limbs), width):
        group = limbs[first : first + width]
        if STEP * len(group[0]) + GROUP < sum(map(len, group)):
            found += group
    return found


def with_limbs(flat: Flat) -> Array:
    """The model of a tree with its limbs behind it; the model itself if it has none, or has them already."""
    if not flat.limbs or flat.header.limb_at:
        return flat.model
    width = abreast()
    groups = [flat.limbs[k : k + width] for k in range(0, len(flat.limbs), width)]
    model: Array = np.concatenate([flat.model, _Behind(flat, groups).written()])
    PythonTable(at.Header, model, 0)[0].limb_at = flat.model.size
    return model


def with_limbs_in_time(flat: Flat) -> Array:
    """The same of a tree that is stepped, if its laws act on coordinates alone: others need all bodies in one list."""
    return with_limbs(flat) if all(law.kind == "coordinate" for law in flat.forces) else flat.model


class _Behind:
    """The numbers behind a model."""

    def __init__(self, flat: Flat, groups: list[list[list[int]]]) -> None:
        from snodo.formulations.tree.kernels import limbs as own

        self.flat, self.groups, self.own, self.width = flat, groups, own, abreast()
        self.parts: list[Array] = []
        self.size = flat.model.size
        self.reached: set[int] = set()
        """Links of the trunk to which a limb has been led."""
        self.places = {name: _whole(flat.links(name)) for name in ("parent", "iq", "iv")}

    def written(self) -> Array:
        """All of them."""
        own, hinges = self.own, [len(group[0]) for group in self.groups]
        begins = np.concatenate([[0], np.cumsum(hinges)])
        vector = self.size + size(own.Limbs)
        self.parts.append(np.zeros(size(own.Limbs)))
        self.size = vector
        self._add(np.zeros(4 * int(begins[-1]) * self.width))
        rows = [self._group(group, int(begin)) for group, begin in zip(self.groups, begins)]
        places = zip(self.groups, begins, rows)
        seats = [seat for group, begin, row in places for seat in self._seats(group, int(begin), row)]
        group_at, seat_at = self._table(own.Group, rows), self._table(own.Seat, seats)
        trunk = len(self.places["parent"]) - 1 - len(seats)
        record = own.Limbs(trunk, len(rows), group_at, len(seats), seat_at, int(begins[-1]), vector)
        self.parts[0][:] = _bits(record)
        return np.concatenate(self.parts)

    def _group(self, limbs: list[list[int]], begin: int) -> Any:
        own, n, width = self.own, len(limbs[0]), self.width
        links = np.full((n, width), -1)
        for lane, limb in enumerate(limbs):
            links[: len(limb), lane] = limb
        bases = [int(self.places["parent"][limb[0]]) for limb in limbs]
        firsts = [base not in self.reached and base not in bases[:k] for k, base in enumerate(bases)]
        self.reached |= set(bases)
        filled = bases + bases[:1] * (width - len(bases))
        base_at, first_at = self._ints(filled), self._ints([*firsts, *[False] * (width - len(firsts))])
        columns = np.where(links < 0, -1, self.places["iv"][links])
        column_at, segment_at = self._ints(columns), self._segments(links)
        work_at = self._add(np.zeros((n + 2) * size(at.Work) * width))
        freedom_at = self._add(np.zeros(n * size(at.Freedom) * width))
        return own.Group(len(limbs), n + 1, begin, base_at, first_at, column_at, segment_at, work_at, freedom_at)

    def _seats(self, limbs: list[list[int]], begin: int, group: Any) -> Any:
        own, d = self.own, place(at.Freedom, "d")
        for lane, limb in enumerate(limbs):
            for k, link in enumerate(limb):
                iq, iv = int(self.places["iq"][link]), int(self.places["iv"][link])
                d_at = group.freedom_at + (k * size(at.Freedom) + d) * self.width + lane
                yield own.Seat((begin + k) * self.width + lane, iq, iv, d_at)

    def _segments(self, links: Array) -> int:
        """Rows of a group: the first two are no links."""
        own, (n, width) = self.own, links.shape
        rows = np.zeros((n + 2, size(own.Segment), width))
        for name in COPIED:
            values = np.where(links[..., None] < 0, 0.0, self.flat.links(name)[links])  # (n, lane, numbers)
            first = place(own.Segment, name)
            rows[2:, first : first + values.shape[2]] = values.transpose(0, 2, 1)
        rows[2:, place(own.Segment, "armature")] = np.where(links < 0, 1.0, rows[2:, place(own.Segment, "armature")])
        self._put_axes(rows, links)
        aligned = np.where(links < 0, 1, _whole(self.flat.links("aligned"))[links]).all(axis=1)
        empty = links < 0
        for k in range(3):
            rows[2:, place(own.Segment, "rotation") + 4 * k] += empty  # the identity
        whole: dict[str, Array] = {
            "parent": np.arange(1, n + 1),
            "iv": np.arange(n),
            "dofs": np.ones(n),
            "first": np.ones(n),
        }
        whole |= {"aligned": np.asarray(aligned), "inner": np.arange(n) < n - 1}
        for name, values in whole.items():
            rows[2:, place(own.Segment, name)] = np.asarray(values, np.int64).view(np.float64)[:, None]
        return self._add(rows)

    def _put_axes(self, rows: Array, links: Array) -> None:
        letters, signs = _whole(self.flat.links("letter"))[links], self.flat.links("sign")[links, 0]
        signs = np.where(links < 0, 1.0, signs)
        for k in range(3):
            rows[2:, place(self.own.Segment, "axis") + k] = np.where(letters % 3 == k, signs, 0.0)

    # ---------------------------------------------------------------- one behind the other
    def _add(self, numbers: Array) -> int:
        self.parts.append(np.ascontiguousarray(numbers, float).ravel())
        self.size += self.parts[-1].size
        return self.size - self.parts[-1].size

    def _ints(self, numbers: Any) -> int:
        return self._add(np.ascontiguousarray(numbers, dtype=np.int64).ravel().view(np.float64))

    def _table(self, row: Any, rows: list[Any]) -> int:
        return self._add(np.concatenate([_bits(one) for one in rows]))


def _bits(record: Any) -> Array:
    """The whole numbers of a record, bitwise."""
    return np.array([int(x) for x in record], np.int64).view(np.float64)


def _whole(numbers: Array) -> Array:
    return np.ascontiguousarray(numbers).view(np.int64).ravel()
