"""Methods that add bodies of simple shapes."""

from __future__ import annotations

from typing import Unpack

from snodo.mechanism import body as bodies
from snodo.mechanism.adding.adding import Adding
from snodo.mechanism.input_types import (
    InertiaWords,
    Place,
    PlacedWords,
    Quantity,
    Vector,
)


class AddsShapedBodies(Adding):
    """Bodies of simple shapes.

    In the examples `m` is a mechanism with points A, B and C.
    """

    def bar(
        self,
        name: str,
        start: Place,
        end: Place,
        *,
        mass: Quantity | None = None,
        density: Quantity | None = None,
        width: Quantity = 0.0,
        thickness: Quantity = 0.0,
        **more: Unpack[InertiaWords],
    ) -> bodies.Bar:
        """Add a straight bar between two points; slender unless width and thickness are given.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        start, end : place
            Its two ends.
        mass : quantity, optional
            Mass [kg].
        density : quantity or str, optional
            Instead, density [kg/m³] or a material such as "steel".
        width : quantity, optional
            Width across the bar, in the plane [m].
        thickness : quantity, optional
            Thickness perpendicular to the plane [m].
        **more : optional
            Replacements for values of the shape: `com`, the centre of mass in the body frame [m], and `inertia` about
            it [kg m²].  `idealised`: whether mass and inertia may be zero (3-D only).

        Returns
        -------
        Bar
            The body that was added; its frame is at its middle, with x along it.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> bar = m.bar("arm", "A", "B", density="steel", width="20 mm", thickness="5 mm")
        """
        return self._put(
            bodies.Bar,
            name=name,
            ends=(start, end),
            mass=mass,
            density=density,
            width=width,
            thickness=thickness,
            **more,
        )

    def cylinder(
        self,
        name: str,
        start: Place,
        end: Place,
        radius: Quantity,
        *,
        mass: Quantity | None = None,
        density: Quantity | None = None,
        inner_radius: Quantity = 0.0,
        **more: Unpack[InertiaWords],
    ) -> bodies.Cylinder:
        """Add a round bar between two points.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        start, end : place
            Its two ends.
        radius : quantity
            Outer radius [m].
        mass : quantity, optional
            Mass [kg].
        density : quantity or str, optional
            Instead, density [kg/m³] or a material such as "steel".
        inner_radius : quantity, optional
            Radius of the bore [m].
        **more : optional
            Replacements for values of the shape: `com`, the centre of mass in the body frame [m], and `inertia` about
            it [kg m²].  `idealised`: whether mass and inertia may be zero (3-D only).

        Returns
        -------
        Cylinder
            The body that was added; its frame is at its middle, with x along it.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> shaft = m.cylinder("shaft", "A", "B", "10 mm", density="steel")
        """
        return self._put(
            bodies.Cylinder,
            name=name,
            ends=(start, end),
            radius=radius,
            mass=mass,
            density=density,
            inner_radius=inner_radius,
            **more,
        )

    def disc(
        self,
        name: str,
        radius: Quantity,
        at: Place | None = None,
        *,
        mass: Quantity | None = None,
        density: Quantity | None = None,
        inner_radius: Quantity = 0.0,
        thickness: Quantity | None = None,
        **more: Unpack[PlacedWords],
    ) -> bodies.Disc:
        """Add a disc or ring.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        radius : quantity
            Outer radius [m].
        at : place, optional
            Its centre as drawn; by default the world's origin.
        mass : quantity, optional
            Mass [kg].
        density : quantity or str, optional
            Instead, density [kg/m³] or a material such as "steel".
        inner_radius : quantity, optional
            Radius of the hole [m].
        thickness : quantity, optional
            Thickness [m], needed with a density.
        **more : optional
            Rotation as drawn: `angle` [rad] about z or `axis`, or a whole `Rotation`.  Replacements for values of the
            shape: `com`, the centre of mass in the body frame [m], and `inertia` about it [kg m²].  `idealised`:
            whether mass and inertia may be zero (3-D only).

        Returns
        -------
        Disc
            The body that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> wheel = m.disc("wheel", 0.3, at="C", mass=4.0)
        """
        return self._put(
            bodies.Disc,
            name=name,
            radius=radius,
            at=at,
            mass=mass,
            density=density,
            inner_radius=inner_radius,
            thickness=thickness,
            **more,
        )

    def box(
        self,
        name: str,
        size: Vector,
        at: Place | None = None,
        *,
        mass: Quantity | None = None,
        density: Quantity | None = None,
        **more: Unpack[PlacedWords],
    ) -> bodies.Box:
        """Add a rectangular block.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        size : sequence of quantities
            Its sides along x, y and z [m].
        at : place, optional
            Its centre as drawn; by default the world's origin.
        mass : quantity, optional
            Mass [kg].
        density : quantity or str, optional
            Instead, density [kg/m³] or a material such as "steel".
        **more : optional
            Rotation as drawn: `angle` [rad] about z or `axis`, or a whole `Rotation`.  Replacements for values of the
            shape: `com`, the centre of mass in the body frame [m], and `inertia` about it [kg m²].  `idealised`:
            whether mass and inertia may be zero (3-D only).

        Returns
        -------
        Box
            The body that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> block = m.box("block", (0.2, 0.1, 0.05), at="B", density="aluminium")
        """
        return self._put(bodies.Box, name=name, size=size, at=at, mass=mass, density=density, **more)

    def sphere(
        self,
        name: str,
        radius: Quantity,
        at: Place | None = None,
        *,
        mass: Quantity | None = None,
        density: Quantity | None = None,
        inner_radius: Quantity = 0.0,
        **more: Unpack[PlacedWords],
    ) -> bodies.Sphere:
        """Add a ball or a hollow ball.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        radius : quantity
            Outer radius [m].
        at : place, optional
            Its centre as drawn; by default the world's origin.
        mass : quantity, optional
            Mass [kg].
        density : quantity or str, optional
            Instead, density [kg/m³] or a material such as "steel".
        inner_radius : quantity, optional
            Radius of the cavity [m].
        **more : optional
            Rotation as drawn: `angle` [rad] about z or `axis`, or a whole `Rotation`.  Replacements for values of the
            shape: `com`, the centre of mass in the body frame [m], and `inertia` about it [kg m²].  `idealised`:
            whether mass and inertia may be zero (3-D only).

        Returns
        -------
        Sphere
            The body that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> ball = m.sphere("ball", "20 mm", at="A", density="steel")
        """
        return self._put(
            bodies.Sphere,
            name=name,
            radius=radius,
            at=at,
            mass=mass,
            density=density,
            inner_radius=inner_radius,
            **more,
        )

    def plate(
        self,
        name: str,
        *corners: Place,
        mass: Quantity | None = None,
        density: Quantity | None = None,
        thickness: Quantity | None = None,
        **more: Unpack[InertiaWords],
    ) -> bodies.Plate:
        """Add a flat plate with a polygonal outline.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        *corners : place
            Its corners, in order.
        mass : quantity, optional
            Mass [kg].
        density : quantity or str, optional
            Instead, density [kg/m³] or a material such as "steel".
        thickness : quantity, optional
            Thickness [m], needed with a density.
        **more : optional
            Replacements for values of the shape: `com`, the centre of mass in the body frame [m], and `inertia` about
            it [kg m²].  `idealised`: whether mass and inertia may be zero (3-D only).

        Returns
        -------
        Plate
            The body that was added; its frame is at its centre of mass, parallel to the world as drawn.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> plate = m.plate("plate", (0, 0), (0.2, 0), (0, 0.1), mass=0.4)
        """
        return self._put(
            bodies.Plate, name=name, outline=corners, mass=mass, density=density, thickness=thickness, **more
        )
