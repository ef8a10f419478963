"""XML elements with their lines, read safely: no DTD, no entities, no inclusions, no deep nesting.

The parser is the standard library's behind `defusedxml`, which refuses hostile XML: entities that
explode, external files and addresses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from io import StringIO
from typing import Any, NoReturn
from xml.sax import SAXParseException
from xml.sax.handler import ContentHandler
from xml.sax.xmlreader import InputSource

from snodo.errors import FileError, Problem
from snodo.formats.yaml.document import MAXIMUM_BYTES

MAXIMUM_DEPTH = 30
MAXIMUM_ELEMENTS = 500_000


@dataclass
class Element:
    """A tag with its attributes and contents; text between the tags has no meaning in a URDF."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[Element] = field(default_factory=list)

    def all(self, tag: str) -> Iterator[Element]:
        """The elements inside with this tag."""
        return (child for child in self.children if child.tag == tag)

    def first(self, tag: str) -> Element | None:
        """The first element inside with this tag."""
        return next(self.all(tag), None)


def read_xml(text: str, name: str) -> Element:
    """The outermost element of an XML text; raises FileError, with the line, for bad or hostile XML."""
    from defusedxml import DefusedXmlException, DTDForbidden
    from defusedxml.sax import parse

    if len(text) > MAXIMUM_BYTES:
        what = f"the text has {len(text) / 1e6:.1f} MB; the limit is {MAXIMUM_BYTES / 1e6:.0f} MB"
        raise FileError(Problem(what, "is this really a URDF file?", name))
    builder = _Builder(name)
    source = InputSource()
    source.setCharacterStream(StringIO(text))
    try:
        parse(source, builder, forbid_dtd=True, forbid_entities=True, forbid_external=True)
    except DTDForbidden:
        builder.fail("a document type (<!DOCTYPE …>) is not allowed", "remove it: a URDF needs none")
    except DefusedXmlException as error:
        builder.fail(f"this is not allowed: {type(error).__name__}", "a URDF needs no entities and no external files")
    except SAXParseException as error:
        where = f"{name}:{error.getLineNumber()}"
        what = f"column {(error.getColumnNumber() or 0) + 1}: this is not XML: {error.getMessage()}"
        raise FileError(Problem(what, "every <tag> needs its </tag>, every value its quotes", where)) from None
    if builder.root is None:
        raise FileError(Problem("the file is empty", "a URDF begins with <robot name=…>", name))
    return builder.root


class _Builder(ContentHandler):
    """Builds elements as the parser meets them, and stops at every limit before memory is exhausted."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.root: Element | None = None
        self.open: list[Element] = []
        self.count = 0
        self.locator: Any = None

    def setDocumentLocator(self, locator: Any) -> None:
        """Called once by the parser with the object that knows the line."""
        self.locator = locator

    def startElement(self, tag: str, attributes: Any) -> None:
        """A tag opens."""
        element = Element(tag, dict(attributes.items()), self.line)
        self.refuse(tag)
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)
        self.count += 1
        if len(self.open) > MAXIMUM_DEPTH:
            self.fail(f"elements are nested more than {MAXIMUM_DEPTH} deep", "a URDF needs about five levels")
        if self.count > MAXIMUM_ELEMENTS:
            self.fail(f"there are more than {MAXIMUM_ELEMENTS} elements", "is this really one robot?")

    def endElement(self, tag: str) -> None:
        """A tag closes."""
        self.open.pop()

    def refuse(self, tag: str) -> None:
        """Refuse elements that other programs would expand first (xacro, inclusions)."""
        if tag.startswith("xacro:"):
            self.fail(
                f"<{tag}>: this is a xacro file, not yet a URDF", "expand it first: xacro robot.xacro > robot.urdf"
            )
        if tag.partition(":")[2] in ("include", "fallback"):
            self.fail(f"<{tag}>: inclusion of other files is not allowed", "write one file")

    @property
    def line(self) -> int:
        """The line the parser has reached."""
        return int(self.locator.getLineNumber() or 1) if self.locator else 1

    def fail(self, what: str, remedy: str) -> NoReturn:
        """Stop the reading."""
        raise FileError(Problem(what, remedy, f"{self.name}:{self.line}")) from None
