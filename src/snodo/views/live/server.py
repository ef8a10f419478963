"""The local server: requests with their guards, one thread each, on the loopback address.

A request that is not complete after some seconds is cut off, however slowly it trickles in; connections and streams of
events are limited.  Head and body of an answer leave in one packet: otherwise each waits 40 ms for a delayed ACK.
"""

from __future__ import annotations

import json
import select
import socket
import threading
import time
import traceback
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, cast

from snodo.errors import Problem, SnodoError
from snodo.views.live import guards
from snodo.views.scene.page import LIVE, POLICY

if TYPE_CHECKING:
    from snodo.views.live.application import Application

MOST_CONNECTIONS, MOST_STREAMS = 48, 4
"""A browser opens six connections to one server: streams of events leave two for pages and questions."""
READING, IDLE = 10.0, 60.0
"""Time for a request to be complete, and between two requests of a connection [s]."""
TICK = 0.2
"""Time between two looks at slow requests, and at whether a reader of events has gone [s]."""
Address = tuple[str, int]


class Server(ThreadingHTTPServer):
    """Listens on 127.0.0.1 and nowhere else."""

    daemon_threads = True
    allow_reuse_address = False
    request_queue_size = 32

    def __init__(self, application: Application, port: int) -> None:
        self.application = application
        self.ended = threading.Event()
        self.serving = False
        """Whether a thread answers, or is about to."""
        self._deadlines: dict[socket.socket, float] = {}
        self._open: set[socket.socket] = set()
        self._streams = threading.BoundedSemaphore(MOST_STREAMS)
        try:
            super().__init__(("127.0.0.1", port), Handler)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            remedy = "choose another port, or leave it out: a free one is found"
            raise SnodoError(Problem(f"port {port} cannot be used: {reason}", remedy)) from None
        threading.Thread(target=self._cut_off_the_slow, daemon=True, name="snodo-slow").start()

    def serve_forever(self, poll_interval: float = 0.05) -> None:
        """Answer until the end."""
        super().serve_forever(poll_interval)

    # ---------------------------------------------------------------- connections
    def verify_request(self, request: Any, client_address: Any) -> bool:
        """Whether there is room for one more connection."""
        return len(self._open) < MOST_CONNECTIONS

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer the requests of one connection."""
        self._open.add(request)
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._open.discard(request)
            self._deadlines.pop(request, None)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Connections that break off are no news."""

    def hurry(self, connection: socket.socket) -> None:
        """Its request must be complete soon."""
        self._deadlines[connection] = time.monotonic() + READING

    def relax(self, connection: socket.socket) -> None:
        """Its request is complete."""
        self._deadlines.pop(connection, None)

    def _cut_off_the_slow(self) -> None:
        while not self.ended.wait(TICK):
            now = time.monotonic()
            for connection, deadline in list(self._deadlines.items()):
                if now > deadline:
                    self.relax(connection)
                    _shut(connection)

    # ---------------------------------------------------------------- events
    def stream(self) -> bool:
        """Take one of the streams of events; whether there was one left."""
        return self._streams.acquire(blocking=False)

    def stream_ended(self) -> None:
        """Give it back."""
        self._streams.release()

    def end(self) -> None:
        """Stop listening and end all connections."""
        self.ended.set()
        if self.serving:
            self.shutdown()
        self.server_close()
        for connection in list(self._open):
            _shut(connection)


