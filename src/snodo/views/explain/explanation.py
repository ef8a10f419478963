"""What every explanation can do: text, a page, a file, a notebook."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

import numpy as np

from snodo.errors import FileError, Problem
from snodo.math.labelled import Labelled
from snodo.mechanism.mechanism import Mechanism
from snodo.notebook import page
from snodo.whole_files import write_whole

Array = np.ndarray
__all__ = ["Array", "Explanation", "Labelled"]


class Explanation(ABC):
    """The equations of a mechanism in one state; `text()` and `html()` show them, `save` writes either to a file."""

    @property
    @abstractmethod
    def formulation(self) -> Any:
        """The bound formulation."""

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism."""
        found: Mechanism = self.formulation.mechanism
        return found

    @abstractmethod
    def text(self, width: int = 100) -> str:
        """Write everything as plain text.

        Parameters
        ----------
        width : int, optional
            Width in characters; a wider Jacobian is listed by its blocks.

        Returns
        -------
        str
            The text.

        Examples
        --------
        >>> print(sn.explain(pendulum).text().splitlines()[0])
        pendulum
        """

    @abstractmethod
    def html(self) -> str:
        """Write everything as a self-contained page, without scripts.

        Returns
        -------
        str
            The page.

        Examples
        --------
        >>> page = sn.explain(pendulum).html()
        """

    def save(self, path: str | Path) -> Path:
        """Write the page or the text to a file.

        Parameters
        ----------
        path : str or path
            A file ending in .html or .txt.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        FileError
            If it cannot be written, or has another ending.

        Examples
        --------
        >>> file = sn.explain(pendulum).save("pendulum.html")
        """
        path = Path(path)
        writers = {".html": self.html, ".htm": self.html, ".txt": self.text}
        if path.suffix.lower() not in writers:
            raise FileError(Problem(f"cannot write a file ending in {path.suffix!r}", "use .html or .txt", str(path)))
        return write_whole(path, writers[path.suffix.lower()]())

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return page(self.html())
