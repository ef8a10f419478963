"""A tree bound to a mechanism: its flat model, the names of its coordinates, and motion on their manifold."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from snodo.compiled import Compiled, Family
from snodo.errors import NameNotFound, Problem, suggestion
from snodo.formulations.base import Array, Formulation
from snodo.formulations.connected import beside, connect_rare
from snodo.mechanism.mechanism import Mechanism

if TYPE_CHECKING:
    from snodo.formulations.tree.flatten import Flat, Flattener, Place
    from snodo.formulations.tree.spanning import Branch

FOLDER = "snodo.formulations.tree.kernels"
LATER = "verbs.factor", "verbs.solve", "verbs.displace", "verbs.rates", "evaluate.evaluate_states"
MANIFOLD = "manifold.moved_coordinates", "manifold.difference_of_coordinates", "manifold.rates_of_coordinates"
ENTRIES = Compiled(
    FOLDER,
    Family("the equations of trees with loops", "closed_results.rows verbs.evaluate", beside(FOLDER, *LATER)),
    Family("equations of trees with loops in time", " ".join(LATER)),
    Family("what few trees have", "verbs.rare"),
    Family("forces that follow reactions in trees", "loads.loads"),
    Family("forward dynamics of trees", "aba.forward"),
    Family("articulated bodies", "aba.articulate"),
    Family("inverse dynamics of trees", "rnea.inverse"),
    Family("joint wrenches of trees", "closed_results.wrenches"),
    Family("the energies of trees", "evaluate.energies"),
    Family("the applied forces of trees", "evaluate.apply"),
    Family("redundant rows of trees", "closed_results.find_redundant"),
    Family("reactions of cut joints", "closed_results.closure_wrenches"),
    Family("mass matrix of trees", "crba.mass"),
    Family("momentum and energy of trees", "sums.totals"),
    Family("kinematics of trees", "motions.follow"),
    Family("motions of trees", "motions.motions"),
    Family("places of trees", "places.places"),
    Family("all places of trees", "places.all_places"),
    Family("velocities of places of trees", "places.twists"),
    Family("accelerations of places of trees", "places.gains"),
    Family("Jacobians of trees", "places.jacobians"),
    Family("coordinates of trees", " ".join(MANIFOLD)),
    Family("derivatives of inverse dynamics of trees", "derivatives.inverse_derivatives"),
    Family("derivatives of forward dynamics of trees", "forward_derivatives.forward_derivatives"),
    Family("the terms of the equations of trees", "terms.terms"),
    Family("derivatives of the equations of trees", "tangents.tangent"),
    Family("what users wrote of the equations of trees", "tangents.written"),
    Family("slopes of the equations of trees along runs", "slopes.slopes slopes.yields answers.answers"),
    Family("forward dynamics of batches", "aba.forward_batch"),
    Family("articulated bodies of batches", "aba.articulate_between"),
    Family("inverse dynamics of batches", "rnea.inverse_batch"),
    Family("wrenches between links of batches", "rnea.inverse_between"),
    Family("mass matrices of batches", "crba.mass_batch"),
    Family("momentum and energy of batches", "sums.totals_batch"),
    Family("derivatives of inverse dynamics of batches", "derivatives.inverse_derivatives_batch"),
    Family("derivatives of forward dynamics of batches", "forward_derivatives.forward_derivatives_batch"),
    Family("the equations of trees in lanes", "rate.rate_batch rate.project_batch"),
)


class Coordinates(Formulation, abstract=True):
    """The coordinates of the joints of a tree."""

    def __init__(self, mechanism: Mechanism, cut: Sequence[str] = ()) -> None:
        from snodo.formulations.parts.constraint_rows import RowBuilder
        from snodo.formulations.parts.forces import laws_of
        from snodo.formulations.parts.joint_frames import Framer
        from snodo.formulations.parts.motors import refuse_cut
        from snodo.formulations.tree.flatten import Flattener
        from snodo.formulations.tree.law_table import attach
        from snodo.formulations.tree.limbs import with_limbs
        from snodo.formulations.tree.spanning import spanning_tree

        self.mechanism = mechanism.copy()  # later additions do not change this formulation
        if cut:
            self.mechanism.run.cut = _names(cut)
        self.geometry = self.mechanism.check()
        self.size = self.geometry.size()
        self.gravity = np.array([*self.mechanism.gravity, 0.0][:3])
        framer = Framer(self.mechanism, self.geometry)
        branches = spanning_tree(self.mechanism, self.mechanism.run.cut)
        refuse_cut(self.mechanism, {branch.joint.name for branch in branches})
        self.flat = Flattener(framer, self.gravity, self.size).flatten(branches)
        self.builder = RowBuilder(self.mechanism, self.geometry, framer, [branch.joint.name for branch in branches])
        self.flat.counters = {name: self.flat.header.nq + k for k, name in enumerate(self.builder.counted)}
        self.flat.header.nq += len(self.flat.counters)
        self.lean = self._without_welds(Flattener(framer, self.gravity, self.size, welded=True), branches)
        laws = laws_of(self.mechanism, self.builder)
        attach(self.flat, laws, list(self.builder.all_rows()), self.builder, self.reference()[0])
        self.model = self.flat.model
        self.entries = ENTRIES
        connect_rare(self, self.entries)
        self._at_once = with_limbs(self.lean).copy()
        """Of methods that are one call of a kernel, which holds Python's own lock (`sharing.py`)."""
        self._nq, self._nv = self.flat.header.nq, self.flat.header.nv
        self._name_everything()

    def renew_limbs(self) -> None:
        """Copy the numbers of the model again, after they were changed."""
        from snodo.formulations.tree.limbs import with_limbs

        self._at_once = with_limbs(self.lean).copy()

    @property
    def copies_of_model(self) -> tuple[np.ndarray, ...]:
        """Arrays with numbers of the model."""
        return (self._at_once,)

    def _without_welds(self, flattener: Flattener, branches: list[Branch]) -> Flat:
        """A second model in which bodies that are fixed to one another share a link; the coordinates are the same.

        It serves where nothing is asked about single links: forward and inverse dynamics, mass matrices, batches.
        """
        if all(place.frames.velocities for place in self.flat.places):
            return self.flat
        found = flattener.flatten(branches)
        found.header.nq = self.flat.header.nq
        return found

    def _name_everything(self) -> None:
        self.joint_places = {place.branch.joint.name: place for place in self.flat.places}
        named = [(name, place.frames) for name, place in self.joint_places.items()]
        self.coordinate_names = [f"{name}.{word}" for name, frames in named for word in frames.coordinates]
        self.coordinate_names += self.flat.counters
        self.velocity_names = [f"{name}.{word}" for name, frames in named for word in frames.velocities]
        self.coordinate_units = [unit for _, frames in named for unit in frames.units]
        self.coordinate_units += ["rad"] * len(self.flat.counters)
        self.velocity_units = [unit for _, frames in named for unit in frames.velocity_units]
        self.row_names = [row for part_rows in self.flat.constraints for row in part_rows.rows]
        self.row_units = [unit for part_rows in self.flat.constraints for unit in part_rows.units]
        self.row_parts = [part_rows.part.name for part_rows in self.flat.constraints for _ in part_rows.rows]
        self.body_names = list(self.mechanism.bodies)
        self.work_names = list(self.flat.works)
        self._rest = np.zeros(self.nv)

    @cached_property
    def lanes(self) -> dict[int, Array]:
        """Scratch of batches, by thread."""
        return {}

    # ---------------------------------------------------------------- states
    def reference(self) -> tuple[Array, Array]:
        """(q, v) as drawn, at rest."""
        return self._drawn.copy(), np.zeros(self.flat.header.nv)

    @cached_property
    def _drawn(self) -> Array:
        """q as drawn."""
        q = [x for place in self.flat.places for x in place.frames.reference]
        counted = [self.builder.counted_as_drawn(name) for name in self.flat.counters]
        return np.array([*q, *counted], float)

    def neutral(self) -> Array:
        """Return the coordinates that are all zero, with no rotation.

        Returns
        -------
        array
            q (nq).

        Examples
        --------
        >>> q = tree.neutral()
        """
        unit = {"spherical": (1.0, 0.0, 0.0, 0.0), "free": (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)}
        parts = (unit.get(place.frames.kind, (0.0,) * len(place.frames.coordinates)) for place in self.flat.places)
        q = np.array([*(x for part in parts for x in part), *(0.0 for _ in self.flat.counters)])
        return self.count_turns(q)

    @property
    def cut_joints(self) -> list[str]:
        """Joints that close loops: they have constraint rows instead of coordinates."""
        return [name for name in self.mechanism.joints if name not in self.joint_places]

    # ---------------------------------------------------------------- places by name
    def position_slice(self, joint: str) -> slice:
        """Return the slice of a joint's coordinates in q.

        Parameters
        ----------
        joint : str
            The joint.

        Returns
        -------
        slice
            The slice.

        Examples
        --------
        >>> tree.position_slice("A")
        slice(0, 1, None)
        """
        return self.joint_place(joint).q

    def velocity_slice(self, joint: str) -> slice:
        """Return the slice of a joint's velocities in v, and of its forces in tau.

        Parameters
        ----------
        joint : str
            The joint.

        Returns
        -------
        slice
            The slice.

        Examples
        --------
        >>> tree.velocity_slice("A")
        slice(0, 1, None)
        """
        return self.joint_place(joint).v

    def joint_place(self, joint: str) -> Place:
        """Indices of the coordinates and links of a joint of the tree."""
        if joint in self.mechanism.joints and joint not in self.joint_places:
            what = f"joint {joint!r} closes a loop: it has constraint rows, but no coordinates in the tree"
            raise NameNotFound(Problem(what, "cut another joint: sn.Tree(mechanism, cut=[…])"))
        if joint not in self.joint_places:
            raise NameNotFound(
                Problem(f"there is no joint {joint!r} in the tree", suggestion(joint, self.joint_places))
            )
        return self.joint_places[joint]


def _names(cut: Sequence[str]) -> tuple[str, ...]:
    return (cut,) if isinstance(cut, str) else tuple(cut)
