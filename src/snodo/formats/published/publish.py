"""Update the JSON schema and the reference in the repository: `python -m snodo.formats.published.publish`."""

from pathlib import Path

from snodo.formats.published.json_schema import schema_text
from snodo.formats.published.reference import reference
from snodo.whole_files import write_whole


def publish(docs: Path) -> None:
    """Write `snodo.schema.json` next to this file, and the pages of the reference to a folder."""
    write_whole(Path(__file__).with_name("snodo.schema.json"), schema_text())
    for name, text in reference().items():
        write_whole(docs / name, text)


if __name__ == "__main__":
    publish(Path("docs/reference/file_format"))
