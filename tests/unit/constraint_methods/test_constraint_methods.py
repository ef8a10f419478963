from __future__ import annotations

import pytest

import snodo as sn
from snodo.constraint_methods import Augmented, Baumgarte, Projection, method_from


@pytest.mark.parametrize("word", ["projection", "Projection", "augmented", "baumgarte"])
def test_words(word: str) -> None:
    assert method_from(word).name == word.lower()


def test_objects_and_classes() -> None:
    assert method_from(Baumgarte(alpha=2, beta=3)) == Baumgarte(alpha=2, beta=3)
    assert method_from(Projection) == Projection()
    assert method_from(Augmented()).alpha == 0


@pytest.mark.parametrize("word", ["embedding", "quasi-velocities", "penalty"])
def test_methods_to_come_say_so(word: str) -> None:
    with pytest.raises(sn.UnsupportedError, match="not built yet"):
        method_from(word)


def test_unknown_words_are_answered() -> None:
    with pytest.raises(sn.NameNotFound, match="did you mean 'projection'"):
        method_from("projektion")


@pytest.mark.parametrize("gains", [{"alpha": -1}, {"beta": float("inf")}, {"alpha": "5"}, {"beta": True}])
def test_bad_gains_are_refused(gains: dict) -> None:
    with pytest.raises(sn.SnodoError, match=next(iter(gains))):
        Baumgarte(**gains)


@pytest.mark.parametrize("tolerance", [0.0, 1.0, "tight"])
def test_bad_tolerances_are_refused(tolerance: object) -> None:
    with pytest.raises(sn.SnodoError, match="tolerance"):
        Projection(tolerance=tolerance)  # type: ignore[arg-type]
