"""Planar mechanisms of many bodies: the canvas draws what the SVG draws, and its switches work."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
import pytest
from chromium import Browser, needs_browser
from PIL import Image

import snodo as sn

pytestmark = needs_browser

CAPPED_AND_UNDETERMINED = (
    "viewer.scene.arrows.forEach((a, k) => { if (k === 0) a.values = a.values.map(v => 20 * v);"
    " if (k === 1) a.determined = false; })"
)
"""Done before the first drawing: one force far above the usual ones, and one that is not determined."""


def four_bar() -> sn.Mechanism:
    m = sn.Mechanism("four-bar", gravity=(0, -9.81))
    m.bar("crank", (0, 0), (0.10, 0.15), mass=0.5)
    m.bar("coupler", (0.10, 0.15), (0.45, 0.30), mass=1.2)
    m.bar("rocker", (0.45, 0.30), (0.50, 0), mass=0.9)
    for name, parent, child, at in (
        ("A", "ground", "crank", (0, 0)),
        ("B", "crank", "coupler", (0.10, 0.15)),
        ("C", "coupler", "rocker", (0.45, 0.30)),
        ("D", "ground", "rocker", (0.50, 0)),
    ):
        m.revolute(name, parent, child, at=at)
    m.spring("s", "ground", "coupler", start=(0.2, 0.5), end=(0.25, 0.22), stiffness=50.0)
    m.torque("T", joint="D", torque=2.0)
    m.driver("motor", joint="A", speed=2 * np.pi)
    m.frame("P", on="coupler", at=(0.30, 0.40))
    return m


def chain(count: int = 310) -> sn.Mechanism:
    m = sn.Mechanism("chain", gravity=(0, -9.81))
    previous = "ground"
    for k in range(count):
        m.bar(f"b{k}", (0.1 * k, 0), (0.1 * (k + 1), 0), mass=0.1)
        m.revolute(f"J{k}", previous, f"b{k}", at=(0.1 * k, 0))
        previous = f"b{k}"
    m.torque("T", joint="J0", torque=300.0)
    m.frame("P", on=previous, at=(0.1 * count, 0))
    return m


@pytest.fixture(scope="module")
def browser():
    with Browser() as found:
        yield found


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """Two motions of a small mechanism over one another."""
    motions = {"long": sn.kinematics(four_bar(), 2.0), "short": sn.kinematics(four_bar(), 1.0)}
    return sn.animate(motions, tmp_path_factory.mktemp("canvas") / "both.html")


@pytest.fixture(scope="module")
def results():
    def run(m: sn.Mechanism) -> Any:
        return sn.simulate(m, 0.3, output=0.01, formulation="tree", progress=False, error_bars=False, tolerance=1e-4)

    other = chain()
    other.gravity = (9.81, -9.81)
    return run(chain()), run(other)


@pytest.fixture(scope="module")
def long_page(results, tmp_path_factory):
    return results[0].animate(tmp_path_factory.mktemp("canvas") / "chain.html", labels=True)


def stage_of(browser: Browser) -> np.ndarray:
    """The pixels of the stage."""
    browser.wait("!viewer.dirty")
    browser.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
    left, top, width, height = browser.value(
        "(() => { const r = document.querySelector('#stage').getBoundingClientRect();"
        " return [r.left, r.top, r.width, r.height]; })()"
    )
    image = Image.open(BytesIO(browser.picture())).convert("RGB")
    return np.asarray(image.crop((left, top, left + width, top + height)), float)


def differing(a: np.ndarray, b: np.ndarray) -> float:
    """Share of the pixels that differ clearly."""
    return float((np.abs(a - b).max(axis=2) > 60).mean())


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_canvas_looks_like_the_svg(browser, both, theme):
    """But for the edges of letters, which a canvas places on whole pixels."""
    pictures = {}
    for drawing in ("svg", "canvas"):
        for on in ("reactions,forces,com,frames,ghosts", "com"):
            browser.open(both, f"t=0.3&off=names&on={on}&pick=joint:C&theme={theme}&drawing={drawing}")
            assert browser.value("Boolean(viewer.stage.canvas)") is (drawing == "canvas")
            pictures[drawing, on] = stage_of(browser)
    for on in ("reactions,forces,com,frames,ghosts", "com"):
        assert differing(pictures["svg", on], pictures["canvas", on]) < 0.0015
    # the measure sees arrows
    assert differing(*(pictures["canvas", on] for on in ("reactions,forces,com,frames,ghosts", "com"))) > 0.01


def test_cut_and_undetermined_arrows_look_alike(browser, both):
    pictures = {}
    for drawing in ("svg", "canvas"):
        browser.open(both, f"t=0.3&off=names,traces&drawing={drawing}")
        before = stage_of(browser)
        browser.value(
            f"{CAPPED_AND_UNDETERMINED}; viewer.stage.forces && viewer.stage.forces"
            ".forEach(f => { f.straight.remove(); f.round.remove(); Object.assign(f, viewer.stage.force(f.a)); })"
        )
        browser.click("[data-word=reactions]")
        pictures[drawing] = stage_of(browser)
        assert differing(before, pictures[drawing]) > 0.003
    assert differing(pictures["svg"], pictures["canvas"]) < 0.0015


@pytest.mark.parametrize("word", ["forces", "reactions", "traces", "ghosts", "com", "frames", "glass"])
def test_switches_show_and_hide(browser, long_page, word):
    browser.open(long_page, f"t=0.2&off={word}")
    assert browser.value("Boolean(viewer.stage.canvas)")
    before = stage_of(browser)
    browser.click(f"[data-word={word}]")
    after = stage_of(browser)
    assert (np.abs(after - before).max(axis=2) > 8).mean() > 2e-4
    browser.click(f"[data-word={word}]")
    assert (stage_of(browser) == before).all()


def test_the_page_says_what_it_leaves_out(browser, long_page):
    browser.open(long_page)
    notes = browser.value("viewer.scene.notes.join(' ')")
    assert "Names of more than 60 bodies" in notes
    assert "no paths" not in notes
    assert browser.value("document.querySelector('[data-word=names]')") is None
    assert browser.value("viewer.scene.arrows.filter(a => a.kind === 'reaction').length") == 310


def test_a_second_motion_is_drawn_faintly_and_ends(browser, results, tmp_path):
    page = sn.animate({"down": results[0], "aside": results[1]}, tmp_path / "both.html")
    browser.messages.clear()
    browser.open(page, "t=0.25&off=traces")
    both = stage_of(browser)
    browser.value("viewer.scene.copies.forEach(copy => copy.motion.fill(NaN)); viewer.dirty = true")
    assert (np.abs(both - stage_of(browser)).max(axis=2) > 8).mean() > 1e-4
    assert browser.messages == []


def test_joints_and_bodies_are_selected(browser, long_page):
    browser.open(long_page, "t=0.2")
    browser.value(
        "(() => { const s = viewer.stage, r = s.holder.getBoundingClientRect();"
        " const p = s.sheet.screen(s.pose(100, s.frame)); s.sheet.zoom(12, p[0] + r.left, p[1] + r.top); })()"
    )
    browser.wait("!viewer.dirty")
    places = {
        "body": "s.sheet.screen(s.pose(100, s.frame))",
        "joint": "s.sheet.screen(s.planar.point(s.scene.joints[100].child, s.scene.joints[100].at, s.frame))",
    }
    for kind, place in places.items():
        x, y = browser.value(
            f"(() => {{ const s = viewer.stage, r = s.holder.getBoundingClientRect(), p = {place};"
            " return [p[0] + r.left, p[1] + r.top]; })()"
        )
        for event in ("mouseMoved", "mousePressed", "mouseReleased"):
            browser.mouse(event, x, y)
        browser.wait(f"viewer.pick?.kind === '{kind}' && !viewer.dirty")
        assert browser.value("viewer.pick.index") == 100
        assert browser.value("document.querySelector('#tip').textContent") == {"body": "b100", "joint": "J100"}[kind]


def test_a_body_is_followed(browser, long_page):
    browser.open(long_page)
    browser.value("viewer.follow(200)")
    seen = []
    for t in (0.05, 0.25):
        browser.value(f"viewer.time.goTo({t})")
        browser.wait("!viewer.dirty")
        seen.append(browser.value("viewer.stage.sheet.screen(viewer.stage.pose(200, viewer.stage.frame))"))
    np.testing.assert_allclose(seen[0], seen[1], atol=1e-6)
