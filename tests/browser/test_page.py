"""The page in a real browser: it plays, moves, shows values, and asks nobody."""

from __future__ import annotations

import numpy as np
import pytest
from chromium import Browser, needs_browser

import snodo as sn

pytestmark = needs_browser


def four_bar(name: str = "four-bar", joint: str = "C") -> sn.Mechanism:
    m = sn.Mechanism(name, gravity=(0, -9.81))
    m.bar("crank", (0, 0), (0.10, 0.15), mass=0.5)
    m.bar("coupler", (0.10, 0.15), (0.45, 0.30), mass=1.2)
    m.bar("rocker", (0.45, 0.30), (0.50, 0), mass=0.9)
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.revolute("B", "crank", "coupler", at=(0.10, 0.15))
    m.revolute(joint, "coupler", "rocker", at=(0.45, 0.30))
    m.revolute("D", "ground", "rocker", at=(0.50, 0))
    m.driver("motor", joint="A", speed=2 * np.pi)
    m.frame("P", on="coupler", at=(0.30, 0.40))
    return m


@pytest.fixture(scope="module")
def browser():
    with Browser() as found:
        yield found


@pytest.fixture(scope="module")
def result():
    return sn.kinematics(four_bar(), 2.0)


@pytest.fixture(scope="module")
def page(result, tmp_path_factory):
    return result.animate(tmp_path_factory.mktemp("page") / "four_bar.html")


@pytest.fixture
def opened(browser, page):
    browser.requests.clear()
    browser.messages.clear()
    browser.open(page)
    yield browser
    assert [one for one in browser.messages if "GL Driver" not in one] == []
    assert [one for one in browser.requests if not one.startswith(("file:", "data:", "blob:", "about:"))] == []


def test_bodies_are_where_the_result_has_them(opened, result):
    for t in (0.0, 0.3712, 1.9):
        opened.value(f"viewer.time.goTo({t})")
        opened.wait("!viewer.dirty")
        for k, name in enumerate(result.formulation.body_names):
            found = opened.value(f"viewer.stage.pose({k}, viewer.time.frame)")
            x = result.position(f"{name}.com").values
            expected = [np.interp(t, result.time, column) for column in x.T]
            np.testing.assert_allclose(found[:2], expected, atol=6e-4)


def test_it_plays_and_stops(opened):
    assert opened.value("viewer.time.playing") is False
    opened.click("#play")
    opened.wait("viewer.time.frame > 2")
    opened.key(" ")
    opened.wait("!viewer.time.playing")
    before = opened.value("viewer.time.frame")
    opened.wait("!viewer.dirty")
    assert opened.value("viewer.time.frame") == before


def test_without_a_loop_it_ends(opened):
    opened.click("#loop")
    opened.value("viewer.time.speed = 50")
    opened.click("#play")
    opened.wait("!viewer.time.playing")
    assert opened.value("viewer.time.frame === viewer.time.last")


def test_the_slider_moves_the_mechanism_and_the_curves(opened, result):
    opened.value(
        "(() => { const s = document.querySelector('#time'); s.value = 30; s.dispatchEvent(new Event('input')); })()"
    )
    opened.wait("!viewer.dirty")
    t = opened.value("viewer.time.seconds")
    assert opened.value("viewer.time.frame") == 30
    shown = opened.value("document.querySelectorAll('.plot .now b')[1].textContent").replace("−", "-")
    expected = np.degrees(np.interp(t, result.time, result["D.angle"].values))
    assert float(shown) == pytest.approx(expected, abs=0.02)


def test_dragging_in_a_curve_moves_the_time(opened):
    place = "document.querySelector('.plot canvas').getBoundingClientRect()"
    box = opened.value(f"(() => {{ const r = {place}; return [r.left, r.top, r.width, r.height]; }})()")
    x, y = box[0] + 0.6 * box[2], box[1] + 0.5 * box[3]
    opened.mouse("mousePressed", x, y)
    opened.mouse("mouseMoved", x + 20, y)
    opened.mouse("mouseReleased", x + 20, y)
    share = opened.value("viewer.time.frame / viewer.time.last")
    assert 0.5 < share < 0.75


