"""The explain page: its formulas against the compiled kernels, its tables, its text and its HTML."""

from __future__ import annotations

import re
import unicodedata
from html.parser import HTMLParser

import numpy as np
import pytest
from tests import mechanisms
from tests.own_parts import Roller

import snodo as sn
from snodo.views.explain.notation import mathml, show, substitute, text
from snodo.views.explain.plane.forces import applied_forces
from snodo.views.explain.plane.formulas import FORMULAS
from snodo.views.explain.plane.numbers import State, explained


def four_bar(driven: bool = True) -> sn.Mechanism:
    m = mechanisms.four_bar()
    if driven:
        m.driver("motor", joint="A", speed="60 rpm")
    return m


def zoo() -> sn.Mechanism:
    """One constraint of every kind; it need not close, formulas hold anywhere."""
    m = sn.Mechanism("zoo of <constraints> & [rows]")
    m.add_points(O=(0, 0), P=(0.3, 0.1), Q=(0.5, 0.4), R=(0.9, 0.2), S=(1.0, 0.7))
    m.bar("one", "O", "P", mass=1.0)
    m.bar("two", "P", "Q", mass=1.0)
    m.bar("three", "Q", "R", mass=1.0)
    m.body("four", mass=1.0, inertia=0.1, com=(0.05, 0.02), at="S", angle=0.3)
    m.particle("dot", "R", mass=0.2)
    m.revolute("O", "ground", "one")
    m.revolute("P", "one", "two")
    m.prismatic("slide", "two", "three", axis="30 deg", at="Q")
    m.fixed("weld", "three", "four", at="R")
    m.pin_in_slot("slot", "two", "four", axis=("P", "Q"), at="Q")
    m.rod("rod", "one", "dot", start="P", end="R", length=0.7)
    m.coupler("both", {"O": 2.0, "slide": -3.0})
    m.disc("wheel", 0.1, at="O", mass=1.0)
    m.revolute("shaft", "ground", "wheel", at="O")
    m.gear("teeth", "O", "shaft", teeth=(20, 40))
    m.oldham("couple", "one", "wheel", at="O")
    m.add(Roller(name="roller", parent="two", child="four", at="S", axis="20 deg", radius=0.1))
    m.constraint("own", ["four"], formula=["four.x - sin(four.angle) * t", "four.y - 1"])
    m.driver("turn", joint="P", angle="0.3 * t^2")
    m.driver("push", joint="slide", displacement="0.1 * sin(3 * t)")
    m.driver("pull", body="four", at="S", along="20 deg", displacement="0.2 * t^2")
    m.driver("spin", body="three", speed=3.0)
    m.driver("hand", body="two", at="Q", path=["0.5 + 0.1 * t", "0.4 * cos(t)"])
    return m


def loaded() -> sn.Mechanism:
    """The zoo with one force of every kind but the user's."""
    m = zoo()
    m.gravity = (0.3, -9.81)
    m.spring("coil", "one", "four", "O", "S", stiffness=20, damping=3, length=0.4, force="5 * t")
    m.spring("tie", "ground", "two", (0, 1), "Q", stiffness=7)
    m.spring("dash", "dot", "ground", "R", (2, 1), damping=2)
    m.torsional_spring("hair", "P", stiffness=0.4, damping=0.1, angle=0.2)
    m.torque("twist", "0.3 * t", joint="P")
    m.torque("crank", -0.2, body="four")
    m.joint_force("shove", "2 + t", joint="slide")
    m.friction("rub", "slide", viscous=0.3, coulomb=2.0, smoothing=0.5)
    m.friction("rust", "P", coulomb=0.2)
    m.point_force("weight", "three", (1, "-2 * t"), at="R")
    m.point_force("thrust", "four", (3, 1), at="S", axes="body")
    return m


# ---------------------------------------------------------------- formulas against kernels
class Vector:
    """A plane vector for evaluating formulas: a·b is `a * b`."""

    def __init__(self, z: complex) -> None:
        self.z = z

    def __mul__(self, other):
        if isinstance(other, Vector):
            return (self.z.conjugate() * other.z).real
        return Vector(self.z * other)

    __rmul__ = __mul__

    def __add__(self, other):
        return Vector(self.z + other.z)

    def __sub__(self, other):
        return Vector(self.z - other.z)

    def __neg__(self):
        return Vector(-self.z)


