"""All questions that a result answers."""

from __future__ import annotations

from snodo.results.questions.attitudes import OfAttitudes
from snodo.results.questions.forces import OfForces
from snodo.results.questions.geometry import OfGeometry
from snodo.results.questions.spectra import OfFrequencies
from snodo.results.questions.sums import OverBodies


class Questions(OfAttitudes, OfForces, OverBodies, OfGeometry, OfFrequencies):
    """Methods of `Result`; each is implemented in its own file."""
