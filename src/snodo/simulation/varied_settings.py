"""Settings of runs that follow from a parameter that varies: members have common rows, so they need common settings."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from snodo.errors import Problem, UnsupportedError
from snodo.formulations.rewriting.inputs import Formulas, inputs_of
from snodo.mechanism.mechanism import Mechanism


def refuse_varied_settings(mechanism: Mechanism, varied: Iterable[str], given: Collection[str] = ()) -> None:
    """Raise UnsupportedError if a setting of the run, which is not given for all, follows from what varies."""
    written = {word: own for word, own in mechanism.run.expressions.items() if own.parameters and word not in given}
    if not written:
        return
    moved = set(Formulas(inputs_of(mechanism)).following(varied))
    problems = []
    for word, own in written.items():
        names = sorted(own.parameters & moved)
        if names:
            what = f"the setting {word} = {own.text} of the run follows from {', '.join(names)}, which varies"
            problems.append(Problem(what, f"give one {word} for all members", mechanism.run.where))
    if problems:
        raise UnsupportedError(problems)
