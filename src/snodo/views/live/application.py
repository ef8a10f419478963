"""`snodo view`: a model or a result behind a local server, read again whenever its file is saved."""

from __future__ import annotations

import secrets
import threading
from pathlib import Path
from typing import Any

from snodo.errors import Problem, SnodoError
from snodo.views.live.guards import Doors, same
from snodo.views.live.model import LiveModel
from snodo.views.live.problems_page import as_data, problems_page
from snodo.views.live.server import Server
from snodo.views.live.sources import Source
from snodo.views.scene.page import page_of

LOOK = 0.15
"""Time between two looks at the file [s]; it is read when it has not changed between two of them."""


class Application:
    """What the server shows.

    `start` begins to answer in a thread of its own; `close` ends it.
    """

    def __init__(self, what: Any, port: int = 0, meshes: str | Path | None = None) -> None:
        self.source = Source(what, meshes)
        self.source.must_exist()
        self.content: LiveModel | dict[str, Any] | None = None
        self.problems: list[Problem] = []
        self.version = 0
        self.lock = threading.RLock()
        self._changed = threading.Condition()
        self._once = secrets.token_urlsafe(16)
        self._page: tuple[int, bytes] | None = None
        self._read()
        self._seen = self.source.stamp()
        self.server = Server(self, port)
        self.port = int(self.server.server_address[1])
        self.doors = Doors(self.port, secrets.token_urlsafe(16))
        self.address = f"http://127.0.0.1:{self.port}/{self.doors.token}/"
        self.address_for_one_visit = f"http://127.0.0.1:{self.port}/{self._once}/"
        self._threads = [threading.Thread(target=self._serve, daemon=True, name="snodo-view")]
        if self.source.files:
            self._threads.append(threading.Thread(target=self._watch, daemon=True, name="snodo-watch"))

    # ---------------------------------------------------------------- life
    def start(self) -> None:
        """Begin to answer."""
        self.server.serving = True
        for thread in self._threads:
            thread.start()

    def wait(self, timeout: float | None = None) -> None:
        """Wait until it is closed."""
        self._threads[0].join(timeout)

    @property
    def running(self) -> bool:
        """Whether it answers."""
        return self._threads[0].is_alive()

    def close(self) -> None:
        """End the server and all its connections."""
        if not self.server.ended.is_set():
            self.server.end()
        for thread in self._threads:
            if thread.ident is not None and thread is not threading.current_thread():
                thread.join(5.0)

    def _serve(self) -> None:
        self.server.serve_forever()

    # ---------------------------------------------------------------- the file
    def _watch(self) -> None:
        pending = self._seen
        while not self.server.ended.wait(LOOK):
            now = self.source.stamp()
            if now != self._seen and now == pending:
                self._read()
                now = self._seen = self.source.stamp()  # other files may be included now
            pending = now

    def _read(self) -> None:
        """Read what is viewed; what is wrong with it becomes the problems that the page shows."""
        try:
            content, problems = self.source.read(), []
        except SnodoError as error:
            content, problems = None, error.problems
        except Exception as error:  # an error of the program must not end the server
            content, problems = None, [Problem(f"an error of the program: {type(error).__name__}: {error}")]
        with self.lock:
            if isinstance(content, LiveModel) and isinstance(self.content, LiveModel):
                content.take_over(self.content.values_by_name())
            self.problems = problems
            if content is not None:
                self.content = content
                self.version += 1
        with self._changed:
            self._changed.notify_all()

    # ---------------------------------------------------------------- answers
    def entrance(self, path: str, every: Any) -> str:
        """The path of the page for the one visit of a browser that was started with `address_for_one_visit`."""
        with self.lock:
            if not self._once or not same(self.doors.split(path)[0], self._once):
                return ""
            visited = Doors(self.port, self._once).refused(path, every)
            if visited or self.doors.split(path)[1]:
                return ""
            self._once = ""
            return f"/{self.doors.token}/"

    def page(self) -> bytes:
        """The page as it is now."""
        with self.lock:
            if self.content is None:
                return problems_page(self.source.name, self.problems).encode()
            if isinstance(self.content, LiveModel):
                scene = self.content.scene()
                return page_of(scene | {"live": scene["live"] | {"version": self.version}}, live=True).encode()
            if self._page is None or self._page[0] != self.version:
                scene = self.content | {"live": {"version": self.version}}
                self._page = self.version, page_of(scene, live=True).encode()
            return self._page[1]

    def ask(self, what: str, asked: dict[str, Any]) -> dict[str, Any]:
        """The answer to a question of the page."""
        with self.lock:
            model = self.content
            if not isinstance(model, LiveModel):
                raise SnodoError(Problem("there is nothing to be moved"))
            if asked.get("version") != self.version:
                raise SnodoError(Problem("the file was read again: the page is out of date", "load it again"))
            if what == "move":
                wanted = asked["to"]
                if not isinstance(wanted, dict):
                    raise TypeError
                return model.move(wanted)
            return model.reset() if what == "reset" else model.motion(asked["number"])

    def news(self) -> dict[str, Any]:
        """Which version of the file the page should show, and what is wrong with the file now."""
        with self.lock:
            return {"version": self.version, "problems": as_data(self.problems)}

    def wait_for_news(self, seconds: float) -> None:
        """Wait for a change, at most for some time."""
        with self._changed:
            self._changed.wait(seconds)
