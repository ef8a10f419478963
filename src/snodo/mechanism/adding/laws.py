"""The method that adds Python laws over named measures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from snodo.errors import MechanismError, Problem, suggestion, user_line
from snodo.mechanism import forces
from snodo.mechanism.adding.adding import Adding
from snodo.mechanism.functions.measured_formula import measures_in
from snodo.mechanism.functions.python_law import LawSource, PythonLaw
from snodo.mechanism.joints import QUANTITY


class AddsLaws(Adding):
    """Python laws.

    In the examples `m` is a mechanism with a joint `A` (revolute).
    """

    joints: dict[str, Any]
    forces: dict[str, Any]
    dimension: int

    def law(
        self, name: str, *, reads: str | Sequence[str], drives: str | Sequence[str], function: Callable[..., Any]
    ) -> list[Any]:
        """Let a Python function of time and named measures drive joints.

        The function is run as a formula if it is one, else compiled.  Every driven coordinate gets a torque or force of
        its own, called `name` if there is only one and `name_A`, `name_B` … otherwise.

        Parameters
        ----------
        name : str
            Name, unique in the mechanism.
        reads : str or sequence of str
            The measures that the function is given: `A.angle`, `A.speed`, `hand.x`, `s.length` …
        drives : str or sequence of str
            Joints whose coordinate is driven (`A`), or coordinates of joints that have several (`J.rx`).
        function : callable
            f(t, x) with x the measures in order; returns one torque [N m] or force [N] for each driven coordinate.

        Returns
        -------
        list
            The torques and forces that were added.

        Raises
        ------
        MechanismError
            If a name does not exist, or the function cannot be compiled.

        Examples
        --------
        >>> torques = m.law("pd", reads=["A.angle", "A.speed"], drives="A", function=lambda t, x: -50 * x[0] - 5 * x[1])
        >>> print(torques[0].torque)
        -50*A.angle - 5*A.speed
        """
        given, driven = _names(reads), _names(drives)
        problems = [
            Problem(f"law {name!r}: {text!r} is not a measure", "write the part and the word: A.angle, hand.x")
            for text in given
            if measures_in(text) != (text,)
        ]
        problems += [problem for place in driven for problem in self._not_driven(name, place)]
        if not callable(function):
            problems.append(Problem(f"law {name!r}: {function!r} is not a function", "give a Python function f(t, x)"))
        if problems:
            raise MechanismError([Problem(p.what, p.remedy, user_line()) for p in problems])
        source = LawSource(name, function, given, len(driven))
        added = []
        for k, place in enumerate(driven):
            own = name if len(driven) == 1 else f"{name}_{place.replace('.', '_')}"
            added.append(self._driven(own, place, PythonLaw(source=source, index=k)))
        return added

    def _driven(self, name: str, place: str, law: PythonLaw) -> Any:
        joint, _, word = place.partition(".")
        turns = (QUANTITY[word] if word else self.joints[joint].coordinate) == "angle"
        if turns:
            return self._put(forces.Torque, name=name, joint=joint, of=word, torque=law)
        return self._put(forces.JointForce, name=name, joint=joint, of=word, force=law)

    def _not_driven(self, name: str, place: str) -> list[Problem]:
        stem, _, word = place.partition(".")
        joint = self.joints.get(stem)
        if joint is None:
            return [Problem(f"law {name!r}: there is no joint {stem!r}", suggestion(stem, self.joints))]
        words = list(joint.words(self.dimension)) if hasattr(joint, "words") else []
        own = words[: len(words) // 2] if not len(words) % 2 else []
        if word and word not in own:
            known = ", ".join(f"{stem}.{w}" for w in own) or "none"
            return [Problem(f"law {name!r}: joint {stem!r} has no coordinate {word!r}", f"it has {known}")]
        if not word and not getattr(joint, "coordinate", ""):
            known = ", ".join(f"{stem}.{w}" for w in own)
            remedy = f"name one of them: {known}" if known else "choose a joint with coordinates"
            return [Problem(f"law {name!r}: joint {stem!r} has not just one coordinate", remedy)]
        return []


def _names(value: str | Sequence[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)
