"""The published schema and reference are those of the code, and the schema says what the reader says."""

from pathlib import Path

import jsonschema
import pytest
import yaml

import snodo.formats
from snodo.formats import loads, schema, to_yaml
from snodo.formats.published.json_schema import schema_text
from snodo.formats.published.reference import reference
from snodo.formats.yaml.document import read_document
from snodo.formats.yaml.part_data import mechanism_data

HERE = Path(snodo.formats.__file__).parent / "published"
VALIDATOR = jsonschema.Draft202012Validator(schema())


def test_it_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


def test_the_published_schema_is_up_to_date() -> None:
    published = (HERE / "snodo.schema.json").read_text(encoding="utf-8")
    assert published == schema_text(), "run python -m snodo.formats.published.publish"


def test_the_reference_is_up_to_date() -> None:
    folder = Path(__file__).parents[3] / "docs" / "reference" / "file_format"
    published = {page.name: page.read_text(encoding="utf-8") for page in folder.glob("*.md")}
    assert published == reference(), "run python -m snodo.formats.published.publish"


def test_good_files_are_valid(good: str) -> None:
    VALIDATOR.validate(read_document(good, "good").root.plain())
    VALIDATOR.validate(read_document(to_yaml(loads(good)), "good").root.plain())
    VALIDATOR.validate(mechanism_data(loads(good)))


BAD = [
    "bodys: {}",
    "bodies: {b: {barr: [A, B]}}",
    "bodies: {b: {bar: [A, B], disc: 3}}",
    "bodies: {b: {disc: 3, mas: 3}}",
    "bodies: {b: {disc: '#3'}}",
    "parameters: {a: [3]}",
    "parameters: {a: {from: 3}}",
    "parameters: {a: {value: 3, form: 3}}",
    "parts: {left: {at: [0, 0, 0]}}",
    "parts: {left: {use: leg.yaml, mirror: xy}}",
    "parts: {left: {use: leg.yaml, turn: 3}}",
    "bodies: {b: {}}",
    "joints: {j: {revolut: [ground, b]}}",
    "joints: {j: {revolute: [ground]}}",
    "joints: {j: {revolute: [ground, b, c]}}",
    "joints: {j: {prismatic: [ground, b]}}",
    "constraints: {c: {gear: [A, B]}}",
    "forces: {f: {formula: x, bodies: b, function: f}}",
    "drivers: {d: {joint: A, angle: {harmonics: {amplitude: 1}}}}",
    "drivers: {d: {joint: A, angle: {harmonic: {amplitude: 1}}}}",
    "initial_guess: {A: 3}",
    "run: {durations: 3}",
    "dimension: 4",
    "gravity: 9.81",
    "points: {A: [1]}",
]


@pytest.mark.parametrize("text", BAD)
def test_bad_files_are_not_valid(text: str) -> None:
    assert not VALIDATOR.is_valid(yaml.safe_load(text))


def test_every_field_is_described() -> None:
    for name, definition in schema()["$defs"].items():
        for word, spec in definition.get("properties", {}).items():
            assert spec.get("description"), f"{name}.{word}"
