"""The explanation of absolute coordinates in space: every formula evaluated against the kernels, text and page."""

from __future__ import annotations

import re
import unicodedata
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import snodo as sn
from snodo.views.explain.space.formulas import MEASURES
from snodo.views.explain.space.numbers import Term

EXAMPLES = Path(__file__).parents[3] / "examples"


def zoo() -> sn.Mechanism:
    """One row of every kind; it need not close, formulas hold anywhere."""
    m = sn.Mechanism("zoo <in> & space", dimension=3, gravity=(0.1, 0, -9.81))
    m.body("one", mass=1.0, inertia=(0.02, 0.03, 0.04), com=(0.1, 0.02, -0.05), at=(0.1, 0, 0))
    m.box("two", (0.1, 0.2, 0.5), (0.5, 0.2, 0.1), mass=2.0)
    m.box("three", (0.3, 0.2, 0.1), (0.9, -0.1, 0.3), mass=1.5)
    m.box("four", (0.2, 0.2, 0.2), (1.4, 0.3, 0.2), mass=0.7)
    m.spherical("ball", "one", "two", at=(0.3, 0.1, 0))
    m.revolute("hinge", "two", "three", at=(0.7, 0, 0.2), axis=(1, 2, 0))
    m.prismatic("slide", "ground", "one", at=(0, 0, 0), axis=(0, 1, 1))
    m.universal("cross", "three", "four", at=(1.1, 0, 0.3), axis="x", second="y")
    m.cylindrical("sleeve", "two", "four", at=(1, 1, 0), axis="z")
    m.rod("rod", "one", "three", start=(0, 0, 0.1), end=(1, 0, 0.4), length=0.8)
    m.fixed("weld", "ground", "four", at=(1.4, 0.3, 0.2))
    m.helical("screw", "ground", "three", at=(0.9, 0, 0), axis="z", pitch=0.1)
    m.driver("motor", joint="hinge", angle="0.3 + sin(2*t)")
    m.driver("push", joint="slide", displacement="0.1*t^2")
    m.constraint("bowl", ["four"], formula="four.z - four.x^2 - four.e1")
    m.coupler("both", {"hinge": 2.0, "slide": -3.0})
    m.spring("coil", "one", "four", (0.1, 0, 0), (1.4, 0.3, 0.3), stiffness=20, damping=1)
    m.torque("twist", "0.3*t", joint="hinge")
    m.point_force("load", "three", (1, 0, "t"), at=(1, 0, 0.3))
    return m


class Vec(np.ndarray):
    """a × b is `a % b`."""

    def __mod__(self, other: Any) -> Any:
        return np.cross(self, other).view(Vec)


def evaluated(formula: str, symbols: dict[str, Any]) -> Any:
    """The value of a formula in the linear notation, by Python's own parser."""
    names = {f"v{k}": x for k, x in enumerate(symbols.values())}
    formula = re.sub(r"ᵀ\s+(?=[A-Z])", " @ ", formula).replace("ᵀ", "").replace("²", "**2")
    for k, name in sorted(enumerate(symbols), key=lambda pair: -len(pair[1])):
        plain = unicodedata.normalize("NFC", name)
        formula = re.sub(rf"(?<![\w]){re.escape(plain)}(?!\w)", f"v{k}", unicodedata.normalize("NFC", formula))
    formula = re.sub(r"\{([^{}]*)\}/\{([^{}]*)\}", r"((\1)/(\2))", formula)
    formula = formula.replace("−", "-").replace("·", "@").replace("×", "%")
    formula = re.sub(r"(?<=[\w)])\s+(?=[\w(])", "*", formula)
    values = {k: np.asarray(x).view(Vec) if np.ndim(x) == 1 else x for k, x in names.items()}
    return eval(formula, {}, values)


def gradient(term: Term, letter: str, symbols: dict[str, Any]) -> np.ndarray:
    """Φ_r and Φ_θ (6) of a measure on a body, from its formulas."""
    formula = MEASURES["turn" if term.formula.title == "turn" else term.measure.kind]
    pair = formula.on_i if letter == "i" else formula.on_j
    return np.concatenate([np.zeros(3) if x == "0" else np.asarray(evaluated(x, symbols)) for x in pair])


def random_state(m: sn.Mechanism, word: str) -> Any:
    F = sn.Spatial(m, "euler" if word == "spatial_euler" else "angular")
    rng = np.random.default_rng(8)
    q, v = F.reference()
    q = F.moved(q, 0.2 * rng.normal(size=F.nv) * (1.0 if not F.euler else 0.5))
    v = rng.normal(size=F.nv)
    if F.euler:  # along pᵀp = 1
        p, rates = F.attitudes(q), v.reshape(-1, 7)[:, 3:]
        rates -= (p * rates).sum(axis=1, keepdims=True) * p
    return sn.explain(F, q=q, v=v, t=0.4)


@pytest.mark.parametrize("word", ["spatial", "spatial_euler"])
def test_every_formula_is_what_the_kernels_compute(word: str) -> None:
    """Rows of Φ_v and γ as sums of the formulas' values, where velocities and places are arbitrary."""
    e = random_state(zoo(), word)
    F, seen = e.formulation, set()
    for c in e.constraints:
        for row in (row for row in c.rows if row.terms):
            J, gamma = np.zeros(6 * len(F.body_names)), row.driven[2] if row.driven else 0.0
            for term in row.terms:
                assert term.formula is not None
                seen.add(term.formula.title)
                gamma += term.weight * evaluated(term.formula.gamma, term.symbols)
                for letter, body in (("i", term.measure.parent), ("j", term.measure.child)):
                    if body != "ground":
                        first = 6 * F.body_names.index(body)
                        J[first : first + 6] += term.weight * gradient(term, letter, term.symbols)
            if F.euler:
                J = np.concatenate([_in_rates(J[6 * k : 6 * k + 6], F, e.state.q, k) for k in range(len(F.body_names))])
            np.testing.assert_allclose(e.jacobian.array[row.index], J, atol=1e-13, err_msg=row.name)
            assert e.gamma.array[row.index, 0] == pytest.approx(gamma, abs=1e-11), row.name
            assert e.gamma.rows[row.index] == row.name
    assert seen == {"along", "across", "turn", "square"}


