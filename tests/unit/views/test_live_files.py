"""`snodo view` follows its file: saved, broken, corrected, included; and `sn.view` from Python."""

import http.client
import json
import os
import socket
import time
from pathlib import Path

import pytest

import snodo as sn
from snodo.views.live.application import Application
from snodo.views.live.static_page import write_static
from snodo.views.live.view import open_browser
from snodo.views.live.view import view as view_function

EXAMPLES = Path(__file__).parents[3] / "examples"
FOUR_BAR = (EXAMPLES / "four_bar.yaml").read_text(encoding="utf-8")


@pytest.fixture
def file(tmp_path):
    found = tmp_path / "model.yaml"
    found.write_text(FOUR_BAR, encoding="utf-8")
    return found


@pytest.fixture
def opened():
    """Applications that are closed after the test."""
    found = []

    def start(what):
        found.append(Application(what))
        found[-1].start()
        return found[-1]

    yield start
    for one in found:
        one.close()


def until(what, patience=60.0):
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if what():
            return
        time.sleep(0.02)
    raise AssertionError("it did not happen")


def page(application) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", application.port, timeout=30)
    connection.request("GET", f"/{application.doors.token}/")
    return connection.getresponse().read().decode()


def scene(application) -> dict:
    text = page(application)
    return json.loads(text.split('id="scene">', 1)[1].split("</script>", 1)[0])


# ---------------------------------------------------------------- the file
def test_saving_refreshes_and_keeps_the_sliders(file, opened):
    application = opened(file)
    first = application.version
    application.ask("move", {"to": {"A.angle": 0.4}, "version": first})
    file.write_text(FOUR_BAR.replace("mass: 0.5 kg", "mass: 0.7 kg"), encoding="utf-8")
    until(lambda: application.version > first)
    live = scene(application)["live"]
    assert live["version"] == application.version
    assert live["sliders"][0]["value"] == pytest.approx(0.4)
    assert next(body["mass"] for body in scene(application)["bodies"]) == pytest.approx(0.7)


def test_a_slider_whose_name_is_gone_is_forgotten(file, opened):
    application = opened(file)
    application.ask("move", {"to": {"A.angle": 0.4}, "version": application.version})
    file.write_text(FOUR_BAR.replace("joint: A", "joint: D"), encoding="utf-8")
    until(lambda: application.version == 2)
    sliders = scene(application)["live"]["sliders"]
    assert [(one["name"], one["value"]) for one in sliders] == [("D.angle", 0.0)]


def test_a_broken_file_shows_its_problems_and_recovers(file, opened):
    application = opened(file)
    first = application.version
    file.write_text(FOUR_BAR.replace("revolute: [ground, crank]", "revolute: [ground, krank]"), encoding="utf-8")
    until(lambda: application.problems)
    news = application.news()
    assert news["version"] == first  # the last version without problems is still shown
    [problem] = news["problems"]
    assert "krank" in problem["what"]
    assert "crank" in problem["remedy"]
    assert problem["where"].startswith(f"{file}:")
    assert scene(application)["live"]["version"] == first
    file.write_text(FOUR_BAR, encoding="utf-8")
    until(lambda: application.version > first)
    assert application.news()["problems"] == []


def test_a_file_that_is_wrong_from_the_beginning(file, opened):
    file.write_text("mechanism: <b>x</b>\nbodeis: {}\n", encoding="utf-8")
    application = opened(file)
    text = page(application)
    assert "bodeis" in text
    assert "bodies" in text
    assert f"{file}:2" in text
    assert 'id="scene"' not in text
    file.write_text(FOUR_BAR, encoding="utf-8")
    until(lambda: application.version == 1)
    assert scene(application)["name"] == "four-bar"


def test_problems_are_text_in_the_page(tmp_path, opened):
    file = tmp_path / "model.yaml"
    file.write_text("mechanism: m\n'<script>alert(1)</script>': 1\n", encoding="utf-8")
    text = page(opened(file))
    assert "<script>alert(1)" not in text
    assert "&lt;script&gt;alert(1)" in text


def test_a_mechanism_that_does_not_close(file, opened):
    far = "C: {revolute: [coupler, rocker], at: {coupler: [5, 5], rocker: [0, 0]}}"
    file.write_text(FOUR_BAR.replace("C: {revolute: [coupler, rocker]}", far), encoding="utf-8")
    application = opened(file)
    assert application.problems
    assert "problem" in page(application)


def test_a_file_that_vanishes_and_comes_back(file, opened):
    application = opened(file)
    os.replace(file, file.with_suffix(".bak"))
    until(lambda: application.problems)
    os.replace(file.with_suffix(".bak"), file)
    until(lambda: not application.problems)
    assert application.version == 2


def test_included_files_are_followed(tmp_path, opened):
    head, rest = FOUR_BAR.split("bodies:", 1)
    file, other = tmp_path / "model.yaml", tmp_path / "parts.yaml"
    other.write_text("bodies:" + rest, encoding="utf-8")
    file.write_text(head + "include: parts.yaml\n", encoding="utf-8")
    application = opened(file)
    assert not application.problems, application.problems
    other.write_text(("bodies:" + rest).replace("mass: 0.5 kg", "mass: 0.8 kg"), encoding="utf-8")
    until(lambda: application.version == 2)
    assert scene(application)["bodies"][0]["mass"] == pytest.approx(0.8)


