"""Write the published JSON schema and the reference anew: `python -m snodo.formats.publish`, in the repository."""

from pathlib import Path

from snodo.formats.json_schema import schema_text
from snodo.formats.reference import reference


def publish(docs: Path) -> None:
    """Write `snodo.schema.json` beside this file, and `file_format.md` to the folder `docs`."""
    Path(__file__).with_name("snodo.schema.json").write_text(schema_text(), encoding="utf-8")
    (docs / "file_format.md").write_text(reference(), encoding="utf-8")


if __name__ == "__main__":
    publish(Path("docs"))
