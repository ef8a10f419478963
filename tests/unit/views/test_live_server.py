"""The local server of `snodo view`, attacked: only its own page is answered, and only from the closed table."""

import http.client
import json
import shutil
import socket
import threading
import time
from pathlib import Path

import pytest

import snodo as sn
from snodo.views.live import server as server_module
from snodo.views.live.application import Application
from snodo.views.live.guards import HEADERS, MOST_BYTES

EXAMPLES = Path(__file__).parents[3] / "examples"
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def application(tmp_path_factory):
    file = tmp_path_factory.mktemp("live") / "four_bar.yaml"
    shutil.copy(EXAMPLES / "four_bar.yaml", file)
    found = Application(file)
    found.start()
    yield found
    found.close()


def ask(application, method="GET", path=None, headers=None, body=None):
    """Status, headers and body of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", application.port, timeout=20)
    path = f"/{application.doors.token}/" if path is None else path
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    sent = {"Host": f"127.0.0.1:{application.port}", **(headers or {})}
    if body is not None and "Content-Length" not in sent and "Transfer-Encoding" not in sent:
        sent["Content-Length"] = str(len(body))
    for name, value in sent.items():
        if value is not None:
            connection.putheader(name, value)
    connection.endheaders(body)
    answer = connection.getresponse()
    found = answer.status, dict(answer.getheaders()), answer.read()
    connection.close()
    return found


def post(application, what, asked, **headers):
    body = json.dumps(asked).encode() if not isinstance(asked, bytes) else asked
    path = f"/{application.doors.token}/{what}"
    status, _, found = ask(application, "POST", path, {**JSON, **headers}, body)
    return status, json.loads(found) if found.startswith(b"{") else found


def raw(application, data, patience=20.0):
    """What comes back for some bytes."""
    with socket.create_connection(("127.0.0.1", application.port), timeout=patience) as s:
        s.sendall(data)
        s.shutdown(socket.SHUT_WR)
        found = b""
        while piece := s.recv(65536):
            found += piece
    return found


# ---------------------------------------------------------------- what it is for
def test_the_page_is_answered_with_all_headers(application):
    status, headers, body = ask(application)
    assert status == 200
    assert b'id="scene"' in body
    for name, value in HEADERS.items():
        if name != "Content-Security-Policy":
            assert headers[name] == value
    policy = headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    for piece in ("connect-src 'self'", "frame-ancestors 'none'", "form-action 'none'"):
        assert piece in policy
    assert headers["Server"].strip() == "snodo"  # no versions


def test_a_move_is_answered(application):
    status, answer = post(application, "move", {"to": {"A.angle": 0.3}, "version": application.version})
    assert status == 200
    assert answer["values"] == [0.3]
    assert answer["stuck"] == ""
    status, answer = post(application, "reset", {"version": application.version})
    assert answer["values"] == [0.0]
    status, answer = post(application, "motion", {"number": 0, "version": application.version})
    assert status == 200
    assert answer["count"] > 10


def test_own_origin_is_allowed(application):
    own = {"Origin": f"http://127.0.0.1:{application.port}", "Sec-Fetch-Site": "same-origin"}
    asked = {"to": {}, "version": application.version}
    assert post(application, "move", asked, **own)[0] == 200
    assert ask(application, headers={"Host": f"localhost:{application.port}", "Sec-Fetch-Site": "none"})[0] == 200


def test_it_listens_on_the_loopback_address_only(application):
    assert application.server.socket.getsockname()[0] == "127.0.0.1"
    others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)} - {"127.0.0.1"}
    for other in others - {a for a in others if a.startswith("127.")}:
        with pytest.raises((ConnectionError, TimeoutError)):
            socket.create_connection((other, application.port), timeout=2).close()


# ---------------------------------------------------------------- other sites
@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "[::1]:{port}", ""]
)
def test_a_foreign_host_is_refused(application, host):
    """A name of somebody else that was made to point to this computer."""
    assert ask(application, headers={"Host": host.format(port=application.port)})[0] == 403


def test_no_host_or_two_hosts_are_refused(application):
    path = f"GET /{application.doors.token}/ HTTP/1.1\r\n".encode()
    own = f"Host: 127.0.0.1:{application.port}\r\n".encode()
    assert b" 403 " in raw(application, path + b"\r\n").split(b"\r\n")[0]
    assert b" 403 " in raw(application, path + own + b"Host: evil.example\r\n\r\n").split(b"\r\n")[0]


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:{port}", "http://evil:{port}"]
)
def test_a_foreign_origin_is_refused(application, origin):
    headers = {"Origin": origin.format(port=application.port)}
    assert ask(application, headers=headers)[0] == 403
    assert post(application, "move", {"to": {}, "version": application.version}, **headers)[0] == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site", "anything"])
def test_what_another_site_fetches_is_refused(application, site):
    assert ask(application, headers={"Sec-Fetch-Site": site})[0] == 403


def test_a_form_of_another_site_cannot_be_understood(application):
    """Without a preflight a site can send these three types only."""
    asked = json.dumps({"to": {"A.angle": 1.0}, "version": application.version}).encode()
    path = f"/{application.doors.token}/move"
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None):
        assert ask(application, "POST", path, {"Content-Type": kind}, asked)[0] == 415


def test_a_preflight_is_not_answered(application):
    headers = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    status, found, _ = ask(application, "OPTIONS", headers=headers)
    assert status == 405
    assert not [name for name in found if name.lower().startswith("access-control")]


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "HEAD", "TRACE", "CONNECT", "<script>"])
def test_other_methods_are_refused(application, method):
    line = f"{method} /{application.doors.token}/ HTTP/1.1\r\nHost: 127.0.0.1:{application.port}\r\n\r\n"
    answer = raw(application, line.encode())
    assert b" 405 " in answer.split(b"\r\n")[0]
    assert b"script" not in answer


# ---------------------------------------------------------------- the token and the table of names
@pytest.mark.parametrize("change", ["", "x", "{token}x", "{short}", "%00", "é", "{token}%20"])
def test_without_the_token_nothing_is_answered(application, change):
    token = application.doors.token
    path = "/" + change.format(token=token, short=token[:-1]) + "/"
    line = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{application.port}\r\n\r\n"
    assert b" 403 " in raw(application, line.encode("utf-8")).split(b"\r\n")[0]


def test_the_token_is_long_and_new_each_time(application):
    other = Application(sn.load(EXAMPLES / "pendulum.yaml"))
    assert len(application.doors.token) >= 22  # 128 bits
    assert other.doors.token != application.doors.token
    other.server.server_close()


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        "%2e%2e/%2e%2e/etc/passwd",
        "..%2f..%2fetc%2fpasswd",
        "/etc/passwd",
        "four_bar.yaml",
        "changes/",
        "changes?x=1",
        "?x",
        "page",
        "move",
        "\\..\\windows",
        "%00",
        "." * 3000,
    ],
)
def test_only_names_of_the_table_are_answered(application, name):
    status, _, body = ask(application, path=f"/{application.doors.token}/{name}")
    assert status == 404
    assert b"root:" not in body
    assert b"mechanism" not in body


def test_an_absolute_address_is_refused(application):
    token, port = application.doors.token, application.port
    for path in (f"http://127.0.0.1:{port}/{token}/", f"//evil.example/{token}/", "*"):
        line = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
        assert b" 200 " not in raw(application, line.encode()).split(b"\r\n")[0]


def test_the_address_for_a_browser_works_once(tmp_path):
    """It is seen in the list of processes; the address it leads to is not."""
    found = Application(sn.load(EXAMPLES / "pendulum.yaml"))
    found.start()
    path = "/" + found.address_for_one_visit.split("/", 3)[3]
    assert ask(found, path=path, headers={"Origin": "https://evil.example"})[0] == 403
    status, headers, _ = ask(found, path=path)
    assert status == 303
    assert headers["Location"] == f"/{found.doors.token}/"
    assert ask(found, path=path)[0] == 403
    found.close()


# ---------------------------------------------------------------- bodies
@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"1", b'"x"', b"null", b"\xff\xfe", b'{"to":1,"version":1}', b"[" * 9000, b'{"version":1}'],
)
def test_bodies_that_are_not_understood(application, body):
    status, answer = post(application, "move", body)
    assert status == 400
    assert "problem" in answer


@pytest.mark.parametrize("value", ["NaN", "Infinity", '"1"', "null", "true", "1e999", "[1]"])
def test_values_that_are_no_numbers(application, value):
    body = f'{{"to": {{"A.angle": {value}}}, "version": {application.version}}}'.encode()
    assert post(application, "move", body)[0] == 400
    assert post(application, "move", {"to": {}, "version": application.version})[1]["stuck"] == ""


def test_a_long_body_is_refused_before_it_is_read(application):
    path = f"/{application.doors.token}/move"
    for length in (str(MOST_BYTES + 1), "9" * 30):
        status, _, _ = ask(application, "POST", path, {**JSON, "Content-Length": length}, b"{}")
        assert status == 413
    for length in ("-1", "+1", "1_0", "²", "x", ""):
        sent = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{application.port}\r\nContent-Type: application/json\r\n"
        answer = raw(application, f"{sent}Content-Length: {length}\r\n\r\n{{}}".encode("latin-1", "replace"))
        assert b" 411 " in answer.split(b"\r\n")[0]


def test_chunked_bodies_are_refused(application):
    path = f"/{application.doors.token}/move"
    status, _, _ = ask(application, "POST", path, {**JSON, "Transfer-Encoding": "chunked"}, b"2\r\n{}\r\n0\r\n\r\n")
    assert status == 411


def test_nothing_follows_a_refused_request_on_its_connection(application):
    """What was sent as a body is never taken for another request."""
    own = f"Host: 127.0.0.1:{application.port}\r\n"
    inner = f"GET /{application.doors.token}/ HTTP/1.1\r\n{own}\r\n"
    line = f"POST /wrong/move HTTP/1.1\r\n{own}Content-Length: {len(inner)}\r\n\r\n{inner}"
    assert raw(application, line.encode()).count(b"HTTP/1.1") == 1


def test_a_page_that_is_out_of_date_is_told(application):
    status, answer = post(application, "move", {"to": {"A.angle": 0.1}, "version": -1})
    assert status == 400
    assert "out of date" in answer["problem"]


def test_an_error_of_the_program_does_not_end_the_server(application, monkeypatch, capsys):
    monkeypatch.setattr(application.content, "move", lambda wanted: 1 / 0)
    status, answer = post(application, "move", {"to": {}, "version": application.version})
    assert status == 500
    assert "ZeroDivisionError" not in answer["problem"]
    monkeypatch.undo()
    assert post(application, "move", {"to": {}, "version": application.version})[0] == 200


# ---------------------------------------------------------------- patience
def test_half_sent_requests_are_cut_off_even_if_they_trickle(monkeypatch):
    monkeypatch.setattr(server_module, "READING", 0.6)
    found = Application(sn.load(EXAMPLES / "pendulum.yaml"))
    found.start()
    head = f"POST /{found.doors.token}/move HTTP/1.1\r\nHost: 127.0.0.1:{found.port}\r\n".encode()
    for start in (b"GET", head, head + b"Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"):
        with socket.create_connection(("127.0.0.1", found.port), timeout=20) as s:
            s.sendall(start)
            ended = False
            for _ in range(200):
                s.settimeout(0.05)
                try:
                    ended = s.recv(100) == b""
                except TimeoutError:
                    ended = False
                except ConnectionError:
                    ended = True
                if ended:
                    break
                try:
                    s.sendall(b"x")
                except OSError:
                    ended = True
                    break
            assert ended
    assert ask(found)[0] == 200
    found.close()


def test_there_are_at_most_four_streams_of_events(application):
    line = f"GET /{application.doors.token}/changes HTTP/1.1\r\nHost: 127.0.0.1:{application.port}\r\n\r\n".encode()
    streams = []
    try:
        for _ in range(server_module.MOST_STREAMS):
            s = socket.create_connection(("127.0.0.1", application.port), timeout=20)
            s.sendall(line)
            assert b" 200 " in s.recv(200).split(b"\r\n")[0]
            streams.append(s)
        assert b" 503 " in raw(application, line).split(b"\r\n")[0]
        assert ask(application)[0] == 200  # the page still comes
    finally:
        for s in streams:
            s.close()
    end = time.monotonic() + 20
    while time.monotonic() < end:  # closed pages make room
        with socket.create_connection(("127.0.0.1", application.port), timeout=20) as s:
            s.sendall(line)
            if b" 200 " in s.recv(200).split(b"\r\n")[0]:
                return
        time.sleep(0.1)
    raise AssertionError("streams were not given back")


def test_connections_are_limited(monkeypatch):
    monkeypatch.setattr(server_module, "MOST_CONNECTIONS", 5)
    found = Application(sn.load(EXAMPLES / "pendulum.yaml"))
    found.start()
    idle = [socket.create_connection(("127.0.0.1", found.port), timeout=20) for _ in range(5)]
    end = time.monotonic() + 20
    while len(found.server._open) < 5 and time.monotonic() < end:
        time.sleep(0.02)
    with pytest.raises((OSError, http.client.HTTPException)):
        ask(found)
    for s in idle:
        s.close()
    while found.server._open and time.monotonic() < end:
        time.sleep(0.02)
    assert ask(found)[0] == 200
    found.close()


# ---------------------------------------------------------------- the end
def test_it_ends_when_asked_with_connections_open():
    found = Application(sn.load(EXAMPLES / "pendulum.yaml"))
    found.start()
    line = f"GET /{found.doors.token}/changes HTTP/1.1\r\nHost: 127.0.0.1:{found.port}\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", found.port), timeout=20) as s:
        s.sendall(line)
        s.recv(200)
        found.close()
        while s.recv(1000):
            pass
    assert not found.running
    with pytest.raises((ConnectionError, TimeoutError)):
        socket.create_connection(("127.0.0.1", found.port), timeout=2).close()
    found.close()  # once more is no error


def test_a_port_in_use_is_said(application):
    with pytest.raises(sn.SnodoError, match=f"port {application.port} cannot be used"):
        Application(sn.load(EXAMPLES / "pendulum.yaml"), application.port)


def test_moves_of_many_pages_at_once_do_not_mix(application):
    answers = []

    def work(value):
        asked = {"to": {"A.angle": value}, "version": application.version}
        answers.extend(post(application, "move", asked)[1]["values"][0] - value for _ in range(10))

    threads = [threading.Thread(target=work, args=(0.05 * k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 40
    assert max(map(abs, answers)) == 0.0