@pytest.mark.parametrize(
    ("word", "seen"),
    [
        ("reactions", "[...viewer.stage.forces].some(f => f.a.kind === 'reaction' && f.straight.style.display === '')"),
        ("names", "viewer.stage.names.every(n => n.text.style.display === '')"),
        ("traces", "viewer.stage.paths.style.display === ''"),
        ("ghosts", "viewer.stage.ghosts.style.display === '' && viewer.stage.ghosts.childElementCount > 3"),
        ("com", "viewer.stage.centres.every(c => c.style.display === '')"),
        ("frames", "viewer.stage.frames.every(c => c.style.display === '')"),
    ],
)
def test_switches_show_and_hide(opened, word, seen):
    opened.value(f"viewer.on.{word} && viewer.toggle('{word}')")
    opened.wait(f"!viewer.dirty && !({seen})")
    opened.click(f"#switches button[data-word={word}]")
    opened.wait(f"!viewer.dirty && ({seen})")
    assert opened.value(f"document.querySelector('[data-word={word}]').ariaPressed") == "true"


def test_a_click_on_a_joint_shows_its_values(opened, result):
    opened.value("viewer.time.goTo(0.5)")
    opened.wait("!viewer.dirty")
    x, y = opened.value(
        "(() => { const s = viewer.stage, j = s.scene.joints[1], r = s.holder.getBoundingClientRect();"
        "const [x, y] = s.sheet.screen(s.planar.point(j.child, j.at, s.frame)); return [x + r.left, y + r.top]; })()"
    )
    for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
        opened.mouse(kind, x, y)
    opened.wait("viewer.pick !== null && !viewer.dirty")
    text = opened.value("document.querySelector('#inspect').innerText")
    assert text.startswith("B")
    assert "crank – coupler" in text
    t = opened.value("viewer.time.seconds")
    force = np.hypot(*(np.interp(t, result.time, result[f"B.f{axis}"].values) for axis in "xy"))
    found = float(text.split("|force|")[1].split()[0].replace("−", "-"))
    assert found == pytest.approx(force, rel=2e-3)


def test_wheel_and_fit(opened):
    before = opened.value("viewer.stage.sheet.k")
    opened.command("Input.dispatchMouseEvent", type="mouseWheel", x=400, y=400, deltaX=0, deltaY=-200)
    opened.wait(f"viewer.stage.sheet.k > {before}")
    opened.key("1")
    opened.wait(f"Math.abs(viewer.stage.sheet.k - {before}) < 1e-9")


def test_dark_and_back(opened):
    was = opened.value("document.documentElement.classList.contains('dark')")
    for expected in (not was, was):
        opened.key("d")
        opened.wait(f"document.documentElement.classList.contains('dark') === {str(expected).lower()}")


def test_the_keys_are_listed(opened):
    opened.key("?")
    opened.wait("document.querySelector('dialog')?.open")
    assert "play or pause" in opened.value("document.querySelector('dialog').innerText")
    opened.value("document.querySelector('dialog').close()")


def test_the_address_carries_the_state(browser, page):
    browser.open(page, "t=1.25&on=reactions&pick=joint:D&theme=dark&curves=C.angle")
    assert browser.value("viewer.time.seconds") == pytest.approx(1.25)
    assert browser.value("viewer.on.reactions") is True
    assert browser.value("viewer.pick") == {"kind": "joint", "index": 3, "number": 0}
    assert browser.value("document.documentElement.classList.contains('dark')") is True
    assert browser.value("document.querySelector('.plot select').selectedOptions[0].text") == "C.angle"


def test_a_phone_shows_everything_without_scrolling_sideways(browser, page):
    browser.resize(390, 844, mobile=True)
    try:
        browser.open(page)
        assert browser.value("document.documentElement.scrollWidth") <= 390
        assert browser.value("document.querySelector('#stage').clientHeight") > 300
        assert browser.value("document.querySelector('#play').getBoundingClientRect().bottom") < 844
    finally:
        browser.resize(1280, 760)


