"""A real browser for the tests: Chromium without a window, driven through its debugging pipe.

No package is needed: commands and events of the DevTools protocol are JSON texts that end in a zero byte, on the file
descriptors 3 and 4 of the browser.
"""

from __future__ import annotations

import base64
import contextlib
import itertools
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)
LAUNCHER = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 20) for end in sys.argv[1:3]]  # out of the way of 3 and 4
os.dup2(ends[0], 3)
os.dup2(ends[1], 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""Gives the browser the ends of the pipes as the descriptors it expects."""
PATIENCE = 120.0
"""Seconds until a page or an answer is given up."""


def program() -> str | None:
    """The browser of this machine."""
    return next((found for found in map(shutil.which, NAMES) if found), None)


needs_browser = pytest.mark.skipif(program() is None, reason="needs Chromium (Debian: apt install chromium)")


class Browser:
    """A browser with one page; use it in a with statement."""

    def __init__(self, width: int = 1280, height: int = 760) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="snodo-browser-")
        read_commands, self.commands = os.pipe()
        self.events, write_events = os.pipe()
        place = [f"--user-data-dir={self.folder.name}", f"--window-size={width},{height}", "about:blank"]
        found = program()
        assert found is not None
        self.process = subprocess.Popen(
            [sys.executable, "-c", LAUNCHER, str(read_commands), str(write_events), found, *OPTIONS, *place],
            pass_fds=(read_commands, write_events),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(read_commands)
        os.close(write_events)
        self.buffer, self.numbers = b"", itertools.count(1)
        self.requests: list[str] = []
        """Addresses that the page asked for."""
        self.messages: list[str] = []
        """What the page wrote to its console, and its errors."""
        self.session = ""
        self.session = self._page()
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.command(f"{domain}.enable")
        self.resize(width, height)

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            os.close(self.commands)
            os.close(self.events)
        self.process.kill()
        self.process.wait()
        with contextlib.suppress(OSError):
            self.folder.cleanup()

    def _page(self) -> str:
        pages = [one for one in self.command("Target.getTargets")["targetInfos"] if one["type"] == "page"]
        attached = self.command("Target.attachToTarget", targetId=pages[0]["targetId"], flatten=True)
        return str(attached["sessionId"])

    # ---------------------------------------------------------------- protocol
    def command(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The answer to a command."""
        number = next(self.numbers)
        text: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if self.session:
            text["sessionId"] = self.session
        os.write(self.commands, json.dumps(text).encode() + b"\0")
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for message in self._messages(end - time.monotonic()):
                if message.get("id") == number:
                    if "error" in message:
                        raise RuntimeError(f"{method}: {message['error']}")
                    return dict(message["result"])
        raise TimeoutError(f"{method} was not answered")

    def _messages(self, patience: float) -> list[dict[str, Any]]:
        """Messages that have come; events are noted."""
        ready, _, _ = select.select([self.events], [], [], patience)
        if not ready:
            return []
        self.buffer += os.read(self.events, 1 << 20)
        *whole, self.buffer = self.buffer.split(b"\0")
        found = [json.loads(text) for text in whole]
        for message in found:
            self._note(message)
        return found

    def _note(self, message: dict[str, Any]) -> None:
        method, values = message.get("method"), message.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(values["request"]["url"])
        elif method == "Runtime.consoleAPICalled":
            self.messages.append(" ".join(str(one.get("value", "")) for one in values["args"]))
        elif method == "Runtime.exceptionThrown":
            details = values["exceptionDetails"]
            self.messages.append(str(details.get("exception", {}).get("description", details["text"])))
        elif method == "Log.entryAdded":
            self.messages.append(values["entry"]["text"])

    # ---------------------------------------------------------------- a page
    def open(self, address: str | Path, state: str = "") -> None:
        """Open a file or an address and wait for the viewer; `state` is what the address carries after #."""
        text = Path(address).resolve().as_uri() if isinstance(address, Path) else address
        self.command("Page.navigate", url="about:blank")
        self.command("Page.navigate", url=f"{text}#{state}" if state else text)
        self.wait("globalThis.viewer !== undefined || document.getElementById('problem') !== null")
        self.wait("!globalThis.viewer || !viewer.dirty")

    def value(self, expression: str) -> Any:
        """The value of an expression of JavaScript; promises are awaited."""
        answer = self.command("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait(self, expression: str, patience: float = PATIENCE) -> None:
        """Wait until an expression is true."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            with contextlib.suppress(RuntimeError):
                if self.value(f"Boolean({expression})"):
                    return
            time.sleep(0.05)
        raise TimeoutError(f"{expression} did not become true; the page said: {self.messages}")

    def click(self, selector: str) -> None:
        """Click an element."""
        self.value(f"document.querySelector({json.dumps(selector)}).click()")

    def mouse(self, kind: str, x: float, y: float, button: str = "left") -> None:
        """`mousePressed`, `mouseMoved` or `mouseReleased`, as from the hand of a user."""
        self.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1)

    def key(self, key: str) -> None:
        """Press and release a key."""
        text = {"text": key} if len(key) == 1 else {}
        self.command("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self.command("Input.dispatchKeyEvent", type="keyUp", key=key)

    def resize(self, width: int, height: int, mobile: bool = False) -> None:
        """The size of the window [pixel]."""
        options = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}
        self.command("Emulation.setDeviceMetricsOverride", **options)

    def picture(self, path: Path | None = None) -> bytes:
        """The page as PNG."""
        data = base64.b64decode(self.command("Page.captureScreenshot", format="png")["data"])
        if path is not None:
            path.write_bytes(data)
        return data