def evaluate(formula: str, symbols: dict) -> list[float]:
    """The value of a formula written in linear notation, by turning it into Python."""
    values = {"f(t)": 0.0} | {k: Vector(v) if isinstance(v, complex) else v for k, v in symbols.items()}
    names = {name: f"v{k}_" for k, name in enumerate(sorted(values, key=len, reverse=True))}
    code = unicodedata.normalize("NFC", re.sub(r"\{([^{}]*)\}/\{([^{}]*)\}", r"((\1)/(\2))", formula))
    pattern = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    code = re.sub(rf"({pattern})(?![_′⊥])", lambda found: names[found[1]], code)
    code = code.replace("²", "**2").replace("−", "-").replace("·", "*")
    code = re.sub(r"(?<=[\w)]) (?=[\w(])", " * ", code)
    found = eval(code, {names[name]: value for name, value in values.items()})
    return [found.z.real, found.z.imag] if isinstance(found, Vector) else [found]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_formula_gives_what_the_kernels_give(seed):
    planar = sn.Planar(zoo())
    random = np.random.default_rng(seed)
    q = planar.reference()[0] + 0.3 * random.standard_normal(planar.nq)
    state = State.of(planar, q, random.standard_normal(planar.nv), t=0.7)
    seen = set()
    for c in explained(state):
        for equation, rows in c.equations():
            seen.add(c.formula.title)
            for phi in equation.phi:
                if "A_i" not in phi:
                    np.testing.assert_allclose(evaluate(phi, c.symbols), state.phi[rows], atol=1e-12)
            np.testing.assert_allclose(evaluate(equation.gamma, c.symbols), state.gamma[rows], atol=1e-11)
            for block, body in zip((equation.on_i, equation.on_j), c.bodies):
                numbers = [[evaluate(f, c.symbols)[0] for f in line] for line in block]
                np.testing.assert_allclose(numbers, state.block(rows, body), atol=1e-12)
    assert seen == {f.title for f in FORMULAS.values() if f.equations}


# ---------------------------------------------------------------- M and Q
def in_a_random_state(m: sn.Mechanism, seed: int) -> State:
    planar = sn.Planar(m)
    random = np.random.default_rng(seed)
    q = planar.reference()[0] + 0.3 * random.standard_normal(planar.nq)
    return State.of(planar, q, random.standard_normal(planar.nv), t=0.7)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_shares_of_all_forces_and_gravity_are_Q(seed):
    state = in_a_random_state(loaded(), seed)
    names = state.formulation.body_names
    Q = state.masses * np.tile([0.3, -9.81, 0.0], len(names))
    for force in applied_forces(state):
        for share in force.shares:
            first = 3 * names.index(share.body)
            Q[first : first + 3] += share.numbers
    np.testing.assert_allclose(Q, state.Q, atol=1e-11)
    np.testing.assert_allclose(state.Q, state.formulation.forces(state.q, state.v, state.t))


def test_every_law_gives_the_force_and_leaves_out_what_is_not_there():
    forces = {force.name: force for force in applied_forces(in_a_random_state(loaded(), 4))}
    laws = {name: force.law for name, force in forces.items()}
    assert laws["coil"] == "−k (l − l_0) − c l̇ + F(t)"
    assert laws["tie"] == "−k (l − l_0)"
    assert laws["dash"] == "−c l̇"
    assert laws["hair"] == "−k (θ − θ_0) − c θ̇"
    assert laws["twist"] == "F(t)"
    assert laws["rust"] == "−T tanh({θ̇}/{ε})"
    for name, force in forces.items():
        if force.law and "tanh" not in force.law and "A_j" not in force.law:
            symbols = {k.replace("F(t)", "f(t)"): x for k, x in force.symbols.items()}
            assert evaluate(force.law.replace("F(t)", "f(t)"), symbols)[0] == pytest.approx(force.value), name
    rust = forces["rust"]
    assert rust.value == pytest.approx(-0.2 * np.tanh(rust.symbols["θ̇"] / 0.01))


def test_masses_and_forces_are_shown():
    m = loaded()
    m.force("wind", ["four"], formula=["0.1 * t", "0", "0"])
    e = sn.explain(m, q=sn.Planar(m).reference()[0])
    page = e.text()
    assert "Q_φ [N m]" in page
    assert "gravity: Q = (m g, 0), g = (0.3, −9.81)" in page
    assert "coil: spring of one (i) and four (j)" in page
    assert "f = −k (l − l_0) − c l̇ + F(t)" in page
    assert "four.fx = 0.1 * t" in page
    assert "wind: user's force on four" in page
    html = e.html()
    assert "coil: spring of one" in html
    assert "four.fx = 0.1 * t" in html
    assert "Gravity adds" in html


def test_units_of_the_right_sides():
    page = sn.explain(four_bar()).text()
    assert re.search(r"B\.x .* m, m/s, m/s²", page)
    assert re.search(r"motor\.angle .* rad, rad/s, rad/s²", page)
    assert "m, m/s, m/s²" in sn.explain(four_bar()).html()


def test_a_gear_says_what_it_leaves_out():
    page = sn.explain(zoo(), q=sn.Planar(zoo()).reference()[0])
    assert "no tooth forces on their bearings" in page.text(width=400)
    assert "no tooth forces on their bearings" in page.html()


# ---------------------------------------------------------------- the explanation
def test_labelled_jacobian_is_the_formulation_s():
    m = four_bar()
    e = sn.explain(m)
    planar = sn.Planar(m)
    start = sn.assemble(planar)
    assert e.jacobian.rows == planar.row_names
    assert e.jacobian.columns == planar.coordinate_names
    np.testing.assert_allclose(e.jacobian.array, planar.jacobian(start.q), atol=1e-14)
    np.testing.assert_allclose(e.gamma.array[:, 0], planar.gamma(start.q, start.v), atol=1e-12)
    assert e.dof == 0
    assert sn.explain(four_bar(driven=False)).dof == 1


