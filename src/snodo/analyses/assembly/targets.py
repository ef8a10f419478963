"""Wanted initial values: the meaning of names such as `A.angle`, `crank.x`, `tip.vx`, `S.e1` or `body.wz`.

Coordinates and speeds of bodies and of joints with one coordinate are read as the formulation measures them; those of
joints with several, and attitudes and angular velocities in space, from the places of the bodies (`joint_moves`).  Four
Euler parameters are wanted together, as three rows: the rotation vector from the wanted to the current attitude.  A
joint's velocities are in its child's axes, a body's in the world's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from snodo.analyses.assembly.given_values import one_number, spread
from snodo.analyses.assembly.joint_displacements import Relative
from snodo.errors import MechanismError, Problem
from snodo.formulations.parts.joint_frames import JointFrames
from snodo.formulations.series.joint_chains import chain_coordinates, chain_rates
from snodo.math.euler_parameters import attitude, extracted, logarithm
from snodo.mechanism.geometry import Pose
from snodo.mechanism.part import GROUND

if TYPE_CHECKING:
    from snodo.formulations.base import Formulation
    from snodo.mechanism.mechanism import Mechanism

Array = np.ndarray
LARGEST_MISFIT = 1e-3
"""Largest deviation of given Euler parameters from length one."""
_TURN, _SPIN = ("e0", "e1", "e2", "e3"), ("wx", "wy", "wz")
_OWN = Pose(np.zeros(3), np.eye(3))
_BODY = JointFrames(_OWN, _OWN, "free", (), (), (), ())


@dataclass(frozen=True)
class Wanted:
    """A number that is to have a value at the start."""

    name: str
    quantity: Any
    """As the formulation measures it, or an `Against`."""
    value: float

    @property
    def unit(self) -> str:
        """Of the number, but for a second."""
        return "rad" if self.quantity.kind == "turn" else "m"

    def value_at(self, F: Formulation, q: Array) -> float:
        """The number in one state."""
        if isinstance(self.quantity, Against):
            return self.quantity.value(F, q)
        return float(F.motion.value(self.quantity, q))

    def gradient_at(self, F: Formulation, q: Array) -> Array:
        """Its gradient (nv) in one state."""
        return self.read(F, q)[1]

    def read(self, F: Formulation, q: Array) -> tuple[float, Array]:
        """The number in one state, and its gradient (nv)."""
        if isinstance(self.quantity, Against):
            return self.quantity.read(F, q)
        return self.value_at(F, q), F.motion.gradient(self.quantity, q)


@dataclass(frozen=True)
class Against:
    """One coordinate or speed of `child` relative to `parent`, by the frames of their joint."""

    what: str
    """attitude, spin, place, slide, or chain: a coordinate of a chain of slides and turns."""
    parent: str
    child: str
    frames: JointFrames
    index: int
    in_world: bool = False
    target: Array = field(default_factory=lambda: np.eye(3))
    """The wanted rotation."""

    @property
    def kind(self) -> str:
        """Whether it turns or goes along."""
        turns = self.frames.letters[self.index].startswith("r") if self.what == "chain" else False
        return "turn" if turns or self.what in ("attitude", "spin") else "along"

    def read(self, F: Formulation, q: Array) -> tuple[float, Array]:
        """The number (of a speed, nothing), and its gradient (nv)."""
        now = self._relative(F, q)
        J = [np.zeros((6, F.nv)) if b == GROUND else F.jacobian_of(q, b) for b in (self.parent, self.child)]
        rows: Array = getattr(self, f"_{self.what}_rates")(now, J)
        return self._read(F, q, now), rows[self.index]

    def value(self, F: Formulation, q: Array) -> float:
        """The number alone."""
        return self._read(F, q, self._relative(F, q))

    def _relative(self, F: Formulation, q: Array) -> Relative:
        return Relative(self.frames, *[_OWN if b == GROUND else F.pose(q, b) for b in (self.parent, self.child)])

    def _read(self, F: Formulation, q: Array, now: Relative) -> float:
        if self.what == "attitude":
            return float(logarithm(extracted(self.target.T @ now.R))[self.index])
        if self.what == "place":
            return float(now.d[self.index])
        return self._along_chain(F, q, now) if self.what == "chain" else 0.0

    def _along_chain(self, F: Formulation, q: Array, now: Relative) -> float:
        """In the plane, where angles have their turns."""
        x = float(chain_coordinates(self.frames.letters, now.d, now.R)[self.index])
        if not self.frames.letters[self.index].startswith("r"):
            return x
        rest = np.zeros(F.nv)
        ends = [0.0 if b == GROUND else float(F.motion.turn(b, q, rest, rest)[0]) for b in (self.child, self.parent)]
        return float(x + 2 * np.pi * np.round((ends[0] - ends[1] - x) / (2 * np.pi)))

    def _attitude_rates(self, now: Relative, J: list[Array]) -> Array:
        return now.turning(*J)

    def _spin_rates(self, now: Relative, J: list[Array]) -> Array:
        turning = now.turning(*J)
        return now.A_j @ turning if self.in_world else turning

    def _place_rates(self, now: Relative, J: list[Array]) -> Array:
        return now.sliding(*J)

    def _slide_rates(self, now: Relative, J: list[Array]) -> Array:
        slid: Array = now.R.T @ now.sliding(*J)
        return slid

    def _chain_rates(self, now: Relative, J: list[Array]) -> Array:
        x = chain_coordinates(self.frames.letters, now.d, now.R)
        twist = np.vstack([now.sliding(*J), now.R @ now.turning(*J)])
        return np.asarray(chain_rates(self.frames.letters, x) @ twist)


# ---------------------------------------------------------------- from names
def initial_values(mechanism: Mechanism, initial: Mapping[str, Any] | None) -> dict[str, float]:
    """The initial values of the mechanism, and those given with the call, in SI units."""
    from snodo.math.units import UnitError, quantity

    given = {}
    for name, value in spread(mechanism, initial).items():
        try:
            given[name] = quantity(one_number(name, value), mechanism.coordinate(name)[2])
        except UnitError as error:
            raise UnitError([Problem(f"initial {name}: {p.what}", p.remedy) for p in error.problems]) from None
    return {**mechanism.initial_values(), **given}


def wanted_values(
    F: Formulation, values: Mapping[str, float], keep: Iterable[str]
) -> tuple[list[Wanted], list[Wanted]]:
    """Wanted positions and speeds: the values, and coordinates kept as drawn."""
    finder = _Finder(F)
    drawn = F.reference()[0]
    driven = _driven(F)
    positions = [Wanted(w.name, w.quantity, w.read(F, drawn)[0]) for w in finder.kept(keep)]
    speeds: list[Wanted] = []
    for name, value in values.items():
        if name in driven:
            _starts_there(name, value, driven[name], F.mechanism)
        elif not finder.is_attitude(name):
            quantity, is_speed = finder.measured(name)
            (speeds if is_speed else positions).append(Wanted(name, quantity, value))
    return [*positions, *finder.attitudes(values)], speeds


def guessed_values(F: Formulation, values: Mapping[str, float]) -> list[Wanted]:
    """Coordinates with the values from which a search begins; also of coordinates that a driver moves."""
    finder = _Finder(F)
    named = [name for name in values if not finder.is_attitude(name)]
    return [*(Wanted(n, finder.measured(n)[0], values[n]) for n in named), *finder.attitudes(values)]


class _Finder:
    """Finds what is behind a name."""

    def __init__(self, F: Formulation) -> None:
        self.F, self.mechanism = F, F.mechanism
        self.space = F.mechanism.dimension == 3
        self.framer = F.builder.framer

    def is_attitude(self, name: str) -> bool:
        """Whether it is an Euler parameter."""
        return self.mechanism.coordinate(name)[1] in _TURN

    def kept(self, names: Iterable[str]) -> Iterator[Wanted]:
        """What is to stay as drawn."""
        attitudes = {}
        for name in names:
            if self.is_attitude(name):
                stem = name.rpartition(".")[0]
                attitudes.update({f"{stem}.{e}": x for e, x in zip(_TURN, self._drawn(stem))})
                continue
            quantity, is_speed = self.measured(name)
            if is_speed:
                remedy = "name a coordinate; give speeds in initial"
                raise MechanismError(Problem(f"keep: {name!r} is a speed", remedy))
            yield Wanted(name, quantity, 0.0)
        yield from self.attitudes(attitudes)

    def attitudes(self, values: Mapping[str, float]) -> Iterator[Wanted]:
        """Three rows for each body or joint of which Euler parameters are wanted; those not given are as drawn."""
        for stem in dict.fromkeys(name.rpartition(".")[0] for name in values if self.is_attitude(name)):
            p = np.array([values.get(f"{stem}.{e}", x) for e, x in zip(_TURN, self._drawn(stem))])
            problem = misfit(stem, p)
            if problem is not None:
                raise MechanismError(problem)
            target = attitude(p / np.linalg.norm(p))
            for k, axis in enumerate("xyz"):
                quantity = Against("attitude", *self._pair(stem), k, target=target)
                yield Wanted(f"{stem}.e0 … e3 (about {axis})", quantity, 0.0)

    def _drawn(self, stem: str) -> Array:
        parent, child, frames = self._pair(stem)
        return extracted(Relative(frames, self.F.geometry.pose(parent), self.F.geometry.pose(child)).R)

    def _pair(self, stem: str) -> tuple[str, str, JointFrames]:
        """Parent, child and frames of a joint; of a body against the world."""
        joint = self.mechanism.joints.get(stem)
        return (GROUND, stem, _BODY) if joint is None else (joint.parent, joint.child, self.framer.frames(joint))

    def measured(self, name: str) -> tuple[Any, bool]:
        """What is measured, and whether its speed is meant."""
        part, word, _ = self.mechanism.coordinate(name)
        joint: Any = self.mechanism.joints.get(part.name)
        if joint is not None and joint.kind in (("spherical", "free") if self.space else ("planar", "free")):
            return self._of_joint(joint, word)
        if self.space and joint is None and word in _SPIN:
            return Against("spin", *self._pair(part.name), _SPIN.index(word), in_world=True), True
        if self.space and joint is None and word in ("angle", "omega"):
            what = f"initial {name}: a body in space has no single angle"
            remedy = f"give {part.name}.e0 … e3 and {part.name}.wx, wy, wz" + self._joints_of(part.name)
            raise MechanismError(Problem(what, remedy, self.mechanism.initial_lines.get(name, "")))
        found: tuple[Any, bool] = self.F.motion.measured(name)
        return found

    def _joints_of(self, body: str) -> str:
        """Words that name what the joints of a body have."""
        around = ", ".join(self.mechanism.names_around(body)[:8])
        return f", or the coordinates of its joints: {around}" if around else ""

    def _of_joint(self, joint: Any, word: str) -> tuple[Against, bool]:
        """A coordinate or velocity of a joint with several."""
        pair = self._pair(joint.name)
        if self.space:
            what = "spin" if word in _SPIN else ("slide" if word.startswith("v") else "place")
            return Against(what, *pair, "xyz".index(word[-1])), what != "place"
        frames = pair[2]
        words = frames.velocities if word in frames.velocities else frames.coordinates
        if word not in words:
            what = f"initial {joint.name}.{word}: its joint has no such coordinate"
            raise MechanismError(Problem(what, f"it has {', '.join((*frames.coordinates, *frames.velocities))}"))
        return Against("chain", *pair, words.index(word)), words is frames.velocities


def misfit(stem: str, p: Array) -> Problem | None:
    """Euler parameters that are far from length one."""
    length = float(np.linalg.norm(p))
    if abs(length - 1.0) <= LARGEST_MISFIT:
        return None
    listed = "(" + ", ".join(f"{x:.6g}" for x in p) + ")"
    what = f"initial: the Euler parameters of {stem!r} are {listed}, of length {length:.6g}"
    return Problem(what, "give all four, e0² + e1² + e2² + e3² = 1")


# ---------------------------------------------------------------- drivers
def _driven(F: Formulation) -> dict[str, Any]:
    """The driver rows by the coordinate they drive."""
    driven = {}
    for c in F.flat.constraints:
        if c.function is not None and getattr(c.part, "motion", "") in ("joint", "body angle"):
            stem, joint = c.part.joint or c.part.body, F.mechanism.joints.get(c.part.joint)
            word = "angle" if joint is None else c.part.drives(joint, F.mechanism.dimension)[0]
            driven[f"{stem}.{word}"] = c
    return driven


def _starts_there(name: str, value: float, driver: Any, mechanism: Mechanism) -> None:
    """An initial value of a driven coordinate must be where the driver starts."""
    start = driver.function(0.0)
    if abs(start - value) > 1e-9 * max(1.0, abs(start)):
        what = f"{name} = {value:g} is given as initial value, but {driver.part.title} starts it at {start:g}"
        remedy = "set the value in the mechanism (a driver with a speed starts there), or change the driver"
        raise MechanismError(Problem(what, remedy, mechanism.initial_lines.get(name, driver.part.where)))
