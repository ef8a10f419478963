"""`snodo view`: a model or a result in the browser."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import click

from snodo.cli.printing import OutputFile, problems_reported, report, wrote

EPILOG = """\b
Examples:
  snodo view four_bar.yaml                      move it with sliders; saving the file refreshes the page
  snodo view run.nc                             play a saved result
  snodo view arm.urdf --static arm.html         one file with sliders, for open chains"""


@click.command(epilog=EPILOG, short_help="Open a model or a result in the browser.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--no-open", is_flag=True, help="Print the address only, without opening the browser.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port of the local server; default: a free one.")
@click.option("--static", type=OutputFile(".html"), help="Write one self-contained page instead, without a server.")
@click.option("--meshes", type=click.Path(path_type=Path), metavar="FOLDER", help="Where the meshes of a robot are.")
def view(file: Path, no_open: bool, port: int, static: Path | None, meshes: Path | None) -> None:
    """Open FILE, a model or a saved result (.nc), in the browser.

    A model can be moved with one slider for each freedom while its loops stay closed; the page shows degrees of
    freedom, redundant joints in colour and free motions, and follows the file whenever it is saved.  The server answers
    this computer only; Ctrl-C ends it.
    """
    with problems_reported():
        if static is not None:
            _write(file, static, port, meshes)
        else:
            _serve(file, port, meshes, opening=not no_open)


def _write(file: Path, page: Path, port: int, meshes: Path | None) -> None:
    from snodo.views.live.static_page import write_static

    if port:
        raise click.UsageError("--static writes a file and needs no server: leave out --port")
    wrote(write_static(file, page, meshes))


def _serve(file: Path, port: int, meshes: Path | None, opening: bool) -> None:
    from snodo.views.live.application import Application
    from snodo.views.live.view import View, open_browser

    application = Application(file, port, meshes)
    if application.problems:
        report(application.problems, f"{file}: the page shows what is wrong, and follows when the file is saved")
    application.start()
    page = View(application)
    signal.signal(signal.SIGTERM, lambda *_: _interrupt())
    click.echo(f"{file}: {page.address}")
    if opening and not open_browser(application.address_for_one_visit):
        click.echo("no browser was found here: open the address yourself")
    click.echo("Ctrl-C ends it.")
    try:
        page.wait()
    finally:
        page.close()
    click.echo("ended")


def _interrupt() -> Any:
    raise KeyboardInterrupt