@pytest.mark.parametrize(
    "name", ["<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "曲柄", "x" * 500]
)
def test_hostile_names_are_text(browser, tmp_path, name):
    m = four_bar(name)
    m.description = name
    path = sn.kinematics(m, 0.5).animate(tmp_path / "page.html")
    browser.value("globalThis.alert = () => { globalThis.alerted = true; }")
    browser.requests.clear()
    browser.messages.clear()
    browser.open(path)
    assert browser.value("document.querySelector('h1').textContent") == name
    assert browser.value("document.querySelectorAll('img').length") == 0
    assert browser.value("globalThis.alerted") is None
    assert browser.messages == []
    assert len([one for one in browser.requests if one.startswith("file:")]) == 1


def test_gaps_are_not_drawn(browser, tmp_path):
    """Two motions of different length: where the shorter one has ended, it is not shown."""
    long, short = sn.kinematics(four_bar(), 2.0), sn.kinematics(four_bar(), 1.0)
    browser.open(sn.animate({"long": long, "short": short}, tmp_path / "both.html"))
    seen = "viewer.stage.copied[0].some(({element}) => element.style.display === '')"
    browser.value("viewer.time.goTo(0.5)")
    browser.wait(f"!viewer.dirty && {seen}")
    browser.value("viewer.time.goTo(1.5)")
    browser.wait(f"!viewer.dirty && !({seen})")


def test_a_grid_plays_together(browser, tmp_path):
    motions = [sn.kinematics(four_bar(), lasting) for lasting in (2.0, 1.0)]
    browser.open(sn.animate(motions, tmp_path / "grid.html", layout="grid"))
    assert browser.value("viewer.stages.length") == 2
    browser.value("viewer.time.goTo(0.5)")
    browser.wait("!viewer.dirty")
    a, b = (browser.value(f"viewer.stages[{k}].pose(0, viewer.stages[{k}].frame)") for k in (0, 1))
    np.testing.assert_allclose(a, b, atol=2e-3)
    browser.value("viewer.choose({kind: 'body', index: 0}, 1)")
    browser.wait("!viewer.dirty")
    shown = browser.value("document.querySelector('#inspect').innerText").split("x, y")[1].split("m")[0]
    found = [float(word) for word in shown.replace("−", "-").split(",")]
    np.testing.assert_allclose(found, b[:2], atol=2e-3)


def test_a_grid_of_different_mechanisms_goes_on_after_a_click(browser, tmp_path):
    arm = sn.Mechanism("arm", gravity=(0, -9.81))
    arm.bar("arm", (0, 0), (1, 0), mass=1.0)
    arm.revolute("A", "ground", "arm", at=(0, 0))
    motions = [sn.simulate(arm, 0.5, progress=False), sn.kinematics(four_bar(), 1.0)]
    browser.messages.clear()
    browser.open(sn.animate(motions, tmp_path / "grid.html"))
    browser.value("viewer.choose({kind: 'joint', index: 3}, 1)")
    browser.value("viewer.follow(2, 1)")
    browser.wait("!viewer.dirty && document.querySelector('#inspect strong')?.textContent === 'D'")
    browser.click("#play")
    browser.wait("viewer.time.seconds > 0.6")  # beyond the end of the first
    assert browser.messages == []


def test_what_has_ended_is_neither_followed_nor_shown(browser, tmp_path):
    short, long = sn.kinematics(four_bar(), 1.0), sn.kinematics(four_bar(), 2.0)
    browser.messages.clear()
    browser.open(sn.animate([short, long], tmp_path / "both.html"), "on=com,frames,reactions")
    browser.value("viewer.follow(1)")
    for t in (0.2, 1.5, 0.3):
        browser.value(f"viewer.time.goTo({t})")
        browser.wait("!viewer.dirty")
    assert browser.value("Number.isFinite(viewer.stage.sheet.tx + viewer.stage.sheet.ty)")
    browser.value("viewer.time.goTo(1.5)")
    browser.wait("!viewer.dirty && viewer.stage.forces.every(f => f.straight.style.display === 'none')")
    assert browser.messages == []


def test_many_bodies_are_drawn_on_a_canvas(browser, tmp_path):
    m = sn.Mechanism("chain", gravity=(0, -9.81))
    previous = "ground"
    for k in range(320):
        m.bar(f"b{k}", (0.1 * k, 0), (0.1 * (k + 1), 0), mass=0.1)
        m.revolute(f"J{k}", previous, f"b{k}", at=(0.1 * k, 0))
        previous = f"b{k}"
    result = sn.simulate(m, 0.05, formulation="tree", progress=False)
    browser.open(result.animate(tmp_path / "chain.html"))
    assert browser.value("viewer.stage.constructor === viewer.stages[0].constructor && Boolean(viewer.stage.canvas)")
    pixels = "viewer.stage.canvas.getContext('2d').getImageData(0, 0, 900, 600).data.some(v => v > 0)"
    browser.wait(f"!viewer.dirty && {pixels}")
