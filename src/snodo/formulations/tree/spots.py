"""Named places of a tree, each looked up once, as the kernels are given them (`kernels/places.py`)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

Array = np.ndarray


class Spot:
    """A body, frame or joint: its link, its place and axes there, and the links between the ground and it."""

    def __init__(self, parents: Sequence[int], link: int, s: Array, A: Array) -> None:
        self.link = link
        self.placed = np.concatenate([s, A.ravel()])
        way = [link]
        while way[-1]:
            way.append(parents[way[-1]])
        self.way = np.array(way[::-1], float)
