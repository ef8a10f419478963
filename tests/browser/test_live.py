"""`snodo view` in a real browser: sliders that move a closed loop, news of the file, static pages."""

import base64
import contextlib
import json
import shutil
import time
from pathlib import Path

import numpy as np
import pytest
from tests.browser.chromium import Browser, needs_browser

import snodo as sn
from snodo.views.live.application import Application
from snodo.views.live.model import LiveModel
from snodo.views.live.server import MOST_STREAMS
from snodo.views.live.static_page import write_static

pytestmark = needs_browser
EXAMPLES = Path(__file__).parents[2] / "examples"
MOVE = """(async () => {{
  const row = viewer.live.move.rows[{k}];
  row.input.value = {value};
  row.input.dispatchEvent(new Event('input'));
  while (viewer.live.questions.busy || viewer.live.questions.next) await new Promise(f => setTimeout(f, 10));
  row.input.dispatchEvent(new Event('change'));
  return viewer.live.move.values;
}})()"""


@pytest.fixture(scope="module")
def browser():
    with Browser() as found:
        yield found


@pytest.fixture
def application(tmp_path):
    file = tmp_path / "four_bar.yaml"
    shutil.copy(EXAMPLES / "four_bar.yaml", file)
    found = Application(file)
    found.start()
    yield found
    found.close()


def move(browser, value, k=0):
    return browser.value(MOVE.format(k=k, value=value))


def poses(browser):
    return np.array(browser.value("[...viewer.stage.live]"))


def test_a_slider_moves_the_closed_loop(browser, application):
    browser.requests.clear()
    browser.open(application.address)
    before = browser.value("document.querySelector('main').innerHTML")
    assert move(browser, 0.6) == pytest.approx([0.6])
    q = sn.assemble(sn.Planar(sn.load(EXAMPLES / "four_bar.yaml").copy()), t=0.6 / (2 * np.pi)).q
    assert poses(browser) == pytest.approx(q, abs=1e-5)  # the motor turns once a second: the same position
    browser.wait("!viewer.dirty")
    assert browser.value("document.querySelector('main').innerHTML") != before
    rows = browser.value("[...document.querySelectorAll('.live details td:last-child')].map(cell => cell.textContent)")
    assert len(rows) == 3
    assert all(row.endswith("°") for row in rows)
    assert browser.value("document.querySelector('.live output').textContent") == "34.4°"
    assert all(address.startswith((application.address, "about:", "data:")) for address in browser.requests)
    assert browser.messages == []


def test_where_it_sticks_is_said(browser, application):
    file = application.source.path
    file.write_text(file.read_text(encoding="utf-8").replace("joint: A", "joint: D"), encoding="utf-8")
    browser.open(application.address)
    browser.wait("viewer.scene.live.sliders[0].name === 'D.angle'")
    browser.wait("viewer.live")
    values = move(browser, 3.0)
    assert 0 < values[0] < 3
    assert "stretched out" in browser.value("document.querySelector('.stuck').textContent")
    assert float(browser.value("viewer.live.move.rows[0].input.value")) <= 3.0
    browser.click(".live .foot button")
    browser.wait("viewer.live.move.values[0] === 0")
    assert browser.value("document.querySelector('.stuck').textContent") == ""


def test_a_free_motion_swings_and_stops(browser, application):
    browser.open(application.address)
    home = poses(browser)
    browser.click(".motion")
    browser.wait("viewer.live.motions.running === 0")
    browser.wait(f"Math.abs(viewer.stage.live[2] - {home[2]}) > 0.05")
    browser.click(".motion")
    browser.wait("viewer.live.motions.running === null")
    browser.wait(f"Math.abs(viewer.stage.live[2] - {home[2]}) < 1e-5")


def test_saving_the_file_refreshes_the_page_and_keeps_the_slider(browser, application):
    browser.open(application.address)
    move(browser, 0.5)
    file = application.source.path
    file.write_text(file.read_text(encoding="utf-8").replace("mechanism: ", "mechanism: new "), encoding="utf-8")
    browser.wait("viewer.scene.name.startsWith('new ') && viewer.live")
    assert browser.value("viewer.live.move.values[0]") == pytest.approx(0.5)
    assert poses(browser)[2] != 0


