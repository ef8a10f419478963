"""Forces that follow reactions, from parts to numbers: `kernels/loads.py` has the equations and the layout.

Their numbers are in an array of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.errors import Problem, UnsupportedError
from snodo.formulations.arrays.writer import ModelWriter
from snodo.mechanism.loads import Component, Group, Load, Pressed

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.formulations.in_time import InTime
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray


def following(mechanism: Mechanism) -> list[Any]:
    """The parts whose forces follow reactions."""
    parts = [*mechanism.forces.values(), *mechanism.constraints.values()]
    return [part for part in parts if getattr(part, "follows_reactions", False)]


def loads_of(F: Formulation) -> list[Load]:
    """The forces that follow reactions."""
    from snodo.formulations.parts.capstans import capstan_loads

    if "loads" not in F.kept:
        F.kept["loads"] = [load for part in following(F.mechanism) for load in part.loads(F.builder)]
        F.kept["loads"] += [*contact_loads(F.mechanism), *capstan_loads(F.builder)] if F.builder.switched else []
    found: list[Load] = F.kept["loads"]
    return found


def rubbing(mechanism: Mechanism) -> list[Any]:
    """The rigid contacts with friction."""
    return [contact for contact in mechanism.contacts.values() if contact.rigid and contact.mu]


def contact_loads(mechanism: Mechanism) -> list[Load]:
    """Friction at each place of the rigid contacts that have any: along its rows of slip, from its own force."""
    found: list[Load] = []
    groups_of: dict[Any, int] = {}
    for contact in rubbing(mechanism):
        static = contact.mu if contact.static is None else contact.static
        for name in contact.names(mechanism.dimension):
            groups = [Group([Pressed(name)], signed=True)]
            rows = slip_rows(name, mechanism.dimension)
            load = Load(contact, name, [], groups, mu=float(contact.mu), static=float(static), rows=rows)
            plane = (contact.body, contact.against, str(contact.normal), contact.radius)
            key = plane if mechanism.dimension == 2 else name
            load.group = groups_of.setdefault(key, len(groups_of))
            found.append(load)
    return found


def slip_rows(name: str, dimension: int) -> tuple[str, ...]:
    """Names of the rows across the normal of a place of contact."""
    return (f"{name}.slip",) if dimension == 2 else (f"{name}.slip_1", f"{name}.slip_2")


def refuse_loads(mechanism: Mechanism, what: str, instead: str) -> None:
    """Raise UnsupportedError if a mechanism has such forces, for what cannot do with them."""
    wrong = [Problem(f"{part.title} follows a reaction; {what}", instead, part.where) for part in following(mechanism)]
    if wrong:
        raise UnsupportedError(wrong)


def refuse_dry(F: Formulation) -> None:
    """Raise UnsupportedError for dry friction whose direction of sliding nobody has set (`LoadNumbers.modes`)."""
    numbers = getattr(F, "load_numbers", None)
    if numbers is None or F.builder.switched:
        return
    places = zip(numbers.loads, numbers.modes)
    dry = [load.part for load, mode in places if load.friction and not load.smoothing and mode == 0.0]
    if dry:
        remedy = "give the speed over which it reverses: smoothing: 0.001 (it then creeps where real friction sticks)"
        wrong = [
            Problem(f"{part.title}: friction by a coefficient cannot stick yet", remedy, part.where) for part in dry
        ]
        raise UnsupportedError(wrong)


# ---------------------------------------------------------------- the numbers
class LoadNumbers:
    """The array of a formulation's loads, seen from Python."""

    def __init__(self, F: InTime, loads: list[Load], verb: int) -> None:
        from snodo.formulations.kernels import loads as at
        from snodo.math.kernels.record_layout import PythonTable, size

        self.F, self.loads = F, loads
        self._store = ModelWriter(size(at.Loads))
        self._pushes: list[Any] = []
        self._groups: list[Any] = []
        self._components: list[Any] = []
        places = [self._place(load) for load in loads]
        fields = {"verb": verb, "places": len(places), "components": len(self._components)}
        fields["through"] = int(any(part.body >= 0 and part.rows == 0 for part in self._components))
        for word, kind, rows in (
            ("place_at", at.Place, places),
            ("push_at", at.Push, self._pushes),
            ("group_at", at.Group, self._groups),
            ("component_at", at.Component, self._components),
        ):
            fields[word] = self._table(kind, rows)
        fields |= self._scratch(len(places), len(self._components))
        self.numbers = self._store.done()
        self.head = PythonTable(at.Loads, self.numbers, 0)[0]
        for word, value in fields.items():
            setattr(self.head, word, value)

    def _table(self, kind: Any, rows: list[Any]) -> int:
        from snodo.math.kernels.record_layout import packed

        return self._store.floats(packed(kind, rows) if rows else np.zeros(0))

    def _scratch(self, places: int, components: int) -> dict[str, int]:
        """Places of arrays that the kernels fill."""
        F = self.F
        rows = int(F.flat.header.rows)
        sizes = dict.fromkeys(("mode_at", "speed_at", "phi_at", "n_at", "residual_at"), places)
        sizes |= {"aim_at": 3 * places, "way_at": 2 * places}
        sizes |= {"x_at": F.nv, "lambda_at": rows, "response_at": places * (F.nv + rows)}
        sizes |= {"value_at": components, "gain_at": components * places}
        sizes |= {"slope_at": places * places, "matrix_at": places * max(places, 1)}
        return {word: self._store.zeros(size) for word, size in sizes.items()}

    def _place(self, load: Load) -> Any:
        from snodo.formulations.kernels import loads as at

        first_push, first_group = len(self._pushes), len(self._groups)
        self._pushes += [at.Push(*self._where(push)) for push in load.pushes]
        for group in load.groups:
            kind = at.SIGNED if group.signed else at.LENGTH
            self._groups.append(at.Group(kind, group.weight, len(self._components), len(group.components)))
            self._components += [self._component(part) for part in group.components]
        works, work = self.F.work_names, f"{load.name}.friction" if load.rows else load.part.name
        return at.Place(
            first_push=first_push,
            pushes=len(load.pushes),
            first_group=first_group,
            groups=len(load.groups),
            preload=load.preload,
            kind=at.FRICTION if load.friction else at.ALWAYS,
            mu=load.mu,
            static=load.static,
            stribeck=load.stribeck,
            smoothing=load.smoothing,
            work=works.index(work) if load.friction and work in works else -1,
            row=self.F.row_names.index(load.rows[0]) if load.rows else -1,
            rows=len(load.rows),
            group=load.group,
        )

    def _component(self, part: Component | Pressed) -> Any:
        from snodo.formulations.kernels import loads as at
        from snodo.math.kernels.algebra import Vec3

        if isinstance(part, Pressed):
            none = Vec3(0.0, 0.0, 0.0)
            weight = self._store.floats(np.array([part.weight]))
            return at.Component(-1, 0, none, none, none, self.F.row_names.index(part.row), 1, weight)
        rows = [k for k, name in enumerate(self.F.row_parts) if name == part.of]
        if not rows:
            link, sign = self._passes(part)
            return at.Component._make((*self._where(part), link, 0, self._store.floats(np.array([sign]))))
        weights = self._store.zeros(len(rows))
        return at.Component._make((*self._where(part), rows[0], len(rows), weights))

    def _passes(self, part: Component) -> tuple[int, float]:
        """The link of a joint of a tree, and the sign of what passes through it onto the link on the body asked for."""
        place = getattr(self.F, "joint_places", {}).get(part.of)
        if place is None:
            raise UnsupportedError(
                Problem(f"{part.of!r} has no rows with reactions that a force could follow", "make it rigid")
            )
        return place.links[-1], 1.0 if place.branch.body == part.body else -1.0

    def _where(self, part: Any) -> tuple[Any, ...]:
        """Body, frame, the point from where the formulation has the frame's origin, force, moment, in its axes."""
        from snodo.math.kernels.algebra import Vec3

        number, frame = self.F.body_number, self.F.body_frame(part.frame)
        vectors = (frame.to_world(np.asarray(part.point)), frame.A @ part.force, frame.A @ part.moment)
        return (number(part.body), number(part.frame), *(Vec3(*(float(x) for x in v)) for v in vectors))

    # ---------------------------------------------------------------- what switches, and what was found
    def place(self, name: str) -> int:
        """Number of a place by its name."""
        return [load.name for load in self.loads].index(name)

    @property
    def modes(self) -> Array:
        """Direction of sliding of every place: +1 forward, −1 backward, 0 no friction; a view that may be written."""
        return self._view("mode_at")

    @property
    def aims(self) -> Array:
        """Directions of the slip along two rows, and the speed below which they are taken (places × 3), as a view."""
        first = int(self.head.aim_at)
        return self.numbers[first : first + 3 * len(self.loads)].reshape(-1, 3)

    @property
    def speeds(self) -> Array:
        """Speed along every place in the last evaluation [rad/s, m/s]."""
        return self._view("speed_at")

    @property
    def normal(self) -> Array:
        """Load N of every place in the last evaluation [N]."""
        return self._view("n_at")

    @property
    def forces(self) -> Array:
        """Force or torque of every place against its direction in the last evaluation, φ N [N, N m]."""
        return self._view("phi_at") * self.normal

    @property
    def static_limits(self) -> Array:
        """Largest friction of every place at rest under the loads of the last evaluation [N, N m]."""
        return np.array([load.static for load in self.loads]) * self.normal

    def along(self, rate: Any, times: Array, states: Array) -> dict[str, Array]:
        """In states of a motion: force or torque of every place against its direction, and along rows across contacts.

        They are found by the compiled `rate`, with the modes that are in the model.
        """
        F = self.F
        found = {"load": np.full((times.size, len(self.loads)), np.nan), "rub": np.zeros((times.size, F.nc))}
        ydot, first = np.zeros(states.shape[1]), int(self.head.way_at)
        ways = self.numbers[first : first + 2 * len(self.loads)].reshape(-1, 2)
        rows = [[F.row_names.index(name) for name in load.rows] for load in self.loads]
        for k, (t, y) in enumerate(zip(times, states)):
            if rate(float(t), np.ascontiguousarray(y), ydot, F.model) == 0:
                forces = found["load"][k] = self.forces
                for force, way, own in zip(forces, ways, rows):
                    found["rub"][k, own] += force * way[: len(own)]
        return found

    def watch(self, on: bool) -> None:
        """Keep the largest ρ of the evaluations that follow."""
        self.head.watching, self.head.rho, self.head.rho_time, self.head.rho_place = int(on), 0.0, 0.0, 0

    @property
    def self_feeding(self) -> dict[str, Any]:
        """The largest ρ since `watch(True)`, when it was [s], and the name of its place."""
        head = self.head
        return {"rho": float(head.rho), "time": float(head.rho_time), "name": self.loads[int(head.rho_place)].name}

    def _view(self, word: str) -> Array:
        first = int(getattr(self.head, word))
        return self.numbers[first : first + len(self.loads)]


def connect_loads(F: InTime) -> None:
    """Compile what the loads of a formulation need, and put the address of their numbers into its model."""
    found = loads_of(F)
    if found and F.load_numbers is None:
        verb = F.entries.loads.address if any(not load.rows for load in found) else 0
        F.load_numbers = LoadNumbers(F, found, verb)
        F.flat.header.loads = F.load_numbers.numbers.ctypes.data