def _shut(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    server_version, sys_version = "snodo", ""
    timeout = IDLE
    disable_nagle_algorithm = True
    wbufsize = -1

    @property
    def own(self) -> Server:
        """The server."""
        return cast(Server, self.server)

    @property
    def application(self) -> Application:
        """What answers."""
        return self.own.application

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are not written to the terminal."""

    def handle_one_request(self) -> None:
        """Wait for the first byte; the rest must follow soon."""
        self.rfile.peek(1)  # type: ignore[attr-defined]
        self.own.hurry(self.connection)
        try:
            super().handle_one_request()
        finally:
            self.own.relax(self.connection)

    def handle(self) -> None:
        """Answer requests until the connection ends."""
        with suppress(OSError, ValueError):
            super().handle()

    # ---------------------------------------------------------------- requests
    def do_GET(self) -> None:
        """The page, or events."""
        self.own.relax(self.connection)
        if self._entered():
            return
        refused = self.application.doors.refused(self.path, self._every)
        if refused:
            return self._refuse(refused)
        what = guards.READABLE.get(self.application.doors.split(self.path)[1])
        if what is None:
            return self._refuse(guards.Refusal(404, "there is no such page"))
        if what == "changes":
            return self._events()
        policy = {"Content-Security-Policy": f"{POLICY}{LIVE}; {guards.OUTSIDE}"}
        return self._answer(200, "text/html; charset=utf-8", self.application.page(), policy)

    def do_POST(self) -> None:
        """A question with JSON, answered with JSON."""
        doors = self.application.doors
        refused: Any = doors.refused(self.path, self._every)
        what = guards.WRITABLE.get(doors.split(self.path)[1])
        if not refused and what is None:
            refused = guards.Refusal(404, "there is no such question")
        size = refused or guards.refused_body(self._every)
        if isinstance(size, guards.Refusal):
            return self._refuse(size)
        sent = self.rfile.read(size)
        self.own.relax(self.connection)
        if len(sent) < size:
            self.close_connection = True
            return None
        return self._answer(*self._asked(str(what), sent))

    def _asked(self, what: str, sent: bytes) -> tuple[int, str, bytes]:
        kind = "application/json"
        try:
            answer = self.application.ask(what, guards.understood(json.loads(sent)))
        except SnodoError as error:
            return 400, kind, json.dumps({"problem": str(error)}).encode()
        except (ValueError, TypeError, KeyError, RecursionError):
            return 400, kind, json.dumps({"problem": "the question was not understood"}).encode()
        except Exception:  # an error of the program: the page is told, and the server lives on
            traceback.print_exc()
            return 500, kind, json.dumps({"problem": "an error of the program: see the terminal"}).encode()
        return 200, kind, json.dumps(answer, allow_nan=False).encode()

    def _every(self, name: str) -> list[str]:
        return [str(value) for value in self.headers.get_all(name, [])]

    def _entered(self) -> bool:
        """Lead a browser that was started with the address for one visit to the page; it works once."""
        doors = self.application.entrance(self.path, self._every)
        if doors:
            self._answer(303, "text/plain", b"", {"Location": doors})
        return bool(doors)

    # ---------------------------------------------------------------- answers
    def _answer(self, code: int, kind: str, body: bytes, more: dict[str, str] | None = None) -> None:
        self.send_response(code)
        sizes = {"Content-Type": kind, "Content-Length": str(len(body))}
        for name, value in {**sizes, **guards.HEADERS, **(more or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
        self.wfile.flush()

    def _refuse(self, refusal: guards.Refusal) -> None:
        """Say why, and end the connection: what else was sent is not read."""
        self.close_connection = True
        self._answer(refusal.code, "text/plain; charset=utf-8", refusal.words.encode())

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse requests that are malformed, or of another method, without repeating what they said."""
        self.command = getattr(self, "command", None) or "GET"
        self.request_version = getattr(self, "request_version", None) or "HTTP/1.1"
        self._refuse(guards.Refusal(405 if code == 501 else code, "not understood"))

    def _events(self) -> None:
        """The state of the file, now and after each change, until the page is closed."""
        if not self.own.stream():
            return self._refuse(
                guards.Refusal(503, f"there are {MOST_STREAMS} streams of events already: close a page")
            )
        self.close_connection = True
        try:
            self.send_response(200)
            for name, value in {"Content-Type": "text/event-stream", **guards.HEADERS}.items():
                self.send_header(name, value)
            self.end_headers()
            told = None
            while not self.own.ended.is_set() and not self._reader_gone():
                news = self.application.news()
                if news != told:
                    self.wfile.write(b"data: " + json.dumps(news).encode() + b"\n\n")
                    self.wfile.flush()
                    told = news
                self.application.wait_for_news(TICK)
        finally:
            self.own.stream_ended()
        return None

    def _reader_gone(self) -> bool:
        """Whether the other end closed the connection: nothing else would make it readable."""
        return bool(select.select([self.connection], [], [], 0)[0])
