"""Questions about several bodies at once, the same for every formulation: centre of mass, momentum, inertia."""

from __future__ import annotations

from typing import Any

import numpy as np

from snodo.formulations.sharing import lock_methods

Array = np.ndarray


class SumsOfBodies:
    """Centre of mass, momentum and inertia of a bound formulation, of all bodies or of some, about any pole.

    One state q (nq) gives one answer, rows of states (…, nq) give a row each.
    """

    def center_of_mass(self: Any, q: Any, bodies: Any = None) -> Array:
        """Return the centre of mass of all bodies, or of some.

        Parameters
        ----------
        q : array
            Coordinates [m, rad]; one row per state for many.
        bodies : str or sequence of str, optional
            A body, or several; by default all.

        Returns
        -------
        array
            World coordinates (3) or (states, 3) [m].

        Raises
        ------
        NameNotFound
            If there is no such body.

        Examples
        --------
        >>> planar.center_of_mass(planar.reference()[0]).tolist()
        [0.5, 0.0, 0.0]
        """
        from snodo.formulations.series.momentum import centre, chosen, states_of

        return centre(self, chosen(self, bodies), states_of(self, q)[0])

    def momentum(self: Any, q: Any, v: Any, about: Any = "com", bodies: Any = None) -> Array:
        """Return the linear and angular momentum of all bodies, or of some, about any pole.

        Parameters
        ----------
        q, v : array
            Coordinates [m, rad] and velocities [m/s, rad/s]; one row per state for many.
        about : str or array, optional
            The pole: "com" (centre of mass of these bodies), "origin" (of the world), a body, `body.com`, a frame, a
            joint, or coordinates in the world [m].
        bodies : str or sequence of str, optional
            A body, or several; by default all.

        Returns
        -------
        array
            (p, H), 6 or (states, 6) [kg m/s, kg m²/s], in world axes.

        Raises
        ------
        NameNotFound
            If there is no such body or pole.

        Examples
        --------
        >>> q, v = planar.reference()
        >>> planar.momentum(q, v + [0, 1.0, 2.0], about="A").round(6).tolist()
        [0.0, 1.0, 0.0, 0.0, 0.0, 0.666667]
        """
        from snodo.formulations.series.momentum import chosen, momentum, states_of

        p, H = momentum(self, chosen(self, bodies), *states_of(self, q, v), about)
        return np.concatenate([p, H], axis=-1)

    def inertia(self: Any, q: Any, bodies: Any = None, about: Any = "com") -> Array:
        """Return the inertia tensor of all bodies, or of some, about any pole, as if they were one rigid body.

        Parameters
        ----------
        q : array
            Coordinates [m, rad]; one row per state for many.
        bodies : str or sequence of str, optional
            A body, or several; by default all.
        about : str or array, optional
            The pole: "com" (centre of mass of these bodies), "origin" (of the world), a body, `body.com`, a frame, a
            joint, or coordinates in the world [m].

        Returns
        -------
        array
            J (3 × 3) or (states, 3, 3) [kg m²], in world axes.

        Raises
        ------
        NameNotFound
            If there is no such body or pole.

        Examples
        --------
        >>> float(planar.inertia(planar.reference()[0], about="A")[2, 2].round(6))
        0.333333
        """
        from snodo.formulations.series.momentum import chosen, inertia, states_of

        return inertia(self, chosen(self, bodies), states_of(self, q)[0], about)


lock_methods(SumsOfBodies, frozenset())
