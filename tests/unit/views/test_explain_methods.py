"""Explanations of constraint methods: all words and objects, all formulations, text and page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

import snodo as sn
from mechanisms import four_bar, parallelogram, spatial_slider_crank
from snodo.registry import METHODS

WORDS = ["augmented", "projection", "geometric", "embedding", "quasi_velocities"]
WORDS += ["baumgarte", "penalty", "augmented_lagrangian"]


def crank() -> sn.Mechanism:
    m = four_bar()
    m.initial = {"A.speed": 2.0}
    return m


def test_every_method_of_the_library_is_explained() -> None:
    assert set(WORDS) <= set(METHODS)


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("formulation", ["planar", "tree"])
def test_text_and_page(word: str, formulation: str) -> None:
    e = sn.explain(crank(), formulation=formulation, method=word)
    text = e.text(90)
    assert max(map(len, text.splitlines())) <= 92
    assert text.startswith(f"four-bar: the method {word}\nformulation {formulation}: ")
    for title in ("The equations of every method", "The state at t = 0 s", "Drift", "The solution"):
        assert f"\n{title}\n" in text
    page = e.html()
    body = page[page.index("<body>") : page.index("</body>") + 7]
    ET.fromstring(body)  # well formed
    assert "<script" not in page
    assert "http" not in page.replace("http://www.w3.org", "")
    assert e._repr_html_().startswith("<iframe")


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("formulation", ["spatial", "tree"])
def test_in_space(word: str, formulation: str) -> None:
    e = sn.explain(spatial_slider_crank(), formulation=formulation, method=word)
    assert f"the method {word}" in e.text()
    assert len(e.acceleration) == e.formulation.nv


@pytest.mark.parametrize("word", WORDS[:5])
def test_the_solution_is_that_of_the_method(word: str) -> None:
    e = sn.explain(crank(), method=word)
    s = e.state
    a, multipliers = e.formulation.solve(s.q, s.v, s.t)
    assert np.abs(e.acceleration - a).max() < 1e-11 * np.abs(a).max()
    assert np.abs(e.multipliers - multipliers).max() < 1e-11 * np.abs(multipliers).max()
    assert e.difference < 1e-12


def test_parameters_are_shown_with_their_numbers() -> None:
    """The numbers of γ* and of the forces of springs, computed by hand off the constraints."""
    m = crank()
    F = sn.Planar(m)
    start = sn.assemble(F)
    q, v = start.q + 1e-3, start.v + 1e-2
    phi, phi_dot = F.constraints(q), F.jacobian(q) @ v - F.nu(q)
    text = sn.explain(F, q=q, v=v, method=sn.Baumgarte(alpha=3.0, beta=4.0)).text()
    assert "K_D = 6 1/s" in text
    assert "K_P = 16 1/s²" in text
    wanted = F.gamma(q, v) - 6.0 * phi_dot - 16.0 * phi
    row = re.search(r"^γ and γ\*:\n.*\n  A\.x +\S+ +(\S+)$", text, re.M)
    assert row is not None
    assert float(row[1].replace("−", "-")) == pytest.approx(wanted[0], rel=1e-3)
    K = np.diag(np.full(8, 1e4)) + 100.0
    soft = sn.explain(F, q=q, v=v, method=sn.Penalty(stiffness=K, damping=20.0))
    assert "K [N/m or N m/rad]:" in soft.text()
    assert "D, diagonal" in soft.text()
    np.testing.assert_allclose(soft.multipliers.array, K @ phi + 20.0 * phi_dot, rtol=1e-10)
    assert soft.difference > 1e-3
    assert "differ from those of the augmented system by" in soft.text()
    moved = sn.explain(F, q=q, v=v, method="projection").text()
    assert "corrections in this state" in moved


@pytest.mark.parametrize("word", WORDS)
def test_rows_that_are_not_linear_in_the_velocities(word: str) -> None:
    m = sn.Mechanism("constant speed", gravity=(0, -9.81))
    m.body("P", mass=1.5, inertia=0.1)
    m.velocity_constraint("N", "P", formula="P.vx^2 + P.vy^2 - 2^2")
    m.initial = {"P.vx": 1.2, "P.vy": 1.6}
    e = sn.explain(m, method=word)
    assert "The solution" in e.text()
    assert e.html().startswith("<!DOCTYPE html>")


def test_redundant_rows_are_named() -> None:
    for word in WORDS:
        assert "Redundant rows, which follow from the others: B" in sn.explain(parallelogram(), method=word).text()


def test_what_cannot_be_explained_is_refused() -> None:
    with pytest.raises(sn.UnsupportedError, match="ground=True"):
        sn.explain(crank(), method="embedding", ground=True)
    with pytest.raises(sn.SnodoError, match="did you mean 'embedding'"):
        sn.explain(crank(), method="embeding")


def test_a_mechanism_without_rows(tmp_path: Path) -> None:
    open_tree = sn.Mechanism("pendulum", gravity=(0, -9.81))
    open_tree.bar("arm", (0, 0), (1, 0), mass=1.0)
    open_tree.revolute("A", "ground", "arm", at=(0, 0))
    e = sn.explain(open_tree, formulation="tree", method=sn.Geometric(projection=False))
    assert "There are no constraint rows" in e.text()
    assert "projection=False" in e.text()
    assert e.save(tmp_path / "page.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_a_users_variant_is_explained_as_its_base_and_other_equations_are_not() -> None:
    from snodo.views.explain.methods.contents import own_of, refuse_unknown
    from snodo.views.explain.methods.exact import embedding

    class Variant(sn.Embedding, abstract=True):
        name = "variant"

    class Own(sn.ConstraintMethod, abstract=True):
        name = "own"

    assert own_of(Variant()) is embedding
    with pytest.raises(sn.UnsupportedError, match="method Own are its own and are not explained"):
        refuse_unknown(Own())


def test_wide_tables_are_divided() -> None:
    text = sn.explain(spatial_slider_crank(), formulation="spatial", method="augmented").text(80)
    assert max(map(len, text.splitlines())) <= 82
    assert "… the first 30 of 35 × 36" in text


def test_the_users_choice_of_velocities_is_the_one_explained() -> None:
    chosen = sn.explain(four_bar(), formulation="tree", method=sn.Embedding(independent="A", reduced=True)).text()
    assert "Independent: A.speed; chosen by the user" in chosen
    words = "reduced=True: of the 3 velocities only those of the reduced system are integrated"
    assert words in " ".join(chosen.split())
    C = [[1.0], [0.0], [0.0]]
    along = sn.explain(four_bar(), formulation="tree", method=sn.QuasiVelocities(reduced=True, along=C)).text()
    assert "Cᵀ S = 1 with the given C" in along


def test_units_are_words_and_headings_have_one_face() -> None:
    e = sn.explain(crank(), formulation="planar", method="baumgarte")
    page = e.html()
    assert "<mtext>1/s</mtext>" in page
    assert "<mtext>1/s²</mtext>" in page
    assert "<th><math" in page
    assert "<th>γ" not in page
    assert page.count("<msup><mi>γ</mi><mn>*</mn></msup>") >= 3  # twice in the formula, and in the heading
    assert '"' not in e.text()
    assert re.search(r"K_P = [0-9.]+ 1/s²", e.text())


def test_large_gains_are_written_with_powers_of_ten() -> None:
    e = sn.explain(crank(), formulation="planar", method=sn.Baumgarte(alpha=1e4, beta=1e4))
    assert "K_P = 1·10⁸ 1/s²" in e.text()
    assert "<mn>10</mn><mn>8</mn></msup>" in e.html()
