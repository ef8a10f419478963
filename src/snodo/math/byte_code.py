"""Analysis of the byte code of a Python function: names it reads, and operations with side effects."""

from __future__ import annotations

import dis
import inspect
import types
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

CHANGING = frozenset(
    word
    for line in (
        "append extend insert pop remove clear sort reverse update setdefault popitem add discard fill put",
        "itemset resize setflags partition byteswap place putmask copyto fill_diagonal appendleft popleft",
        "rotate send throw write setfield __setitem__ __setattr__ __delitem__ __iadd__ seed shuffle",
    )
    for word in line.split()
)
"""Methods that change the object they belong to."""
_WRITES = ("STORE_SUBSCR", "DELETE_SUBSCR", "STORE_SLICE")
_SUSPENDED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


@dataclass(frozen=True)
class Scan:
    """What a function reads and does, by name."""

    globals: frozenset[str]
    attributes: frozenset[str]
    imports: frozenset[str]
    writes: bool
    """Whether it stores an item, or adds in place: into what is not known from the code alone."""
    keeps: frozenset[str]
    """Names that are both stored outside of it and read."""
    doubts: tuple[str, ...]
    """What it does that a function of its arguments alone does not do."""


@lru_cache(maxsize=512)
def scan(code: types.CodeType) -> Scan:
    """Read the byte code of a function, and of the functions written inside it."""
    reads: dict[str, set[str]] = {"globals": set(), "attributes": set(), "imports": set(), "outside": set()}
    stores: set[str] = set()
    doubts: list[str] = []
    writes = False
    outside = frozenset(code.co_freevars)
    waiting = [code]
    while waiting:
        piece = waiting.pop()
        waiting += [const for const in piece.co_consts if isinstance(const, types.CodeType)]
        for instruction in dis.get_instructions(piece):
            doubts += _doubts(instruction, outside)
            stores |= _stores(instruction, outside)
            writes = writes or _writes(instruction)
            word = _reads(instruction)
            if word:
                reads[word].add(str(instruction.argval))
        doubts += ["it writes with out="] if _writes_out(piece) else []
    if code.co_flags & _SUSPENDED:
        doubts.append("it is a generator or a coroutine")
    doubts += [f"it calls .{word}()" for word in sorted(reads["attributes"] & CHANGING)]
    keeps = frozenset(stores & (reads["globals"] | reads["attributes"] | reads["outside"]))
    found = {word: frozenset(names) for word, names in reads.items()}
    return Scan(found["globals"], found["attributes"], found["imports"], writes, keeps, tuple(doubts))


def _reads(instruction: dis.Instruction) -> str:
    name = instruction.opname
    if name in ("LOAD_GLOBAL", "LOAD_NAME"):
        return "globals"
    if name in ("LOAD_ATTR", "LOAD_METHOD", "IMPORT_FROM"):
        return "attributes"
    if name in ("LOAD_DEREF", "LOAD_CLASSDEREF"):
        return "outside"
    return "imports" if name == "IMPORT_NAME" else ""


def _stores(instruction: dis.Instruction, outside: frozenset[str]) -> set[str]:
    """The name outside of the function that an instruction stores."""
    name, word = instruction.opname, str(instruction.argval)
    stored = name in ("STORE_ATTR", "STORE_GLOBAL") or (name == "STORE_DEREF" and word in outside)
    return {word} if stored else set()


def _doubts(instruction: dis.Instruction, outside: frozenset[str]) -> list[str]:
    """Names that are stored or deleted; an instruction about a name that is not known counts too."""
    name, word = instruction.opname, instruction.argval
    if instruction.opcode in dis.hasname and not _reads(instruction):
        what = {"STORE_ATTR": f"it stores the attribute .{word}", "STORE_GLOBAL": f"it stores the global {word}"}
        return [what.get(name, f"it does {name} {word}")]
    if name in ("STORE_DEREF", "DELETE_DEREF") and word in outside:
        return [f"it stores {word}, a variable outside of it"]
    return []


def _writes(instruction: dis.Instruction) -> bool:
    in_place = instruction.opname == "BINARY_OP" and instruction.argrepr.endswith("=")
    return in_place or instruction.opname.startswith("INPLACE_") or instruction.opname in _WRITES


def _writes_out(code: types.CodeType) -> bool:
    """Whether a call has an argument called `out`, into which numpy writes."""
    return any(isinstance(const, tuple) and "out" in const for const in code.co_consts)


def uses_time(function: Callable[..., Any]) -> bool:
    """Whether a Python function of (t, …) reads its first argument; assumed if this cannot be determined."""
    code = getattr(function, "__code__", None)
    if code is None or code.co_flags & 0x04 or not code.co_argcount:
        return True
    first = code.co_varnames[0]
    if first in code.co_cellvars:
        return True
    return any(first in _names_of(i.argval) for i in dis.get_instructions(code) if "LOAD_FAST" in i.opname)


def _names_of(argument: Any) -> tuple[Any, ...]:
    return argument if isinstance(argument, tuple) else (argument,)