def test_problems_of_the_file_are_shown_as_text_until_it_is_corrected(browser, application):
    browser.open(application.address)
    file = application.source.path
    good = file.read_text(encoding="utf-8")
    file.write_text(good.replace("[ground, crank]", "[ground, '<img src=x onerror=alert(1)>']"), encoding="utf-8")
    browser.wait("document.getElementById('problems')")
    text = browser.value("document.getElementById('problems').textContent")
    assert "<img src=x" in text
    assert f"{file}:" in text
    assert browser.value("document.querySelectorAll('#problems img').length") == 0
    file.write_text(good, encoding="utf-8")
    browser.wait("!document.getElementById('problems') && globalThis.viewer?.live")


def test_a_file_that_is_wrong_from_the_beginning_recovers(browser, tmp_path):
    file = tmp_path / "model.yaml"
    file.write_text("bodeis: {}\n", encoding="utf-8")
    application = Application(file)
    application.start()
    browser.command("Page.navigate", url=application.address)
    browser.wait("document.body.textContent.includes('bodeis')")
    shutil.copy(EXAMPLES / "four_bar.yaml", file)
    browser.wait("globalThis.viewer?.live")
    application.close()


def test_the_page_says_when_the_server_has_ended(browser, tmp_path):
    application = Application(sn.load(EXAMPLES / "pendulum.yaml"))
    application.start()
    browser.open(application.address)
    application.close()
    browser.wait("document.getElementById('ended')")


@contextlib.contextmanager
def more_pages(browser, address, count, windows):
    """Sessions of more pages, in windows of their own or as tabs, each of which hides the one before."""
    first, targets, sessions = browser.session, [], []
    try:
        for _ in range(count):
            browser.session = ""
            targets.append(browser.command("Target.createTarget", url=address, newWindow=windows)["targetId"])
            found = browser.command("Target.attachToTarget", targetId=targets[-1], flatten=True)
            browser.session = found["sessionId"]
            sessions.append(browser.session)
            browser.wait("globalThis.viewer?.live && !viewer.dirty")
        yield sessions
    finally:
        browser.session = ""
        for target in targets:
            browser.command("Target.closeTarget", targetId=target)
        browser.session = first
        browser.messages.clear()


def ended(browser):
    return browser.value("document.getElementById('ended')?.textContent")


def test_one_window_too_many_says_so_and_all_can_be_moved(browser, application):
    """Streams of events must not use up the connections of the browser: pages load, and sliders are answered."""
    with more_pages(browser, application.address, MOST_STREAMS + 1, windows=True) as sessions:
        browser.wait("document.getElementById('ended')")
        assert "Too many pages of this model are open; close one and reload" in ended(browser)
        assert move(browser, 0.2) == pytest.approx([0.2])
        browser.session = sessions[0]
        assert ended(browser) is None
        assert move(browser, 0.4) == pytest.approx([0.4])
        browser.command("Page.navigate", url="about:blank")  # it is closed
        end = time.monotonic() + 20
        while not application.server._streams._value and time.monotonic() < end:
            time.sleep(0.05)
        browser.session = sessions[-1]
        browser.value("location.reload()")
        browser.wait("globalThis.viewer?.live && !viewer.dirty")
        assert ended(browser) is None


def test_hidden_tabs_need_no_stream(browser, application):
    """Six connections are all that a browser has for a server: without this the seventh tab would stay blank."""
    with more_pages(browser, application.address, 9, windows=False) as sessions:
        assert ended(browser) is None
        assert move(browser, 0.3) == pytest.approx([0.3])
        file = application.source.path
        file.write_text(file.read_text(encoding="utf-8").replace("mechanism: ", "mechanism: new "), encoding="utf-8")
        browser.wait("viewer.scene.name.startsWith('new ') && viewer.live")
        browser.session = sessions[0]
        assert not browser.value("viewer.scene.name.startsWith('new ')")
        browser.command("Page.bringToFront")  # it is looked at again
        browser.wait("viewer.scene.name.startsWith('new ') && viewer.live")


