"""`snodo doctor`: examine the installation, or mechanisms."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from snodo.cli.check import checked, options
from snodo.cli.exit_codes import Exit
from snodo.cli.parameters import Values
from snodo.cli.printing import report

if TYPE_CHECKING:
    from snodo.cli.installation.findings import Section

EPILOG = """\b
Examples:  snodo doctor
           snodo doctor --json
           snodo doctor four_bar.yaml"""


@click.command(epilog=EPILOG, short_help="Examine the installation, or mechanisms.")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@options
@click.option("--clean", is_flag=True, help="Remove the machine code of other versions of snodo.")
def doctor(
    files: tuple[Path, ...], values: Values, draw: Path | None, motion: int | None, as_json: bool, clean: bool
) -> None:
    """Examine the installation; or, with FILES, mechanisms, as `snodo check` does.

    Of the installation: versions, processor, the cache of machine code, what is compiled, and what a first run would
    compile. Each problem comes with its remedy, and makes the exit code 8.
    """
    if files:
        if clean:
            raise click.UsageError("--clean is about the installation: leave out FILES")
        raise SystemExit(checked(files, values, draw, motion, as_json))
    if values:
        raise click.UsageError("--set needs a mechanism: snodo doctor FILE --set crank=0.12")
    if draw is not None or motion is not None:
        option = "--motion" if draw is None else "--draw"
        raise click.UsageError(f"{option} needs a mechanism: snodo doctor FILE --draw motion.png --motion 1")
    if clean:
        _clean(as_json)
    raise SystemExit(_examined(as_json))


def _clean(quiet: bool) -> None:
    from snodo.cli.installation.cache import clean
    from snodo.cli.installation.findings import size

    count, freed = clean()
    if not quiet:
        click.echo(f"removed the machine code of {count} other versions: {size(freed)}\n")


def _examined(as_json: bool) -> Exit:
    from snodo._version import __version__
    from snodo.cli.installation.findings import as_document

    sections = list(_sections())
    problems = [problem for section in sections for problem in section.problems]
    if as_json:
        import json

        click.echo(json.dumps(as_document(__version__, sections), indent=2, ensure_ascii=False))
    else:
        _print(sections)
        if not problems:
            click.echo("\n" + click.style("No problems found.", fg="green"))
    if problems:
        report(problems)
        return Exit.INSTALLATION
    return Exit.DONE


def _sections() -> list[Section]:
    """All sections; if the compiler cannot be imported, those that do without it."""
    from snodo.cli.installation.packages import extras, packages, software

    plain = [software(), packages()]
    try:
        from snodo.cli.installation.cache import cache
        from snodo.cli.installation.kernels import kernels
        from snodo.cli.installation.processor import processor

        plain += [processor(), cache(), kernels()]
    except ImportError as error:
        plain[1].complain(f"a package cannot be imported: {error}", "pip install --force-reinstall snodo")
    return [*plain, extras()]


def _print(sections: list[Section]) -> None:
    for k, section in enumerate(sections):
        click.echo("\n" * bool(k) + click.style(section.title, bold=True))
        names = max(len(fact.name) for fact in section.facts)
        values = max(len(fact.value) for fact in section.facts)
        for fact in section.facts:
            note = click.style(fact.note, dim=True) if fact.note else ""
            click.echo(f"  {fact.name:<{names}}  {fact.value:<{values}}  {note}".rstrip())
