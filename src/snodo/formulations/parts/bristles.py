"""Friction of compliant contacts: bristles that bend, and slip when they are bent far enough.

With N the normal force (`soft_stops.py`), u the speed of the slip and z the deflection of the bristles, per unit load

    F = −N (σ₀ z + σ₁ ż),       ż = u − α(z, u) |u| z / z₁,       σ₀ = µ₀/b,      σ₁ = 2 ζ √(σ₀/g)               (1)

α is 0 while |z| < 0.9 z₁ or z decreases: the contact is elastic then, and does not creep.  From there to z₁ it grows to
1 as ½ − ½ cos(π x), and the bristles slip.  z₁ = b (µ + (µ₀ − µ) exp(−(u/u₁)²))/µ₀ is the deflection of steady sliding,
with the length b of `bristle` at rest.  Since (1) is per unit load, the way before slipping is a length of the contact
and not of its load.  In space z and u are vectors across the normal, and |z|, |u| and z·u their lengths and product.

While there is a gap the bristles straighten, ż = −z/τ.

Source: Dupont, Hayward, Armstrong and Altpeter, *Single state elastoplastic friction models*, 2002; break-away at 0.9.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from snodo.formulations.parts.contact_gaps import contact_gaps
from snodo.formulations.parts.contact_slips import contact_slips
from snodo.formulations.parts.named_measures import SPEED, VALUE, Named
from snodo.formulations.parts.numbers import Number, held
from snodo.mechanism.functions.measured_formula import MeasuredFormula
from snodo.mechanism.laws import Law
from snodo.mechanism.measures import Combination

if TYPE_CHECKING:
    from snodo.formulations.parts.constraint_rows import RowBuilder

BREAKS_AWAY = 0.9
ZETA = 0.1
"""Damping of the bristles as a part of the critical one, for a body that rests on its contact under gravity,"""
STANDARD_GRAVITY = 9.81
"""of this size [m/s²]."""
STRIBECK = 1e-3
"""Speed over which friction falls from that at rest to that of sliding [m/s]."""
STRAIGHTENS = 0.01
"""Time in which bristles without contact straighten [s]."""


def bristled(contact: Any) -> bool:
    """Whether a contact has bristles."""
    return bool(not contact.rigid and contact.mu)


def names_of(name: str, plane: bool) -> tuple[str, ...]:
    """Names of the deflections at a place of contact; formulas can refer to them."""
    stem = name.replace(".", "_")
    return (f"{stem}.bristle",) if plane else (f"{stem}.bristle_1", f"{stem}.bristle_2")


def bristle_numbers(builder: RowBuilder, contact: Any) -> list[Number]:
    """The deflections of a contact as states."""
    found = []
    for name, slips in contact_slips(builder, contact).items():
        own = names_of(name, builder.plane)
        measures = _measures(builder, contact, name, slips)
        for k, z in enumerate(own):
            rate = MeasuredFormula(_Friction(contact, own, slips).rate(k))
            found.append(Number(z, contact, rate, measures, scale=float(contact.bristle), what="deflection"))
    return found


def bristle_laws(builder: RowBuilder, contact: Any, pressing: str) -> list[Law]:
    """The forces (1) along each slip of a contact; `pressing`: the formula of N, of stop.gap and stop.rate."""
    laws = []
    for name, slips in contact_slips(builder, contact).items():
        own = names_of(name, builder.plane)
        friction = _Friction(contact, own, slips)
        measures = _measures(builder, contact, name, slips) | {z: held(builder, z) for z in own}
        for k, slip in enumerate(slips):
            force = f"-({pressing.replace('stop.', 'press.')})*({friction.bent(k)})"
            for part, (weight, measure) in enumerate(slip.terms):
                quantity = Combination([(1.0, measure)], unit="rad" if measure.kind == "heading" else "m")
                row = f"{name}.{('friction', 'rolling')[part]}" + ("" if builder.plane else f"_{k + 1}")
                law = Law(contact, "measured", True, quantity=quantity, row=row)
                law.functions = (MeasuredFormula(f"{weight!r}*{force}"),)
                names = law.functions[0].names
                law.measures = {word: x for word, x in measures.items() if word in names}
                laws.append(law)
    return laws


def _measures(builder: RowBuilder, contact: Any, name: str, slips: list[Combination]) -> dict[str, Named]:
    """What the formulas depend on: the gap, and the slips, term by term."""
    gap = contact_gaps(builder, contact)[name]
    found = {"press.gap": Named(gap, VALUE), "press.rate": Named(gap, SPEED)}
    for k, slip in enumerate(slips):
        for n, (_, measure) in enumerate(slip.terms):
            unit = "rad" if measure.kind == "heading" else "m"
            found[_term(k, n)] = Named(Combination([(1.0, measure)], unit=unit), SPEED)
    return found


def _term(slip: int, term: int) -> str:
    return f"slip.{'abcd'[2 * slip + term]}"


class _Friction:
    """(1) as formulas."""

    def __init__(self, contact: Any, z: tuple[str, ...], slips: list[Combination]) -> None:
        self.z = z
        self.u = [
            "(" + " + ".join(f"{w!r}*{_term(k, n)}" for n, (w, _) in enumerate(slip.terms)) + ")"
            for k, slip in enumerate(slips)
        ]
        mu, b = float(contact.mu), float(contact.bristle)
        static = mu if contact.static is None else float(contact.static)
        self.sigma0 = static / b
        self.sigma1 = 2.0 * ZETA * math.sqrt(self.sigma0 / STANDARD_GRAVITY)
        self.speed, self.length = (self._length(x) for x in (self.u, list(z)))
        self.steady = repr(b)
        if static > mu:
            curve = f"{mu!r} + {static - mu!r}*exp(-({self.speed}/{STRIBECK!r})^2)"
            self.steady = f"({b / static!r}*({curve}))"

    @staticmethod
    def _length(parts: list[str]) -> str:
        if len(parts) == 1:
            return f"abs({parts[0]})"
        return "sqrt(" + " + ".join(f"{x}^2" for x in parts) + ")"

    def slipping(self) -> str:
        """α."""
        way = " + ".join(f"{z}*{u}" for z, u in zip(self.z, self.u))
        bent = f"min(1, max(0, ({self.length}/{self.steady} - {BREAKS_AWAY!r})/{1.0 - BREAKS_AWAY!r}))"
        return f"(0.5 - 0.5*cos({math.pi!r}*{bent}))*(0.5 + 0.5*sign({way}))"

    def touching(self, k: int) -> str:
        """ż while it touches."""
        return f"({self.u[k]} - {self.slipping()}*{self.speed}*{self.z[k]}/{self.steady})"

    def rate(self, k: int) -> str:
        """ż."""
        closed = "(0.5 - 0.5*sign(press.gap))"
        return f"{closed}*{self.touching(k)} - (1 - {closed})*{self.z[k]}/{STRAIGHTENS!r}"

    def bent(self, k: int) -> str:
        """σ₀ z + σ₁ ż."""
        return f"{self.sigma0!r}*{self.z[k]} + {self.sigma1!r}*{self.touching(k)}"
