"""`sn.view`: look at a mechanism or a result in the browser."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, Union

from snodo.errors import Problem, SnodoError
from snodo.spelling import spelled

if TYPE_CHECKING:
    from types import TracebackType

    from snodo.formulations.base import Formulation
    from snodo.mechanism.mechanism import Mechanism
    from snodo.results.result import Result

Viewable: TypeAlias = Union["str | Path", "Mechanism", "Formulation", "Result"]


class View:
    """A page that a local server keeps alive until `close`; as a context it closes at the end."""

    def __init__(self, application: Any) -> None:
        self._application = application

    @property
    def address(self) -> str:
        """Where the page is; it works on this computer only."""
        return str(self._application.address)

    @property
    def running(self) -> bool:
        """Whether the server still answers."""
        return bool(self._application.running)

    def wait(self) -> None:
        """Wait until it is closed; Ctrl-C closes it."""
        try:
            while self.running:
                self._application.wait(0.5)
        except KeyboardInterrupt:
            self.close()

    def close(self) -> None:
        """End the server."""
        self._application.close()

    def __enter__(self) -> View:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<view at {self.address}>" if self.running else "<view, closed>"


@spelled
def view(
    what: Viewable,
    *,
    port: int = 0,
    browser: bool = True,
    wait: bool | None = None,
    meshes: str | Path | None = None,
) -> View:
    """Open a mechanism or a result in the browser.

    A mechanism can be moved with a slider for each of its freedoms; loops stay closed.  Beside it are the doctor's
    findings and the free motions.  A file is read again when it is saved.  A result is played.  The page comes from a
    server that answers this computer only.

    Parameters
    ----------
    what : str, path, Mechanism or Result
        A model file (.yaml, .yml, .json, .urdf), a saved result (.nc), or a mechanism or a result.
    port : int, optional
        Port of the server; by default a free one.
    browser : bool, optional
        Whether to open the browser; otherwise open `address` yourself.
    wait : bool, optional
        Whether to wait until Ctrl-C; by default in scripts, but not in interactive sessions.
    meshes : str or path, optional
        Folder of the meshes of a robot, if they are not found.

    Returns
    -------
    View
        The `address` of the page, and `close` to end its server.

    Raises
    ------
    SnodoError
        If there is no such file or folder, or the port is in use.

    Examples
    --------
    >>> page = sn.view(pendulum, browser=False, wait=False)
    >>> page.address.startswith("http://127.0.0.1:")
    True
    >>> page.close()
    """
    from snodo.views.live.application import Application

    application = Application(what, checked_port(port), meshes)
    if application.problems and application.source.path is None:
        application.close()
        raise SnodoError(application.problems)
    application.start()
    opened = View(application)
    if browser:
        open_browser(application.address_for_one_visit)
    if (not interactive()) if wait is None else wait:
        print(f"{application.source.name}: {application.address} (Ctrl-C ends it)")
        opened.wait()
    return opened


def checked_port(port: Any) -> int:
    """A port number; SnodoError otherwise."""
    if isinstance(port, bool) or not isinstance(port, int) or not 0 <= port <= 65535:
        raise SnodoError(Problem(f"port is {port!r}", "give a whole number from 0 (any free port) to 65535"))
    return port


def interactive() -> bool:
    """Whether somebody types at a prompt: the session outlives the call."""
    return hasattr(sys, "ps1") or bool(sys.flags.interactive) or "ipykernel" in sys.modules


def open_browser(address: str) -> bool:
    """Open the browser in the background; False if there is none, or only one that would take over the terminal."""
    windows = sys.platform in ("win32", "darwin", "cygwin") or "microsoft" in os.uname().release.lower()
    if not windows and not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True, name="snodo-browser").start()
    return True
