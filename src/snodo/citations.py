"""The works that the methods of this library follow, by key, as BibTeX or plain text.

Classes that can be chosen (formulations, constraint methods, integrators) name the keys of theirs in `cites`, where
they are defined; `result.cite()` gathers those of a run.  docs/references.md lists the same works.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from snodo._version import __version__
from snodo.errors import NameNotFound, Problem, suggestion

_LATEX = {"ø": r"{\o}", "í": r"{\'i}", "ó": r"{\'o}", "ü": r"{\"u}", "ä": r"{\"a}", "ą": r"{\k{a}}", "α": r"$\alpha$"}
_LATEX |= {"–": "--", "’": "'"}


@dataclass(frozen=True)
class Reference:
    """One work: an article, if it has a journal; software, if it has a version; else a book."""

    key: str
    authors: tuple[str, ...]
    """Each as "Family, Given"; the name of a group as it is."""
    title: str
    year: str = ""
    journal: str = ""
    volume: str = ""
    number: str = ""
    pages: str = ""
    publisher: str = ""
    address: str = ""
    edition: str = ""
    series: str = ""
    doi: str = ""
    version: str = ""

    @property
    def kind(self) -> str:
        """The kind of BibTeX entry."""
        return "article" if self.journal else "misc" if self.version else "book"

    def bibtex(self) -> str:
        """The entry, in ASCII."""
        fields = {"author": " and ".join(map(_protected, self.authors)), "title": f"{{{self.title}}}"}
        fields |= {"note": f"Version {self.version}"} if self.version else {}
        words = ("journal", "publisher", "address", "edition", "series", "volume", "number", "pages", "year", "doi")
        fields |= {word: getattr(self, word) for word in words if getattr(self, word)}
        lines = [f"  {word} = {{{_latex(value)}}}," for word, value in fields.items()]
        return "\n".join([f"@{self.kind}{{{self.key},", *lines, "}"])

    def text(self) -> str:
        """The reference in one line."""
        parts = [", ".join(map(_given_first, self.authors)), self.title]
        parts += [self._place()] if self.journal else [self._book()]
        written = ", ".join(part for part in (*parts, self.year) if part)
        return f"{written}. doi:{self.doi}" if self.doi else f"{written}."

    def _place(self) -> str:
        issue = f"({self.number})" if self.number else ""
        return f"{self.journal} {self.volume}{issue}, {self.pages}"

    def _book(self) -> str:
        if self.version:
            return f"version {self.version}"
        edition = f"{self.edition.lower()} edition" if self.edition else ""
        series = f"{self.series} {self.volume}".strip()
        return ", ".join(word for word in (edition, series, self.publisher, self.address) if word)


def _protected(author: str) -> str:
    """A group's name is not divided into given and family names."""
    return author if "," in author else f"{{{author}}}"


def _latex(words: str) -> str:
    return "".join(_LATEX.get(letter, letter) for letter in words)


def _given_first(author: str) -> str:
    family, _, given = author.partition(", ")
    return f"{given} {family}".strip()


