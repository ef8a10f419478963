"""The bar appears late, on a terminal only."""

import io

from snodo.integrators.progress import ProgressBar


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_nothing_before_the_delay():
    stream = Terminal()
    with ProgressBar(0.0, 10.0, delay=1e9, stream=stream) as bar:
        bar(5.0)
        assert stream.getvalue() == ""
    assert stream.getvalue() == ""


def test_nothing_unless_on_a_terminal():
    stream = io.StringIO()
    with ProgressBar(0.0, 10.0, delay=0.0, stream=stream) as bar:
        bar(5.0)
    assert stream.getvalue() == ""


def test_bar_shows_the_time_reached_and_goes():
    stream = Terminal()
    with ProgressBar(2.0, 12.0, label="swinging", delay=0.0, stream=stream) as bar:
        bar(4.5)
        assert stream.getvalue()
    assert "swinging t = 4.5 s" in stream.getvalue()
    assert stream.getvalue().endswith("\x1b[1A\x1b[2K")  # up, and the line is empty again