def test_ground_comes_first():
    e = sn.explain(four_bar(), ground=True)
    assert e.jacobian.array.shape == (9, 12)
    assert e.jacobian.columns[:3] == ["ground.x", "ground.y", "ground.angle"]
    np.testing.assert_allclose(e.jacobian.array[:2, :3], [[1, 0, 0], [0, 1, 0]])
    np.testing.assert_allclose(e.jacobian.array[:, 3:], sn.explain(four_bar()).jacobian.array)


def test_state_may_be_given():
    planar = sn.Planar(four_bar())
    q, v = planar.reference()[0] + 0.01, np.arange(9.0)
    e = sn.explain(planar, q=q, v=v)
    np.testing.assert_array_equal(e.gamma.array[:, 0], planar.gamma(q, v))
    np.testing.assert_array_equal(sn.explain(planar, q=q).state.v, np.zeros(9))


# ---------------------------------------------------------------- text
def test_text_has_picture_numbers_and_formulas():
    page = sn.explain(four_bar()).text()
    assert "B          R        R       ·" in page
    assert "Φ_q, 9 × 9" in page
    assert "γ = ω_i² p_i − ω_j² p_j" in page
    assert "B: revolute joint of crank (i) and coupler (j)" in page
    assert "degrees of freedom" in page


def test_wide_jacobian_is_listed_by_blocks():
    page = sn.explain(four_bar()).text(width=60)
    assert "its nonzero blocks" in page
    assert "crank [1  0  −0.075]" in page
    narrow = sn.explain(zoo(), q=sn.Planar(zoo()).reference()[0]).text(width=60)
    assert all(name in narrow for name in ("slot", "teeth.sum", "hand.x", "dot.turn"))


def test_mechanism_without_constraints():
    m = sn.Mechanism("free")
    m.box("stone", (0.1, 0.1), at=(0, 0), mass=1.0)
    e = sn.explain(m)
    assert e.dof == 3
    assert "no constraints" in e.text()
    assert "the bodies are free" in e.html()


# ---------------------------------------------------------------- notation
@pytest.mark.parametrize(
    ("x", "shown"), [(0.0, "0"), (3e-17, "0"), (-0.25, "−0.25"), (1.5e-7, "1.5·10⁻⁷"), (complex(1, -2), "(1, −2)")]
)
def test_numbers(x, shown):
    assert show(x) == shown


def test_substitution():
    assert substitute("2 ω_i e·ḋ", {"ω_i": -3.0, "e": 1 + 0j, "ḋ": 2j}) == "2 (−3) (1, 0)·(0, 2)"
    assert substitute("2 ω_i", {"ω_i": 3.0}) == "2 · 3"
    assert text("{d·d − l²}/{2 l}") == "(d·d − l²)/(2 l)"


def test_mathml_of_a_symbol():
    assert "<msubsup>" in mathml("s_i′")
    assert '<mover accent="true">' in mathml("q̈")
    assert "<mfrac>" in mathml("{ḋ·ḋ}/{l}")


# ---------------------------------------------------------------- HTML
VOID = {"meta", "br", "hr", "img", "input", "link", "col"}


class Page(HTMLParser):
    """Checks that tags are closed in order and collects what refers elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.references: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.references += [v for k, v in attrs if k in ("src", "href", "xlink:href") and not v.startswith("#")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("mechanism", [four_bar(), zoo(), loaded()], ids=["four", "zoo", "loaded"])
def test_html_is_well_formed_and_self_contained(mechanism):
    q = sn.Planar(mechanism).reference()[0]
    html = sn.explain(mechanism, ground=True, q=q).html()
    page = Page()
    page.feed(html)
    page.close()
    assert page.open == []
    assert page.references == []
    assert "script" not in page.tags
    assert {"math", "table", "svg", "style"} <= page.tags
    assert "@import" not in html
    assert "url(http" not in html


def test_names_are_escaped():
    html = sn.explain(zoo(), q=sn.Planar(zoo()).reference()[0]).html()
    assert "zoo of &lt;constraints&gt; &amp; [rows]" in html
    assert "<constraints>" not in html


def test_save(tmp_path):
    e = sn.explain(four_bar())
    assert e.save(tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert "Φ_q" in e.save(tmp_path / "page.txt").read_text(encoding="utf-8")
    with pytest.raises(sn.FileError, match=r"use .html or .txt"):
        e.save(tmp_path / "page.doc")


def test_many_bodies_are_listed_and_too_many_refused():
    def chain(count: int) -> sn.Mechanism:
        m = sn.Mechanism("chain")
        for k in range(count):
            m.bar(f"b{k}", (k, 0), (k + 1, 0), mass=1.0)
            m.revolute(f"j{k}", f"b{k - 1}" if k else "ground", f"b{k}", at=(k, 0))
        return m

    e = sn.explain(chain(41))
    assert "too many for a picture" in e.text()
    assert "too many to print" in e.html()
    with pytest.raises(sn.UnsupportedError, match="too many to explain"):
        sn.explain(chain(800))