_COMPUTATIONAL = "Springer Series in Computational Mathematics"
SNODO = Reference(
    "Snodo",
    ("The Snodo developers",),
    "Snodo: multibody dynamics in readable Python at C++ speed",
    version=__version__,
)
_ALL = (
    SNODO,
    # coordinates and equations of motion
    Reference(
        "Nikravesh1988",
        ("Nikravesh, P. E.",),
        "Computer-Aided Analysis of Mechanical Systems",
        "1988",
        publisher="Prentice Hall",
        address="Englewood Cliffs",
    ),
    Reference(
        "Haug1989",
        ("Haug, E. J.",),
        "Computer-Aided Kinematics and Dynamics of Mechanical Systems",
        "1989",
        publisher="Allyn and Bacon",
    ),
    Reference(
        "Featherstone2008",
        ("Featherstone, R.",),
        "Rigid Body Dynamics Algorithms",
        "2008",
        publisher="Springer",
        doi="10.1007/978-1-4899-7560-7",
    ),
    Reference("Bloch2003", ("Bloch, A. M.",), "Nonholonomic Mechanics and Control", "2003", publisher="Springer"),
    # constraint methods
    Reference(
        "Baumgarte1972",
        ("Baumgarte, J.",),
        "Stabilization of constraints and integrals of motion in dynamical systems",
        "1972",
        "Computer Methods in Applied Mechanics and Engineering",
        "1",
        "1",
        "1–16",
        doi="10.1016/0045-7825(72)90018-7",
    ),
    Reference(
        "Eich1993",
        ("Eich, E.",),
        "Convergence results for a coordinate projection method applied to mechanical systems with algebraic "
        "constraints",
        "1993",
        "SIAM Journal on Numerical Analysis",
        "30",
        "5",
        "1467–1482",
        doi="10.1137/0730076",
    ),
    Reference(
        "LiuLi2002",
        ("Liu, G.", "Li, Z."),
        "A unified geometric approach to modeling and control of constrained mechanical systems",
        "2002",
        "IEEE Transactions on Robotics and Automation",
        "18",
        "4",
        "574–587",
    ),
    Reference(
        "GarciaDeJalonBayo1994",
        ("García de Jalón, J.", "Bayo, E."),
        "Kinematic and Dynamic Simulation of Multibody Systems",
        "1994",
        publisher="Springer",
        doi="10.1007/978-1-4612-2600-0",
    ),
    Reference(
        "Wojtyra2005",
        ("Wojtyra, M.",),
        "Joint reaction forces in multibody systems with redundant constraints",
        "2005",
        "Multibody System Dynamics",
        "14",
        "1",
        "23–46",
    ),
    Reference(
        "FraczekWojtyra2011",
        ("Frączek, J.", "Wojtyra, M."),
        "On the unique solvability of a direct dynamics problem for mechanisms with redundant constraints and Coulomb "
        "friction in joints",
        "2011",
        "Mechanism and Machine Theory",
        "46",
        "3",
        "312–334",
    ),
    # integration in time
    Reference(
        "Kutta1901",
        ("Kutta, W.",),
        "Beitrag zur näherungsweisen Integration totaler Differentialgleichungen",
        "1901",
        "Zeitschrift für Mathematik und Physik",
        "46",
        pages="435–453",
    ),
    Reference(
        "DormandPrince1980",
        ("Dormand, J. R.", "Prince, P. J."),
        "A family of embedded Runge–Kutta formulae",
        "1980",
        "Journal of Computational and Applied Mathematics",
        "6",
        "1",
        "19–26",
        doi="10.1016/0771-050X(80)90013-3",
    ),
    Reference(
        "BogackiShampine1989",
        ("Bogacki, P.", "Shampine, L. F."),
        "A 3(2) pair of Runge–Kutta formulas",
        "1989",
        "Applied Mathematics Letters",
        "2",
        "4",
        "321–325",
        doi="10.1016/0893-9659(89)90079-7",
    ),
    Reference(
        "HairerNorsettWanner1993",
        ("Hairer, E.", "Nørsett, S. P.", "Wanner, G."),
        "Solving Ordinary Differential Equations I: Nonstiff Problems",
        "1993",
        publisher="Springer",
        edition="Second",
        series=_COMPUTATIONAL,
        volume="8",
        doi="10.1007/978-3-540-78862-1",
    ),
    Reference(
        "HairerWanner1996",
        ("Hairer, E.", "Wanner, G."),
        "Solving Ordinary Differential Equations II: Stiff and Differential-Algebraic Problems",
        "1996",
        publisher="Springer",
        edition="Second",
        series=_COMPUTATIONAL,
        volume="14",
        doi="10.1007/978-3-642-05221-7",
    ),
    Reference(
        "HairerLubichRoche1989",
        ("Hairer, E.", "Lubich, C.", "Roche, M."),
        "The Numerical Solution of Differential-Algebraic Systems by Runge–Kutta Methods",
        "1989",
        publisher="Springer",
        series="Lecture Notes in Mathematics",
        volume="1409",
        doi="10.1007/BFb0093947",
    ),
    Reference(
        "GearLeimkuhlerGupta1985",
        ("Gear, C. W.", "Leimkuhler, B.", "Gupta, G. K."),
        "Automatic integration of Euler–Lagrange equations with constraints",
        "1985",
        "Journal of Computational and Applied Mathematics",
        "12–13",
        pages="77–90",
        doi="10.1016/0377-0427(85)90008-1",
    ),
    Reference(
        "ChungHulbert1993",
        ("Chung, J.", "Hulbert, G. M."),
        "A time integration algorithm for structural dynamics with improved numerical dissipation: the generalized-α "
        "method",
        "1993",
        "Journal of Applied Mechanics",
        "60",
        "2",
        "371–375",
        doi="10.1115/1.2900803",
    ),
    Reference(
        "ArnoldBruls2007",
        ("Arnold, M.", "Brüls, O."),
        "Convergence of the generalized-α scheme for constrained mechanical systems",
        "2007",
        "Multibody System Dynamics",
        "18",
        "2",
        "185–202",
        doi="10.1007/s11044-007-9084-0",
    ),
    Reference(
        "ArnoldBrulsCardona2015",
        ("Arnold, M.", "Brüls, O.", "Cardona, A."),
        "Error analysis of generalized-α Lie group time integration methods for constrained mechanical systems",
        "2015",
        "Numerische Mathematik",
        "129",
        pages="149–179",
        doi="10.1007/s00211-014-0633-1",
    ),
    Reference(
        "HilberHughesTaylor1977",
        ("Hilber, H. M.", "Hughes, T. J. R.", "Taylor, R. L."),
        "Improved numerical dissipation for time integration algorithms in structural dynamics",
        "1977",
        "Earthquake Engineering and Structural Dynamics",
        "5",
        "3",
        "283–292",
        doi="10.1002/eqe.4290050306",
    ),
    # data
    Reference(
        "deLeva1996",
        ("de Leva, P.",),
        "Adjustments to Zatsiorsky–Seluyanov's segment inertia parameters",
        "1996",
        "Journal of Biomechanics",
        "29",
        "9",
        "1223–1230",
        doi="10.1016/0021-9290(95)00178-6",
    ),
)
REFERENCES = {reference.key: reference for reference in _ALL}


def references(keys: Iterable[str]) -> list[Reference]:
    """The works of keys, each once, in their order."""
    found = []
    for key in dict.fromkeys(keys):
        if key not in REFERENCES:
            what = f"there is no reference {key!r}"
            raise NameNotFound(Problem(what, suggestion(key, REFERENCES) or "add it to snodo/citations.py"))
        found.append(REFERENCES[key])
    return found
