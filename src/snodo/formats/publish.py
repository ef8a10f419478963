"""Write the published JSON schema and the reference anew: `python -m snodo.formats.publish`, in the repository."""

from pathlib import Path

from snodo.formats.json_schema import schema_text
from snodo.formats.reference import reference
from snodo.whole_files import write_whole


def publish(docs: Path) -> None:
    """Write `snodo.schema.json` beside this file, and `file_format.md` to the folder `docs`."""
    write_whole(Path(__file__).with_name("snodo.schema.json"), schema_text())
    write_whole(docs / "file_format.md", reference())


if __name__ == "__main__":
    publish(Path("docs"))
