"""What several tests of agreement set up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from urdf_pair import Pair


@pytest.fixture(scope="session")
def pair(request: pytest.FixtureRequest) -> Pair:
    """A robot here and in Pinocchio (parametrized by `urdf_pair.pairs`), read once for all tests of it."""
    from urdf_pair import Pair

    return Pair(*request.param)
