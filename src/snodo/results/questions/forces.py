"""Wrenches, loads and contacts of a result."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from snodo.mechanism.input_types import Pole, Quantity
from snodo.results import contacts, loads, wrenches
from snodo.results.shown_units import UnitsLike
from snodo.spelling import Spelled

if TYPE_CHECKING:
    import xarray

    from snodo.results.load_table import Loads


class OfForces(Spelled):
    """Wrenches of forces and joints, loads on bodies, contacts."""

    def wrench(
        self: Any, name: str, axes: str = "world", body: str | None = None, at: Pole | None = None
    ) -> xarray.DataArray:
        """Return the wrench with which a force, joint, constraint or driver acts on a body, at its origin.

        Parameters
        ----------
        name : str
            A force, joint, constraint or driver.
        axes : {"world", "body"}, optional
            Axes of the components.
        body : str, optional
            One of the bodies it acts on; by default its only moving body or its child.
        at : str or sequence, optional
            Instead, the place about which the moment is taken: a body, `body.com`, a frame, a joint, "com" (of all
            bodies), "origin" (of the world), or coordinates in the world [m], for all times or one row for each.

        Returns
        -------
        xarray.DataArray
            (time, component) [N, N m], with the components of `reaction`.

        Raises
        ------
        NameNotFound
            If there is no such part or place, or if it does not act on the body.

        Examples
        --------
        >>> wrench = spring_result.wrench("s", body="arm")
        >>> about_the_origin = spring_result.wrench("s", body="arm", at=(0, 0))
        """
        return wrenches.wrench(self, name, body, axes, at)

    def loads_on(self: Any, body: str, t: Quantity, axes: str = "world", units: UnitsLike = None) -> Loads:
        """Return all loads on one body at one instant, with its accelerations, as for a finite-element model.

        Gravity, the reactions of joints, constraints and drivers, applied forces and moments, each at its place, and
        the load of inertia, with which they balance: Σ F = m a, Σ M = J α + ω × J ω about the centre of mass.

        Parameters
        ----------
        body : str
            The body.
        t : float or str
            The time of a stored row [s]. Nothing is interpolated.
        axes : {"world", "body"}, optional
            Axes of vectors and places; those of the body begin at its origin.
        units : str, sequence of str or mapping, optional
            Units of the printed and written table, as in `plot`; attributes are in SI units.

        Returns
        -------
        Loads
            `loads["B"]` has `place` [m], `force` [N] and `moment` [N m]; `loads.acceleration`, `.angular_velocity`,
            `.angular_acceleration`, `.mass`, `.centre`, `.inertia`, `.resultant`, `.unbalanced`; `print(loads)`,
            `loads.to_dataframe()`, `loads.to_csv(path)`.

        Raises
        ------
        NameNotFound
            If there is no such body, or no row at that time.
        UnsupportedError
            If a reaction is not defined at that time, or in inverse dynamics with chosen actuators.

        Examples
        --------
        >>> loads = result.loads_on("arm", 0.05, units="mm")
        >>> [load.name for load in loads.loads]
        ['gravity', 'A', 'inertia']
        >>> bool(abs(loads.unbalanced[0]).max() < 1e-9)
        True
        """
        return loads.loads_on(self, body, t, axes, units)

    def contact(self: Any, name: str) -> xarray.DataArray:
        """Return the force on a wheel or ball at its contact point.

        Parameters
        ----------
        name : str
            A rolling contact.

        Returns
        -------
        xarray.DataArray
            (time, direction) [N]: normal, then along the surface.

        Raises
        ------
        NameNotFound
            If there is no such contact.

        Examples
        --------
        >>> force = rolling_result.contact("contact")
        """
        return contacts.contact(self, name)

    def contact_point(self: Any, name: str) -> xarray.DataArray:
        """Return the contact point of a wheel or ball.

        Parameters
        ----------
        name : str
            A rolling contact.

        Returns
        -------
        xarray.DataArray
            World coordinates (time, axis) [m].

        Raises
        ------
        NameNotFound
            If there is no such contact.

        Examples
        --------
        >>> point = rolling_result.contact_point("contact")
        """
        return contacts.contact_point(self, name)