def test_hostile_names_stay_text(tmp_path, opened):
    name = "</script><img src=x onerror=alert(1)>"
    m = sn.Mechanism(name)
    m.add_points(A=(0, 0), B=(0.3, 0))
    m.bar("<b>arm</b>", "A", "B", mass=1.0)
    m.revolute("A", "ground", "<b>arm</b>")
    text = page(opened(m))
    assert "<img src=x" not in text
    assert "<b>arm" not in text


# ---------------------------------------------------------------- results
def test_a_saved_result_is_served(tmp_path, opened):
    result = sn.kinematics(sn.load(EXAMPLES / "four_bar.yaml"), 0.5, output=0.01)
    file = result.save(tmp_path / "run.nc")
    found = scene(opened(file))
    assert found["frames"] > 1
    assert "sliders" not in found["live"]


def test_a_result_in_memory_cannot_be_moved(opened):
    result = sn.kinematics(sn.load(EXAMPLES / "four_bar.yaml"), 0.5, output=0.01)
    application = opened(result)
    with pytest.raises(sn.SnodoError, match="nothing to be moved"):
        application.ask("move", {"to": {}, "version": application.version})


# ---------------------------------------------------------------- static pages
def test_static_pages_need_no_server(tmp_path):
    text = write_static(EXAMPLES / "double_pendulum.yaml", tmp_path / "x.html").read_text(encoding="utf-8")
    found = json.loads(text.split('id="scene">', 1)[1].split("</script>", 1)[0])
    assert found["live"]["static"] is True
    assert [one["name"] for one in found["live"]["sliders"]] == ["A.angle", "B.angle"]
    assert "connect-src" not in text.split("</head>")[0]


def test_static_pages_end_in_html(tmp_path):
    with pytest.raises(sn.SnodoError, match=r"does not end in \.html"):
        write_static(EXAMPLES / "double_pendulum.yaml", tmp_path / "x.txt")


# ---------------------------------------------------------------- from Python
def test_view_of_a_mechanism_and_its_end():
    m = sn.load(EXAMPLES / "pendulum.yaml")
    with sn.view(m, browser=False, wait=False) as found:
        assert found.running
        assert found.address in repr(found)
        connection = socket.create_connection(("127.0.0.1", int(found.address.split(":")[2].split("/")[0])), timeout=10)
        connection.close()
    assert not found.running
    assert repr(found) == "<view, closed>"
    with sn.view(sn.Tree(m), browser=False, wait=False) as found:
        assert found.running


def test_view_opens_the_browser_with_the_address_for_one_visit(monkeypatch):
    seen = []
    module = __import__("sys").modules[view_function.__module__]
    monkeypatch.setattr(module, "open_browser", lambda address: seen.append(address))
    with sn.view(sn.load(EXAMPLES / "pendulum.yaml"), wait=False) as found:
        assert len(seen) == 1
        assert seen[0] != found.address


def test_without_a_display_no_browser_takes_over_the_terminal(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert open_browser("http://127.0.0.1:1/") is False


@pytest.mark.parametrize("port", [-1, 70000, True, "80", 1.5, None])
def test_a_port_must_be_a_port(port):
    with pytest.raises(sn.SnodoError, match="port is"):
        sn.view(sn.load(EXAMPLES / "pendulum.yaml"), browser=False, wait=False, port=port)


def test_what_cannot_be_viewed(tmp_path):
    for what in (3, None, object()):
        with pytest.raises(sn.SnodoError, match="cannot be viewed"):
            sn.view(what, browser=False, wait=False)
    with pytest.raises(sn.SnodoError, match="there is no file"):
        sn.view(tmp_path / "nothing.yaml", browser=False, wait=False)
    with pytest.raises(sn.SnodoError, match="is a folder"):
        sn.view(tmp_path, browser=False, wait=False)


def test_a_wrong_mechanism_is_an_error():
    m = sn.Mechanism("m")
    m.revolute("A", "ground", "nothing", at=(0, 0))
    with pytest.raises(sn.SnodoError, match="nothing"):
        sn.view(m, browser=False, wait=False)


def test_an_error_in_an_included_file_is_seen_as_corrected(tmp_path, opened):
    part = "bodies:\n  arm: {bar: [A, B], mass: 1 kg}\n"
    main = "mechanism: arm\ngravity: [0, -9.81]\ninclude: [part.yaml]\npoints: {A: [0, 0], B: [1, 0]}\n"
    main += "joints:\n  A: {revolute: [ground, arm]}\n"
    (tmp_path / "main.yaml").write_text(main, encoding="utf-8")
    (tmp_path / "part.yaml").write_text(part.replace("1 kg", "1 kilograms"), encoding="utf-8")
    application = opened(tmp_path / "main.yaml")
    assert application.problems
    (tmp_path / "part.yaml").write_text(part, encoding="utf-8")
    until(lambda: not application.problems)
    assert application.version == 1
    time.sleep(1.5)  # it is not read again without a change
    assert application.version == 1
