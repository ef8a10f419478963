"""A linear notation for formulas, shown as Unicode text or as MathML, with symbols or with numbers.

    r_i  subscript    s_i′ e⊥ ω² γ*  superscripts    ḋ q̈ ẽ  accents    {a}/{b}  fraction    "1/s"  words and units
    (a, b; c, d)  matrix in text

Latin letters of vectors and matrices are upright and bold, as in the source texts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from html import escape

Value = float | complex

_VECTORS = frozenset("rpsdenuqvAMQ")
_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ᵀ*", "0123456789−+T*"))
_RAISE = {plain: raised for raised, plain in _RAISED.items()}
_DOTS = {"\u0307": "˙", "\u0308": "¨", "\u0303": "~"}

_TOKEN = re.compile(
    r"\{(?P<above>[^{}]*)\}/\{(?P<below>[^{}]*)\}"
    r"|(?P<name>[fF]\(t\)|cos|sin|tanh|tan|[A-Za-zΑ-Ωα-ω][\u0307\u0308\u0303]?(?:_[A-Za-zφθ]+|_0)?[′⊥]?)"
    r"|(?P<number>\d+(?:\.\d+)?)"
    r"|(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ᵀ*]+)"
    r'|"(?P<words>[^"]*)"'
    r"|(?P<matrix>\([^()]*;[^()]*\))"
    r"|(?P<space>\s+)"
    r"|(?P<other>.)"
)


# ---------------------------------------------------------------- numbers
def show(x: Value, digits: int = 4) -> str:
    """A number, or a plane vector as a pair, with a few digits; rounding errors are shown as zero."""
    if isinstance(x, complex):
        return f"({show(x.real, digits)}, {show(x.imag, digits)})"
    if abs(x) < 1e-12:
        return "0"
    mantissa, _, exponent = f"{x:.{digits}g}".partition("e")
    text = mantissa.replace("-", "−")
    if exponent:
        text += "·10" + "".join(_RAISE[c] for c in str(int(exponent)).replace("-", "−"))
    return text


def substitute(formula: str, values: Mapping[str, Value]) -> str:
    """The formula with numbers in place of the symbols that have a value."""
    written = ""
    for token in _tokens(formula):
        name = unicodedata.normalize("NFC", token["name"] or "")
        if token["above"] is not None:
            written += f"{{{substitute(token['above'], values)}}}/{{{substitute(token['below'], values)}}}"
        elif name in values:
            written += _factor(show(values[name]), written)
        else:
            written += token[0]
    return unicodedata.normalize("NFC", written)


def _factor(number: str, before: str) -> str:
    """A number as a factor: negative ones in parentheses, and a dot between two adjacent numbers."""
    if number.startswith("−"):
        return f"({number})"
    meets = before.endswith(" ") and before.rstrip()[-1:] in "0123456789)²"
    return f"· {number}" if meets and before.rstrip() and not number.startswith("(") else number


# ---------------------------------------------------------------- text
def text(formula: str) -> str:
    """The formula as one line of Unicode text."""
    plain = formula.replace('"', "")
    return re.sub(r"\{([^{}]*)\}/\{([^{}]*)\}", lambda found: f"{_grouped(found[1])}/{_grouped(found[2])}", plain)


def _grouped(part: str) -> str:
    return f"({part})" if " " in part else part


# ---------------------------------------------------------------- MathML
def mathml(formula: str, block: bool = False) -> str:
    """The formula as a MathML element."""
    return math(row(formula), block)


def math(inner: str, block: bool = False) -> str:
    """A MathML element around the output of the functions below."""
    return f'<math display="{"block" if block else "inline"}">{inner}</math>'


def row(formula: str) -> str:
    """The formula as a MathML row."""
    parts: list[str] = []
    before, gap = "", False
    for token in _tokens(formula):
        if token["space"]:
            gap = True
            continue
        if token["raised"] and parts:
            raised = "".join(_RAISED[c] for c in token["raised"])
            parts[-1] = f"<msup>{parts[-1]}<mn>{raised}</mn></msup>"
            continue
        kind = token["other"] or "operand"
        if gap and before in ("operand", ")") and kind in ("operand", "("):
            parts.append('<mspace width="0.2em"/>')
        leading = kind in "−+" and before not in ("operand", ")")
        parts.append('<mo form="prefix">−</mo>' if leading else _element(token))
        before, gap = kind, False
    return f"<mrow>{''.join(parts)}</mrow>"


def _element(token: re.Match[str]) -> str:
    if token["above"] is not None:
        return f"<mfrac>{row(token['above'])}{row(token['below'])}</mfrac>"
    if token["name"]:
        return _name(token["name"])
    if token["number"]:
        return f"<mn>{token['number']}</mn>"
    if token["words"] is not None:
        return f"<mtext>{escape(unicodedata.normalize('NFC', token['words']))}</mtext>"
    if token["matrix"]:
        return matrix([line.split(",") for line in token["matrix"][1:-1].split(";")])
    sign = token["other"]
    fences = ' stretchy="false"' if sign in "()" else ""
    return f"<mo{fences}>{escape(sign)}</mo>"


def _name(name: str) -> str:
    """A symbol with its dots, subscript and prime."""
    if name in ("cos", "sin", "tan", "tanh"):
        return f"<mi>{name}</mi>"
    if name.endswith("(t)"):
        return f'<mrow><mi>{name[0]}</mi><mo stretchy="false">(</mo><mi>t</mi><mo stretchy="false">)</mo></mrow>'
    stem, _, below = name.rstrip("′⊥").partition("_")
    component = below.endswith(("x", "y", "φ"))
    letter = _letter(stem[0], bold=stem[0] in _VECTORS and not component)
    if stem[1:]:
        letter = f'<mover accent="true">{letter}<mo>{_DOTS[stem[1:]]}</mo></mover>'
    lower = f"<mi>{below}</mi>" if below else ""
    upper = f"<mo>{name[-1]}</mo>" if name[-1] in "′⊥" else ""
    if lower and upper:
        return f"<msubsup>{letter}{lower}{upper}</msubsup>"
    if lower:
        return f"<msub>{letter}{lower}</msub>"
    return f"<msup>{letter}{upper}</msup>" if upper else letter


def _letter(letter: str, bold: bool) -> str:
    return f'<mi class="v" mathvariant="normal">{letter}</mi>' if bold else f"<mi>{letter}</mi>"


def matrix(entries: list[list[str]]) -> str:
    """A matrix of formulas in brackets."""
    lines = "".join("<mtr>" + "".join(f"<mtd>{row(e)}</mtd>" for e in line) + "</mtr>" for line in entries)
    return f"<mrow><mo>[</mo><mtable>{lines}</mtable><mo>]</mo></mrow>"


def _tokens(formula: str) -> list[re.Match[str]]:
    return list(_TOKEN.finditer(unicodedata.normalize("NFD", formula)))
