"""The visual shapes of the links of a URDF: boxes, cylinders, spheres, and meshes by file name (not opened)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from snodo.formats.urdf.values import Notes, number, numbers, only, origin
from snodo.formats.urdf.xml import Element
from snodo.mechanism.shapes.inertia import as_tensor
from snodo.mechanism.visual import Visual

Color = tuple[float, ...] | None
_KINDS = ("box", "cylinder", "sphere", "mesh")


class Colors:
    """The colours of a robot by the names of their materials."""

    def __init__(self, materials: Iterable[Element], notes: Notes) -> None:
        self.notes = notes
        self.known: dict[str, Color] = {}
        for material in materials:
            self.of(material)

    def of(self, material: Element | None) -> Color:
        """The colour of a <material>, written in it or under the same name before."""
        if material is None:
            return None
        name, inside = material.attributes.get("name", ""), material.first("color")
        if inside is None:
            return self.known.get(name)
        rgba = numbers(inside, "rgba", (0.5, 0.5, 0.5, 1.0), self.notes)
        if name:
            self.known.setdefault(name, rgba)
        return rgba


def read_visuals(link: Element, colors: Colors, notes: Notes) -> Iterator[Visual]:
    """The pieces of a link, placed in its frame."""
    for element in link.all("visual"):
        place, color = origin(element, notes), colors.of(element.first("material"))
        geometry = only(element, "geometry", notes)
        for piece in [] if geometry is None else geometry.children:
            if piece.tag in _KINDS:
                size, file = _size(piece, notes), piece.attributes.get("filename", "")
                yield Visual(piece.tag, size, tuple(place.r.tolist()), as_tensor(place.A), file, color)


def _size(piece: Element, notes: Notes) -> tuple[float, ...]:
    if piece.tag == "box":
        return numbers(piece, "size", (0.0, 0.0, 0.0), notes)
    if piece.tag == "mesh":
        return numbers(piece, "scale", (1.0, 1.0, 1.0), notes)
    words = ("radius", "length") if piece.tag == "cylinder" else ("radius",)
    return tuple(number(piece, word, 0.0, notes) for word in words)
