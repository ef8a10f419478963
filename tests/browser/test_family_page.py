"""The page with sliders over a family, in a browser."""

from __future__ import annotations

import time

from chromium import Browser, needs_browser

import snodo as sn

pytestmark = needs_browser


def evaluated(browser: Browser, text: str):
    return browser.command("Runtime.evaluate", expression=text)["result"].get("value")


def until(browser: Browser, text: str) -> None:
    end = time.monotonic() + 60
    while not evaluated(browser, text):
        assert time.monotonic() < end, f"{text}: {browser.messages}"
        time.sleep(0.05)


def test_sliders_choose_the_member_that_is_shown(tmp_path):
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.parameter("length", 0.5, unit="m", high=1.0)
    m.add_points(A=(0, 0), B=("length", 0))
    m.bar("rod", "A", "B", mass=1.0)
    m.revolute("A", "ground", "rod")
    swept = sn.sweep(m, 0.5, {"length": [0.3, 0.5, 2.0], "A.angle": [0.0, 0.5]}, ["A.angle min"], progress=False)
    page = swept.animate(tmp_path / "family.html", most=3)
    viewer = "document.querySelector('iframe')?.contentWindow?.viewer"
    with Browser() as browser:
        browser.command("Page.navigate", url=page.as_uri())
        until(browser, f"!!{viewer}")
        assert evaluated(browser, "sliders.length") == 2
        evaluated(browser, f"{viewer}.time.goTo(0.25)")
        evaluated(browser, "sliders[1].range.value = 1; sliders[1].range.dispatchEvent(new Event('input'))")
        assert evaluated(browser, "state.member") == 1
        until(browser, f"Math.abs({viewer}?.time.seconds - 0.25) < 1e-9")  # the time stays
        evaluated(browser, "choose(5)")
        until(browser, "document.querySelector('main').textContent.includes('outside its range')")
        evaluated(browser, "choose(2)")
        until(browser, "!!document.querySelector('main button')")  # not among the three in the page
        evaluated(browser, "document.querySelector('main button').click()")
        until(browser, f"!!{viewer}")
        assert [one for one in browser.requests if not one.startswith("file://")] == []
        assert browser.messages == []