def test_another_site_cannot_talk_to_it(browser, application):
    """A page of another origin, which knows even the token, gets no answer and moves nothing."""
    other = Application(sn.load(EXAMPLES / "pendulum.yaml"))
    other.start()
    browser.open(other.address)  # same computer, another port: another origin
    asked = json.dumps({"to": {"A.angle": 0.3}, "version": application.version})
    send = f"fetch('{application.address}move', {{method: 'POST', mode: 'no-cors', body: {asked!r}}})"
    assert browser.value(f"{send}.then(() => 'sent').catch(() => 'refused')") == "refused"  # by the page's own policy
    browser.command("Page.setBypassCSP", enabled=True)
    browser.open(other.address)
    browser.value(f"{send}.then(() => 'sent').catch(() => 'refused')")
    added = f"Object.assign(document.createElement('iframe'), {{src: '{application.address}'}})"
    frame = f"(() => {{ document.body.append({added}); }})()"
    browser.value(frame)
    browser.command("Page.setBypassCSP", enabled=False)
    assert list(application.content.pinned.values) == [0.0]
    other.close()


def test_in_space_a_ring_of_hinges_stays_closed(browser):
    application = Application(EXAMPLES / "bricard.yaml")
    application.start()
    browser.open(application.address)
    move(browser, 0.4)
    model = LiveModel(sn.load(EXAMPLES / "bricard.yaml"))
    model.move({model.names[0]: 0.4})
    expected = [x for body in model.bodies for x in model.F.pose(model.pinned.q, body).r]
    assert poses(browser).reshape(-1, 7)[:, :3].ravel() == pytest.approx(expected, abs=1e-5)
    assert len(browser.value("[...document.querySelectorAll('.chips button')].map(one => one.textContent)")) == 6
    application.close()


@pytest.mark.parametrize("name", ["double_pendulum", "arm"])
def test_a_static_page_computes_its_poses_itself(browser, tmp_path, name):
    if name == "arm":
        m = sn.Mechanism("arm", dimension=3)
        m.add_points(A=(0, 0, 0), B=(0.4, 0, 0.1), C=(0.7, 0.2, 0.1), D=(0.9, 0.2, 0.4), E=(1.1, 0.1, 0.5))
        for body, ends in {"upper": "AB", "lower": "BC", "hand": "CD", "tool": "DE"}.items():
            m.cylinder(body, *ends, radius=0.02, mass=1.0)
        m.revolute("A", "ground", "upper", axis=(0.1, 0.2, 1.0))
        m.universal("B", "lower", "upper", axis=(0, 1, 0), second=(1, 0, 0))
        m.helical("C", "lower", "hand", axis=(1, 1, 0), pitch=0.1)
        m.spherical("D", "hand", "tool")
        m.box("stone", (0.1, 0.1, 0.1), at=(0, 1, 0), mass=1.0)  # it floats
    else:
        m = sn.load(EXAMPLES / f"{name}.yaml")
    browser.requests.clear()
    browser.open(write_static(m, tmp_path / "page.html"))
    model = LiveModel(m)
    values = {one: 0.3 - 0.11 * k for k, one in enumerate(model.names)}
    for k, value in enumerate(values.values()):
        move(browser, value, k)
    expected = np.frombuffer(base64.b64decode(model.move(values)["poses"]), "<f4")
    found = poses(browser)
    if name == "arm":  # Euler parameters are those of either sign
        found, expected = found.reshape(-1, 7).copy(), expected.reshape(-1, 7).copy()
        sign = np.sign(np.sum(found[:, 3:] * expected[:, 3:], axis=1))
        found[:, 3:] *= sign[:, None]
        found, expected = found.ravel(), expected.ravel()
    assert found == pytest.approx(expected, abs=2e-6)
    assert all(address.startswith(("file:", "about:", "data:")) for address in browser.requests)
