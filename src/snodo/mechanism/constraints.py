"""Constraints that are not joints: relations between joint coordinates, and the user's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from snodo.mechanism.part import Part, given


@dataclass(kw_only=True)
class Gear(Part):
    """Two toothed wheels in mesh: teeth₁ θ₁ + teeth₂ θ₂ stays constant (minus with an internal gear)."""

    joints: tuple[str, ...] = given(
        "names", "the revolute joints of the two wheels, with a common parent (the carrier)"
    )
    teeth: tuple[float, ...] = given("numbers:number", "numbers of teeth, or pitch radii, of the two wheels")
    internal: bool = given("flag", "true when the second wheel is a ring with inner teeth", False)

    kind: ClassVar[str] = "gear"
    primary: ClassVar[tuple[str, ...]] = ("joints",)

    def terms(self) -> dict[str, float]:
        """Its factors as a linear relation, scaled to one for the first wheel."""
        (first, second), (z1, z2) = self.joints, self.teeth
        return {first: 1.0, second: (-z2 if self.internal else z2) / z1}


@dataclass(kw_only=True)
class Coupler(Part):
    """A linear relation between joint coordinates: Σ factor · coordinate = value."""

    factors: dict[str, float] = given("terms", "factor of each joint's coordinate: {A: 1, B: -2}")
    value: Any = given("either:angle|length", "the constant sum; if left out, its value as drawn", None)

    kind: ClassVar[str] = "coupler"
    primary: ClassVar[tuple[str, ...]] = ("factors",)

    def terms(self) -> dict[str, float]:
        """Its factors."""
        return dict(self.factors)


@dataclass(kw_only=True)
class UserConstraint(Part):
    """A relation Φ(t, q) = 0 written by the user, as formulas or as a Python function.

    Formulas speak of `t` and of `body.x`, `body.y`, `body.angle`.  A Python function `f(t, q)` gets the coordinates
    x, y, angle of the listed bodies one after the other and returns one number or a list of numbers.
    """

    bodies: tuple[str, ...] = given("names", "the bodies it speaks of, in the order in which the function wants them")
    formula: Any = given("formulas", "a formula that is kept at zero, or a list of them", None)
    function: Callable[..., Any] | None = given("anything", "a Python function Φ(t, q)", None)

    kind: ClassVar[str] = "formula"
    primary: ClassVar[tuple[str, ...]] = ("formula",)


CONSTRAINTS: dict[str, type[Part]] = {c.kind: c for c in (Gear, Coupler, UserConstraint)}
