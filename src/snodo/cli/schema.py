"""`snodo schema`: the JSON schema of the file format, for editors."""

from __future__ import annotations

import click

EPILOG = """\b
Example:  snodo schema > snodo.schema.json"""


@click.command(epilog=EPILOG, short_help="Print the JSON schema of the file format.")
def schema() -> None:
    """Print the JSON schema of the file format; editors use it to complete and check mechanism files."""
    from snodo.formats.published.json_schema import schema_text

    click.echo(schema_text(), nl=False)
