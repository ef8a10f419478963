"""Arrays lent to an entry for the length of a call.

Numba counts references of every array that comes in and asks it for its buffer, 0.4 µs for five arrays, which is more
than the dynamics of a small robot take.  Here the place and the shape are read from the array itself, and nothing is
counted.  Only arrays of float64 in the order of their numbers are taken; anything else is a TypeError, as with numba,
and the layer above then converts what it was given.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import njit, types
from numba.core import cgutils
from numba.core.datamodel import models

from snodo._jit.compiler import LEAN, Whole
from snodo._jit.entries import Lazy
from snodo._jit.machine_code import MachineCode

FLOAT64 = 12 << 32 | ord("=") << 16
"""Number of the type and order of the bytes in a descriptor (numpy's C interface),"""
THESE = 0xFFFFFFFF00FF0000
"""and the bits that hold them."""
IN_ORDER = 0x101
"""Flags of an array: in the order of C, and aligned."""
TYPE, DATA, DIMENSIONS, SHAPE, STRIDES, DESCRIPTOR, FLAGS = 8, 16, 24, 32, 40, 56, 64
"""Places in the structure of an array, the same in numpy 1 and 2 on machines of 64 bits."""
KIND = 24
"""And in that of a descriptor."""


class Lent(types.Array):
    """An array of float64 that Python lends."""


numba.extending.register_model(Lent)(models.ArrayModel)


class _Reader:
    """Reads numbers at places behind a pointer."""

    def __init__(self, builder: Any, pointer: Any) -> None:
        self.builder, self.word, self.half = builder, cgutils.ir.IntType(64), cgutils.ir.IntType(32)
        self.base = builder.ptrtoint(pointer, self.word)

    def at(self, offset: int, kind: Any = None) -> Any:
        """The number there."""
        b, kind = self.builder, kind or self.word
        return b.load(b.inttoptr(b.add(self.base, self.word(offset)), kind.as_pointer()))

    def several(self, offset: int, count: int) -> list[Any]:
        """The numbers that a pointer there leads to."""
        b = self.builder
        first = b.inttoptr(self.at(offset), self.word.as_pointer())
        return [b.load(b.gep(first, [self.word(k)])) for k in range(count)]


def _is_array(c: Any, read: _Reader) -> Any:
    """Whether the object is a plain array: its type is looked for once in a process."""
    b, word, name = c.builder, read.word, "snodo_ndarray"
    kept = b.module.globals.get(name)
    if kept is None:
        kept = cgutils.add_global_variable(b.module, word, name)
        kept.initializer, kept.linkage = word(0), "internal"
    with b.if_then(b.icmp_unsigned("==", b.load(kept), word(0)), likely=False):
        b.store(b.ptrtoint(c.pyapi.unserialize(c.pyapi.serialize_object(np.ndarray)), word), kept)
    return b.icmp_unsigned("==", read.at(TYPE), b.load(kept))


def _fits(kind: Any, b: Any, read: _Reader) -> Any:
    """Whether it has float64 in order, and as many dimensions."""
    described = _Reader(b, b.inttoptr(read.at(DESCRIPTOR), cgutils.ir.IntType(8).as_pointer())).at(KIND)
    right = b.icmp_unsigned("==", b.and_(described, read.word(THESE)), read.word(FLOAT64))
    right = b.and_(right, b.icmp_unsigned("==", read.at(DIMENSIONS, read.half), read.half(kind.ndim)))
    flags = b.and_(read.at(FLAGS, read.half), read.half(IN_ORDER))
    return b.and_(right, b.icmp_unsigned("==", flags, read.half(IN_ORDER)))


def _fill(kind: Any, c: Any, read: _Reader, struct: Any) -> None:
    """Place, shape and strides."""
    b, null = c.builder, c.context.get_constant_null
    shape = read.several(SHAPE, kind.ndim)
    count = shape[0]
    for n in shape[1:]:
        count = b.mul(count, n)
    struct.meminfo, struct.parent = null(types.MemInfoPointer(types.float64)), null(types.pyobject)
    struct.data = b.inttoptr(read.at(DATA), struct.data.type)
    struct.nitems, struct.itemsize = count, read.word(8)
    struct.shape = cgutils.pack_array(b, shape)
    struct.strides = cgutils.pack_array(b, read.several(STRIDES, kind.ndim))


@numba.extending.unbox(Lent)
def _borrow(kind: Any, obj: Any, c: Any) -> Any:
    b, bit = c.builder, cgutils.ir.IntType(1)
    read, struct = _Reader(b, obj), cgutils.create_struct_proxy(kind)(c.context, b)
    good = cgutils.alloca_once_value(b, bit(0))
    with b.if_then(_is_array(c, read)):
        b.store(_fits(kind, b, read), good)
    with b.if_else(b.load(good)) as (then, otherwise):
        with then:
            _fill(kind, c, read, struct)
        with otherwise:
            c.pyapi.err_set_string("PyExc_TypeError", "not an array of float64")
    return numba.extending.NativeValue(struct._getvalue(), is_error=b.not_(b.load(good)))


class Door(Lazy):
    """A function for one declared signature that Python alone calls."""

    def __init__(self, function: Callable[..., Any], signature: Any) -> None:
        super().__init__(function)
        lent = [Lent(types.float64, a.ndim, "C") if isinstance(a, types.Array) else a for a in signature.args]
        self._signature = signature.return_type(*lent)

    def _make(self, cache: MachineCode) -> Any:
        made = njit(pipeline_class=Whole, no_cfunc_wrapper=True, **LEAN)(self._function)
        made._cache = cache
        made.compile(self._signature)
        made.disable_compile()
        return made.overloads[made.signatures[0]].entry_point

    def __call__(self, *arguments: Any) -> Any:
        return self.compiled(*arguments)


def door(signature: Any) -> Callable[[Callable[..., Any]], Any]:
    """An entry that Python alone calls, and often, with arrays of float64 that are lent to it."""

    def decorate(function: Callable[..., Any]) -> Any:
        return _strict(function, signature) if numba.config.DISABLE_JIT else Door(function, signature)

    return decorate


def _strict(function: Callable[..., Any], signature: Any) -> Callable[..., Any]:
    """The function without the compiler: as strict about the dimensions of arrays as a door."""
    dimensions = [a.ndim for a in signature.args if isinstance(a, types.Array)]

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        if [x.ndim for x in arguments if isinstance(x, np.ndarray)] != dimensions:
            raise TypeError("not an array of float64")
        return function(*arguments)

    return call
