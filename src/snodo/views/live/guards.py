"""Which requests the local server answers: its own page's, and nobody else's.

* Host must be the loopback address with our port: a foreign name made to point here (DNS rebinding) is refused.
* Origin, if there is one, must be ours, and Sec-Fetch-Site must not say that another site asks.
* The first part of the path must be the token of this run, compared in constant time: other users of this computer, and
  other sites, do not know it.
* What is asked for must be in a closed table of names: no file is ever opened by a name from the network.
* What is sent must be declared as JSON (which a form of another site cannot do), and be short.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Any, NamedTuple

MOST_BYTES = 10_000
"""Largest body of a request."""
READABLE = {"": "page", "changes": "changes"}
WRITABLE = {"move": "move", "reset": "reset", "motion": "motion"}
"""Names of what can be asked for, and what answers."""
OUTSIDE = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
NOTHING = f"default-src 'none'; {OUTSIDE}"
"""Policy of answers that are not pages."""
HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Content-Security-Policy": NOTHING,
}
"""Headers of every answer."""


class Refusal(NamedTuple):
    """An answer to a request that is not allowed."""

    code: int
    words: str


class Doors:
    """Where the server can be reached, and by which token."""

    def __init__(self, port: int, token: str) -> None:
        self.hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self.origins = {f"http://{host}" for host in self.hosts}
        self.token = token

    def refused(self, path: str, every: Callable[[str], list[str]]) -> Refusal | None:
        """Why a request is not answered; `every` gives all headers of a name."""
        hosts, origins, sites = every("Host"), every("Origin"), every("Sec-Fetch-Site")
        if len(hosts) != 1 or hosts[0].lower() not in self.hosts:
            return Refusal(403, "this server answers on the loopback address only")
        if any(origin not in self.origins for origin in origins):
            return Refusal(403, "this server answers its own page only")
        if any(site not in ("same-origin", "none") for site in sites):
            return Refusal(403, "this server answers its own page only")
        if not same(self.split(path)[0], self.token):
            return Refusal(403, "this address is not complete: use the one that snodo view printed")
        return None

    @staticmethod
    def split(path: str) -> tuple[str, str]:
        """Token and name of what is asked for."""
        pieces = path.split("/", 2)
        return (pieces[1], pieces[2]) if len(pieces) == 3 and not pieces[0] else ("", "")


def same(given: str, expected: str) -> bool:
    """Whether two texts are equal, in a time that does not tell how much of them is."""
    return hmac.compare_digest(given.encode("utf-8", "surrogateescape"), expected.encode())


def refused_body(every: Callable[[str], list[str]]) -> Refusal | int:
    """Why a body is not read, or its length."""
    if every("Transfer-Encoding"):
        return Refusal(411, "say how long the body is")
    if every("Content-Type") != ["application/json"]:
        return Refusal(415, "send application/json")
    lengths = every("Content-Length")
    if len(lengths) != 1 or not lengths[0].isascii() or not lengths[0].isdigit():
        return Refusal(411, "say how long the body is")
    size = int(lengths[0]) if len(lengths[0]) < 10 else MOST_BYTES + 1
    return Refusal(413, f"the body is longer than {MOST_BYTES} bytes") if size > MOST_BYTES else size


def understood(value: Any) -> dict[str, Any]:
    """What was sent, which must be an object; ValueError otherwise."""
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return value
