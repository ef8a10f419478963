"""`snodo warm`: compile kernels before they are needed."""

from __future__ import annotations

import os

import click

from snodo.cli.installation import warming


@click.command()
@click.argument("kinds", nargs=-1, type=click.Choice(["planar", "tree", "spatial"]))
@click.option("--jobs", type=click.IntRange(1), help="Compile in so many processes.  [default: the number of cores]")
@click.option("--background", is_flag=True, hidden=True, help="Silently, with the lowest priority, one at a time.")
def warm(kinds: tuple[str, ...], jobs: int | None, background: bool) -> None:
    """Compile kernels before they are needed.

    KINDS are planar, tree and spatial; without them all kernels are compiled.  Machine code is kept, so that this is
    done once for a version of snodo, of numba and a processor.  Without it,
    kernels are compiled when they are first needed.
    """
    if background:
        warming.tune()
        return
    from snodo.cli.installation.processor import usable_cores

    missing = warming.missing_families(kinds)
    if not missing:
        click.echo("everything is compiled already")
        return
    failed = warming.compile_families(missing, jobs or usable_cores(), click.echo)
    if failed:
        raise click.ClickException(f"{len(failed)} families could not be compiled: {', '.join(failed)}")
    click.echo(f"compiled {len(missing)} families of kernels into {os.fspath(warming.folder())}")
