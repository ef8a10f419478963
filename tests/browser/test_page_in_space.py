"""Mechanisms in space in a real browser: bodies where the result has them, switches, selection, no WebGL."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from chromium import Browser, needs_browser

import snodo as sn
from snodo.mechanism.joints import Free
from snodo.views.scene.page import page_of
from snodo.views.scene.scene import Wishes, scene_of

pytestmark = needs_browser
EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def browser():
    with Browser(900, 600) as found:
        yield found


@pytest.fixture(scope="module")
def result():
    return sn.kinematics(sn.load(EXAMPLES / "delta_robot.yaml"), 1.0)


@pytest.fixture(scope="module")
def page(result, tmp_path_factory):
    return result.animate(tmp_path_factory.mktemp("page") / "delta.html")


@pytest.fixture(scope="module")
def opened(browser, page):
    browser.open(page, "shadows=0")
    return browser


def drawn(browser):
    browser.value("viewer.dirty = true")
    browser.wait("!viewer.dirty")


def test_bodies_are_where_the_result_has_them(opened, result):
    for t in (0.0, 0.3712, 0.9):
        opened.value(f"viewer.time.goTo({t})")
        drawn(opened)
        for k, name in enumerate(result.formulation.body_names):
            place = opened.value(f"viewer.stage.bodies.groups[{k}].position.toArray()")
            x = result.position(name).values
            exact = [np.interp(t, result.time, x[:, axis]) for axis in range(3)]
            assert np.allclose(place, exact, atol=5e-4)


def test_rods_join_their_ends(opened):
    opened.value("viewer.time.goTo(0.4)")
    drawn(opened)
    lengths = opened.value("viewer.stage.links.parts.map(({ group }) => group.children[0].scale.y)")
    assert np.allclose(lengths, 0.5, atol=2e-3)


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("joints", "viewer.stage.signs.groups.some(g => g.visible)"),
        ("traces", "viewer.stage.marks.paths.some(p => p.visible)"),
        ("com", "viewer.stage.marks.centres.some(p => p.visible)"),
        ("frames", "viewer.stage.marks.axes.some(p => p.visible)"),
        ("reactions", "viewer.stage.arrows.list.some(a => a.group.visible)"),
        ("glass", "viewer.stage.bodies.solids[0].material.opacity < 1"),
        ("names", "viewer.stage.labels.element.style.display !== 'none'"),
    ],
)
def test_switches_show_and_hide(opened, word, shown):
    for _ in range(2):
        before = opened.value(shown)
        opened.value(f"viewer.toggle('{word}')")
        drawn(opened)
        assert opened.value(shown) is not before
        assert opened.value(f"viewer.on.{word}") is not before


def test_a_click_selects_and_outlines_a_body(opened):
    opened.value("viewer.choose(null)")
    opened.value("viewer.stage.views().Iso()")
    drawn(opened)
    at = opened.value(
        """(() => { const { stage } = viewer; const r = stage.renderer.domElement.getBoundingClientRect();
        const p = stage.bodies.centre(stage.data.bodies.findIndex(b => b.name === 'arm_a')).project(stage.view.camera);
        return [r.left + (p.x + 1) / 2 * r.width, r.top + (1 - p.y) / 2 * r.height]; })()"""
    )
    for kind in ("mousePressed", "mouseReleased"):
        opened.mouse(kind, *at)
    assert opened.value("viewer.scene.bodies[viewer.pick.index].name") == "arm_a"
    assert opened.value("viewer.stage.outline.group.children.length") > 0
    opened.key("Escape")
    assert opened.value("viewer.stage.outline.group") is None


def test_a_followed_body_stays_in_its_place(opened):
    number = opened.value("viewer.scene.bodies.findIndex(b => b.name === 'platform')")
    seen = f"viewer.stage.bodies.centre({number}).project(viewer.stage.view.camera).toArray().slice(0, 2)"
    opened.value("viewer.time.goTo(0.1)")
    opened.value(f"viewer.follow({number})")
    drawn(opened)
    before = opened.value(seen)
    opened.value("viewer.time.goTo(0.6)")
    drawn(opened)
    assert np.allclose(opened.value(seen), before, atol=1e-3)
    opened.value(f"viewer.follow({number})")


def test_many_bodies_are_drawn_together(browser, tmp_path):
    m = sn.Mechanism("many", dimension=3, gravity=(0, 0, -9.81))
    for k in range(210):
        m.box(f"b{k}", (0.1, 0.1, 0.1), at=(0.3 * (k % 15), 0.3 * (k // 15), 0.0), mass=1)
        m.add(Free(name=f"f{k}", parent="ground", child=f"b{k}", at=(0.3 * (k % 15), 0.3 * (k // 15), 0.0)))
    path = tmp_path / "many.html"
    path.write_text(page_of(scene_of(sn.simulate(m, 0.1, output=0.05), Wishes(curves=[], forces=()))))
    browser.messages.clear()
    browser.open(path, "shadows=0")
    assert browser.value("viewer.stage.bodies.solids.length") == 1
    assert browser.value("viewer.stage.bodies.solids[0].count") == 210
    assert [one for one in browser.messages if "GL Driver" not in one] == []


def test_without_webgl_there_is_a_message(browser, page):
    hide = "HTMLCanvasElement.prototype.getContext = () => null"
    made = browser.command("Page.addScriptToEvaluateOnNewDocument", source=hide)
    try:
        browser.command("Page.navigate", url="about:blank")
        browser.command("Page.navigate", url=page.resolve().as_uri())
        browser.wait("document.getElementById('problem') !== null")
        assert "WebGL" in browser.value("document.getElementById('problem').textContent")
    finally:
        browser.command("Page.removeScriptToEvaluateOnNewDocument", identifier=made["identifier"])
