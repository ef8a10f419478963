"""Sums over the bodies of a result: momentum, centre of mass, inertia."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from snodo.mechanism.input_types import Pole
from snodo.results import momentum
from snodo.spelling import Spelled

if TYPE_CHECKING:
    import xarray


class OverBodies(Spelled):
    """Sums over bodies."""

    def momentum(
        self: Any, bodies: str | Sequence[str] | None = None, about: Pole = "com", axes: str = "world"
    ) -> momentum.Momentum:
        """Return the linear and the angular momentum of bodies about any pole.

        p = Σ m ṙ_G and H_A = Σ (J_G ω + m r_AG × ṙ_G) with absolute velocities, so that Ḣ_A = M_A − v_A × p for a pole
        A that moves with v_A.

        Parameters
        ----------
        bodies : str or sequence of str, optional
            A body, or several; by default all bodies.
        about : str or sequence, optional
            The pole: "com" (centre of mass of these bodies), "origin" (of the world), a body, `body.com`, a frame, a
            joint, or coordinates in the world [m], for all times or one row for each.
        axes : str, optional
            Axes of the components: "world", "body" if there is one body, or the name of a body or frame.

        Returns
        -------
        Momentum
            `linear` (time, axis) [kg m/s] and `angular` (time, axis) [kg m²/s], in the plane (time).

        Raises
        ------
        NameNotFound
            If there is no such body, pole or axes.

        Examples
        --------
        >>> p, H = result.momentum("arm", about="A")
        >>> H.attrs["units"]
        'kg m²/s'
        """
        return momentum.momentum(self, bodies, about, axes)

    def center_of_mass(self: Any, bodies: str | Sequence[str] | None = None) -> xarray.DataArray:
        """Return the path of the centre of mass of bodies.

        Parameters
        ----------
        bodies : str or sequence of str, optional
            A body, or several; by default all bodies.

        Returns
        -------
        xarray.DataArray
            World coordinates (time, axis) [m].

        Raises
        ------
        NameNotFound
            If there is no such body.

        Examples
        --------
        >>> path = result.center_of_mass()
        """
        return momentum.center_of_mass(self, bodies)

    def inertia(
        self: Any, bodies: str | Sequence[str] | None = None, about: Pole = "com", axes: str = "world"
    ) -> xarray.DataArray:
        """Return the inertia tensor of bodies about any pole, as if they were one rigid body.

        Parameters
        ----------
        bodies : str or sequence of str, optional
            A body, or several; by default all bodies.
        about : str or sequence, optional
            The pole, as in `momentum`.
        axes : str, optional
            Axes of the components, as in `momentum`.

        Returns
        -------
        xarray.DataArray
            J (time, row, column) [kg m²], in the plane the moment about z (time).

        Raises
        ------
        NameNotFound
            If there is no such body, pole or axes.

        Examples
        --------
        >>> round(float(result.inertia("arm", about="A")[0]), 6)
        0.333333
        """
        return momentum.inertia(self, bodies, about, axes)