def _in_rates(block: np.ndarray, F: Any, q: np.ndarray, k: int) -> np.ndarray:
    """Φ_p = 2 Φ_θ G."""
    return np.concatenate([block[:3], 2 * block[3:] @ sn.Rotation(q[7 * k + 3 : 7 * k + 7]).G])


def test_three_turns_and_euler_parameters_too() -> None:
    """The middle of three turns, its outer ones, and e_k as rows of drivers and of the user."""
    m = sn.Mechanism("shoulder", dimension=3)
    m.box("arm", (0.1, 0.1, 0.6), (0, 0, -0.3), mass=3.0)
    m.selection("shoulder", "ground", "arm", directions=["rx", "ry", "rz"], at=(0, 0, 0))
    for word in ("rx", "ry", "rz"):
        m.driver(word, joint="shoulder", of=word, angle="0.2*t^2")
    e = random_state(m, "spatial")
    for c in e.constraints:
        for row in c.rows:
            own = [
                (term, "j" if term.measure.child == "arm" else "i") for term in row.terms
            ]  # the last is seen reversed
            J = sum(term.weight * gradient(term, letter, term.symbols) for term, letter in own)
            gamma = sum(term.weight * evaluated(term.formula.gamma, term.symbols) for term in row.terms)
            np.testing.assert_allclose(e.jacobian.array[row.index], J, atol=1e-13, err_msg=row.name)
            assert e.gamma.array[row.index, 0] == pytest.approx(gamma + (row.driven or (0, 0, 0))[2], abs=1e-11)


# ---------------------------------------------------------------- what is shown
@pytest.mark.parametrize("word", ["spatial", "spatial_euler"])
def test_matrices_are_labelled(word: str) -> None:
    m = sn.load(EXAMPLES / "spatial_slider_crank.yaml")
    e = sn.explain(m, formulation=word)
    F = e.formulation
    assert e.jacobian.rows == F.row_names
    assert e.jacobian.columns == e.mass_matrix.rows == e.right_side.rows == F.velocity_names
    assert e.jacobian.array.shape == (F.nc, F.nv)
    np.testing.assert_array_equal(e.mass_matrix.array, F.mass_matrix(e.state.q))
    assert e.dof == 0
    assert ("crank.normalisation" in e.jacobian.rows) == (word == "spatial_euler")


@pytest.mark.parametrize("word", ["spatial", "spatial_euler"])
def test_the_text_has_every_section_and_fits(word: str) -> None:
    text = random_state(zoo(), word).text(width=100)
    for title in ("coordinates and velocities", "M and Q", "force by force", "measure by measure", "joint by joint"):
        assert f"\n{title}\n" in text
    assert ("\nnormalisation\n" in text) == (word == "spatial_euler")
    assert "ball: spherical joint of one (i) and two (j)" in text
    assert "Φ_θ = (p_j × e)ᵀ A_j" in text
    assert "motor.angle:  Φ = ∠(f, e, g) − f(t)" in text
    assert "four.z - four.x^2 - four.e1 = 0" in text
    assert "coil: spring on four, one" in text or "coil: spring on one, four" in text
    wrapped = text[text.index("degrees of freedom") : text.index("joint by joint")]
    assert max(map(len, wrapped.splitlines())) <= 100


class _Checker(HTMLParser):
    """Tags that are opened are closed in order; nothing is loaded from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: dict[str, int] = {}
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] = self.seen.get(tag, 0) + 1
        self.links += [value or "" for key, value in attrs if key in ("src", "href")]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for key, value in attrs if key in ("src", "href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("word", ["spatial", "spatial_euler"])
def test_the_page_is_whole_and_self_contained(word: str, tmp_path: Path) -> None:
    e = random_state(zoo(), word)
    page = e.save(tmp_path / "zoo.html").read_text(encoding="utf-8")
    checker = _Checker()
    checker.feed(page)
    assert checker.open == []
    assert not [link for link in checker.links if link.startswith(("http", "//"))]
    assert "script" not in checker.seen
    assert checker.seen["svg"] == 1
    assert checker.seen["section"] >= len(e.constraints) + 4
    assert "zoo &lt;in&gt; &amp; space" in page
    assert ("Normalisation" in page) == (word == "spatial_euler")
    signs = set("".join(re.findall(r"<mo[^>]*>([^<]*)</mo>", page)))
    assert signs <= set("()[]+−=·×,∠˙¨~′⊥Σ"), "every symbol is set as one"
    assert e._repr_html_().startswith("<iframe")


def test_plane_mechanisms_and_every_example_in_space_are_explained() -> None:
    for path in sorted(EXAMPLES.glob("*.yaml")):
        m = sn.load(path)
        if m.dimension == 3 or path.stem in ("four_bar", "chaplygin_sleigh"):
            for word in ("spatial", "spatial_euler"):
                try:
                    F = sn.Spatial(m, "euler" if word == "spatial_euler" else "angular")
                except sn.UnsupportedError:
                    continue
                if F.nc <= 200:
                    assert m.name in sn.explain(F).text()


def test_the_ground_has_no_columns() -> None:
    with pytest.raises(sn.UnsupportedError, match="the ground has no columns"):
        sn.explain(sn.load(EXAMPLES / "bricard.yaml"), formulation="spatial", ground=True)
