"""Functions that are called by their address: those of users, verbs and monitors, rates and projections."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from snodo._jit.compiler import (
    OPTIONS,
    PROJECT_FUNCTION,
    RATE_FUNCTION,
    USER,
    Floats,
    Table,
    f8,
    i8,
    inline,
)
from snodo._jit.entries import NUMBERED, ready

UNBOUNDED = 1 << 40
"""Length given to an array made from a bare pointer: the offsets inside are known to be right."""


# ---------------------------------------------------------------- a user's function
_USER_C = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_double, *[ctypes.POINTER(ctypes.c_double)] * 3)


@intrinsic
def _call_address(typingctx, address, t, array, first_at, second_at, out_at):
    def codegen(context, builder, signature, args):
        address, t, array, *offsets = args
        ir_double = context.get_value_type(types.float64)
        ir_int = context.get_value_type(types.int64)
        data = cgutils.create_struct_proxy(signature.args[2])(context, builder, array).data
        pointers = [builder.gep(data, [offset]) for offset in offsets]
        from llvmlite import ir

        function_type = ir.FunctionType(ir_int, [ir_double, *[p.type for p in pointers]])
        function = builder.inttoptr(address, function_type.as_pointer())
        return builder.call(function, [t, *pointers])

    return types.int64(types.int64, f8, Floats, i8, i8, i8), codegen


if numba.config.DISABLE_JIT:

    def call_user(address, t, array, first_at, second_at, out_at):
        """As below, without the compiler."""
        base = array.ctypes.data
        pointers = [
            ctypes.cast(base + 8 * int(at), ctypes.POINTER(ctypes.c_double)) for at in (first_at, second_at, out_at)
        ]
        return _USER_C(int(address))(t, *pointers)

else:

    @inline
    def call_user(address, t, array, first_at, second_at, out_at):
        """status = f(t, &array[first_at], &array[second_at], &array[out_at]) for the C function at `address`."""
        return _call_address(address, t, array, first_at, second_at, out_at)


def address_of_python(function: Callable[[float, Any, Any, Any], int]) -> tuple[int, Any]:
    """Address of a C function that calls back into Python, and the object that keeps it alive."""
    callback = _USER_C(function)
    return ctypes.cast(callback, ctypes.c_void_p).value or 0, callback


def address_of_compiled(function: Callable[..., Any]) -> tuple[int, Any]:
    """Address of `function(t, first*, second*, out*) -> status` compiled by numba, and what keeps it alive."""
    compiled = numba.cfunc(USER, **OPTIONS)(function)
    return compiled.address, compiled


def jit_user(function: Callable[..., Any]) -> Callable[..., Any]:
    """A user's plain function, for use inside `address_of_compiled`; raises numba's errors when it cannot compile."""
    dispatcher: Callable[..., Any] = njit(boundscheck=True, **OPTIONS)(function)
    return dispatcher


# ---------------------------------------------------------------- verbs and monitors
@intrinsic
def _array_at(typingctx, place):
    """An array of numbers from a pointer or an address on, without a length that means anything."""
    by_address = isinstance(place, types.Integer)

    def codegen(context, builder, signature, args):
        from numba.np.arrayobj import populate_array

        array = context.make_array(Floats)(context, builder)
        data = builder.inttoptr(args[0], array.data.type) if by_address else args[0]
        length, width = (context.get_constant(types.intp, n) for n in (UNBOUNDED, 8))
        populate_array(array, data=data, shape=[length], strides=[width], itemsize=width, meminfo=None)
        return array._getvalue()

    return Floats(i8 if by_address else types.CPointer(f8)), codegen


@intrinsic
def _grid(typingctx, array, at, rows, columns):
    """Rows of numbers from array[at] on: what `reshape` does with the help of Python."""

    def codegen(context, builder, signature, args):
        from numba.np.arrayobj import populate_array

        data = builder.gep(cgutils.create_struct_proxy(Floats)(context, builder, args[0]).data, [args[1]])
        grid = context.make_array(Table)(context, builder)
        width = context.get_constant(types.intp, 8)
        strides = [builder.mul(args[3], width), width]
        populate_array(grid, data=data, shape=args[2:], strides=strides, itemsize=width, meminfo=None)
        return grid._getvalue()

    return Table(Floats, i8, i8, i8), codegen


def _call_by_address(context, builder, signature, args):
    """The function at the address that comes first, of the arguments behind it; arrays as pointers to their numbers."""
    from llvmlite import ir

    values = [
        cgutils.create_struct_proxy(Floats)(context, builder, x).data if kind == Floats else x
        for kind, x in zip(signature.args[1:], args[1:])
    ]
    function_type = ir.FunctionType(context.get_value_type(types.int64), [x.type for x in values])
    return builder.call(builder.inttoptr(args[0], function_type.as_pointer()), values)


@intrinsic
def _call_verb(typingctx, address, what, t, model, y, out):
    return i8(i8, i8, f8, *[Floats] * 3), _call_by_address


@intrinsic
def _call_monitor(typingctx, address, event, k, t, h, model, y, ydot, clock, notes):
    return i8(i8, i8, i8, f8, f8, *[Floats] * 5), _call_by_address


if numba.config.DISABLE_JIT:

    def array_at(place):
        """The array itself, or the numbers at an address."""
        if isinstance(place, np.ndarray):
            return place
        return np.frombuffer((ctypes.c_double * UNBOUNDED).from_address(int(place)))

    def call_verb(address, *arguments):
        """As below, without the compiler."""
        return NUMBERED[address - 1](*arguments)

    call_monitor = call_verb

    def grid(array, at, rows, columns):
        """As below, without the compiler."""
        return array[at : at + rows * columns].reshape(rows, columns)

else:
    array_at, grid = _array_at, _grid
    """The numbers behind a pointer that a verb is given, or at an address that a model has.

    Not a function of ours: those cannot return arrays."""

    @inline
    def call_verb(address, what, t, model, y, out):
        """status = f(what, t, model*, y*, out*) for the verb at `address`."""
        return _call_verb(address, what, t, model, y, out)

    @inline
    def call_monitor(address, event, k, t, h, model, y, ydot, clock, notes):
        """answer = f(event, k, t, h, model*, y*, ydot*, clock*, notes*) for the monitor at `address`."""
        return _call_monitor(address, event, k, t, h, model, y, ydot, clock, notes)


# ---------------------------------------------------------------- rates and projections
def _function_at(kind: Any) -> Any:
    """Of an address, the function of a declared signature: as an argument from Python it costs 15 µs a call."""

    @intrinsic
    def at(typingctx, address):
        def codegen(context, builder, signature, args):
            from llvmlite import ir

            pointer = ir.IntType(8).as_pointer()
            function = cgutils.create_struct_proxy(kind)(context, builder)
            function.c_addr = builder.inttoptr(args[0], pointer)
            function.py_addr = function.jit_addr = ir.Constant(pointer, None)
            return function._getvalue()

        return kind(i8), codegen

    return at


if numba.config.DISABLE_JIT:

    def rate_at(address):
        """As below, without the compiler."""
        return NUMBERED[address - 1]

    project_at = rate_at

    def address_of(function: Any) -> int:
        """As below, without the compiler."""
        if function not in NUMBERED:
            NUMBERED.append(function)
        return NUMBERED.index(function) + 1

else:
    rate_at = _function_at(RATE_FUNCTION)
    """The rate at an address."""
    project_at = _function_at(PROJECT_FUNCTION)
    """The projection at an address."""

    def address_of(function: Any) -> int:
        """Address of a compiled rate or projection."""
        return int(ready(function).__wrapper_address__())
