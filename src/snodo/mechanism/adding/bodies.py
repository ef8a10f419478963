"""Methods that add bodies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, Unpack

from snodo.mechanism import body as bodies
from snodo.mechanism.adding.adding import Adding
from snodo.mechanism.input_types import (
    AngleLike,
    DirectionLike,
    InertiaLike,
    InertiaWords,
    Place,
    PlacedWords,
    Quantity,
    Vector,
)


class AddsBodies(Adding):
    """Bodies.

    In the examples `m` is a mechanism with points A, B and C.
    """

    def body(
        self,
        name: str,
        *,
        mass: Quantity | None = None,
        inertia: InertiaLike | None = None,
        com: Vector | None = None,
        at: Place | None = None,
        angle: AngleLike = 0.0,
        axis: DirectionLike | None = None,
        idealised: bool = False,
    ) -> bodies.Body:
        """Add a body by its mass, centre of mass and moment of inertia.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        mass : quantity, optional
            Mass [kg]; required unless the body is idealised.
        inertia : quantity or sequence, optional
            Moment of inertia about the centre of mass [kg m²]: one number (2-D), three, or 3 × 3, in the body frame;
            required unless the body is idealised.
        com : sequence of quantities, optional
            Centre of mass in the body frame [m]; by default its origin.
        at : place, optional
            Where the origin of the body frame is as drawn; by default the world's origin.
        angle : quantity or Rotation, optional
            Rotation of the body frame as drawn [rad], about z or `axis`, or a whole `Rotation` from body to world.
        axis : direction, optional
            Axis of that rotation (3-D only).
        idealised : bool, optional
            Whether mass and inertia are accepted as they are, even if both are zero (3-D only).

        Returns
        -------
        Body
            The body that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> body = m.body("block", mass=2.0, inertia=0.01, at="B", angle="30 deg")
        """
        return self._put(
            bodies.Body,
            name=name,
            mass=mass,
            inertia=inertia,
            com=com,
            at=at,
            angle=angle,
            axis=axis,
            idealised=idealised,
        )

    def mesh(
        self,
        name: str,
        file: str | PathLike[str],
        at: Place | None = None,
        *,
        mass: Quantity | None = None,
        density: Quantity | None = None,
        unit: str | None = None,
        **more: Unpack[PlacedWords],
    ) -> bodies.Mesh:
        """Add the solid inside a closed mesh of triangles (needs trimesh: `snodo[meshes]`).

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        file : str or path
            Name of an STL or OBJ file; it is read when the mechanism is checked.
        at : place, optional
            Where the origin of the file's frame is as drawn; by default the world's origin.
        mass : quantity, optional
            Mass [kg].
        density : quantity or str, optional
            Instead, density [kg/m³] or a material such as "steel".
        unit : str, optional
            Unit of the numbers in the file, such as "mm"; by default metres, if the size is plausible.
        **more : optional
            Rotation as drawn: `angle` [rad] about z or `axis`, or a whole `Rotation`.  Replacements for values of the
            shape: `com`, the centre of mass in the body frame [m], and `inertia` about it [kg m²].  `idealised`:
            whether mass and inertia may be zero (3-D only).

        Returns
        -------
        Mesh
            The body that was added; its frame is that of the file.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> link = m.mesh("link", "link.stl", unit="mm", density="aluminium")
        """
        return self._put(bodies.Mesh, name=name, file=file, at=at, mass=mass, density=density, unit=unit, **more)

    def particle(self, name: str, point: Place, mass: Quantity, *, idealised: bool = False) -> bodies.Particle:
        """Add a point mass, which has no size and does not rotate.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        point : place
            Where it is as drawn.
        mass : quantity
            Mass [kg].
        idealised : bool, optional
            Whether the mass is accepted as it is, even if it is zero (3-D only).

        Returns
        -------
        Particle
            The body that was added.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> bob = m.particle("bob", "B", mass="200 g")
        """
        return self._put(bodies.Particle, name=name, point=point, mass=mass, idealised=idealised)

    def composite(
        self,
        name: str,
        parts: Sequence[Mapping[str, Any]],
        *,
        mass: Quantity | None = None,
        density: Quantity | None = None,
        **more: Unpack[InertiaWords],
    ) -> bodies.Composite:
        """Add several shapes rigidly joined in one body.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        parts : sequence of mappings
            Shapes such as `{"disc": 0.05, "at": (0, 0), "mass": 1.0}`; `"hole": True` subtracts a shape.
        mass : quantity, optional
            Mass [kg].
        density : quantity or str, optional
            Instead, density [kg/m³] or a material such as "steel".
        **more : optional
            Replacements for values of the shape: `com`, the centre of mass in the body frame [m], and `inertia` about
            it [kg m²].  `idealised`: whether mass and inertia may be zero (3-D only).

        Returns
        -------
        Composite
            The body that was added; its frame is at its centre of mass, parallel to the world as drawn.

        Raises
        ------
        MechanismError
            If a value is wrong or the name is taken.

        Examples
        --------
        >>> rotor = m.composite("rotor", [{"disc": 0.1, "mass": 2.0}, {"disc": 0.02, "at": (0.05, 0), "mass": 0.1}])
        """
        return self._put(bodies.Composite, name=name, parts=list(parts), mass=mass, density=density, **more)
