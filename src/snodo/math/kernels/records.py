"""Named rows in a flat float64 array, as kernels see them.

* `table(Row, array, at, like)`  rows of a NamedTuple class from `array[at]` on, with elements of the type of `like`:
      row = work[i];  row.R  reads a value;  row.R = value  writes it.   No copies, no reference counts.
* `view(array, at, like)`  a vector of elements from `array[at]` on:  q[j],  qdd[j] = x;  of whole numbers if `like` is.
* `width(like)`  float64s in an element.

The element is a float64, or lanes of them (`lanes.py`).  Nothing is checked here: these are bare pointers, and lengths
are checked at the door.
"""

import operator

import numpy as np

from snodo._jit import INLINED, cgutils, intrinsic, numba, types
from snodo.math.kernels.record_layout import PythonTable, hints, place, size

extending, ir = numba.extending, cgutils.ir
PrimitiveModel = extending.models.PrimitiveModel
F64, I64 = ir.DoubleType(), ir.IntType(64)


class TableType(types.Type):
    """Rows of one class."""

    def __init__(self, row, element):
        self.row, self.element = row, element
        super().__init__(f"Table({row.__module__}.{row.__name__}, {element})")


class RowType(types.Type):
    """One row."""

    def __init__(self, row, element):
        self.row, self.element = row, element
        super().__init__(f"Row({row.__module__}.{row.__name__}, {element})")


class ViewType(types.Type):
    """A vector of elements."""

    def __init__(self, element):
        self.element = element
        super().__init__(f"View({element})")


@extending.register_model(TableType)
@extending.register_model(RowType)
@extending.register_model(ViewType)
class _Pointer(PrimitiveModel):  # type: ignore[valid-type, misc]
    def __init__(self, manager, kind):
        super().__init__(manager, kind, F64.as_pointer())


# ---------------------------------------------------------------- loading and storing
def _width(element):
    """float64s in one element."""
    return getattr(element, "lanes", 1)


def _forward(builder, pointer, count):
    count = count if isinstance(count, ir.Value) else ir.Constant(I64, count)
    return builder.gep(pointer, [count], inbounds=True)


def _numba_type(kind, element):
    if hasattr(kind, "_fields"):
        return types.BaseTuple.from_types([_numba_type(t, element) for t in hints(kind).values()], kind)
    return types.int64 if kind is int else element


def _load(context, builder, pointer, kind, width):
    """The value of numba type `kind` that starts at the pointer, and the elements it takes."""
    if isinstance(kind, types.BaseTuple):
        parts, k = [], 0
        for t in kind:
            part, n = _load(context, builder, _forward(builder, pointer, k * width), t, width)
            parts.append(part)
            k += n
        return context.make_tuple(builder, kind, parts), k
    x = builder.load(builder.bitcast(pointer, context.get_value_type(kind).as_pointer()))
    x.align = 8
    return x, 1


def _store(context, builder, pointer, kind, width, value):
    if isinstance(kind, types.BaseTuple):
        k = 0
        for j, t in enumerate(kind):
            part = builder.extract_value(value, j)
            k += _store(context, builder, _forward(builder, pointer, k * width), t, width, part)
        return k
    builder.store(value, builder.bitcast(pointer, value.type.as_pointer())).align = 8
    return 1


def _data(context, builder, array_type, array):
    return context.make_array(array_type)(context, builder, array).data


# ---------------------------------------------------------------- rows
@intrinsic(prefer_literal=False)
def _table(typingctx, row, array, at, like):
    def codegen(context, builder, signature, args):
        return _forward(builder, _data(context, builder, signature.args[1], args[1]), args[2])

    return TableType(row.instance_class, like)(row, array, types.intp, like), codegen


@intrinsic(prefer_literal=False)
def _row(typingctx, table, i):
    stride = size(table.row) * _width(table.element)

    def codegen(context, builder, signature, args):
        return _forward(builder, args[0], builder.mul(args[1], ir.Constant(I64, stride)))

    return RowType(table.row, table.element)(table, types.intp), codegen


@extending.overload(operator.getitem, jit_options=INLINED)
def _row_of(table, i):
    if isinstance(table, TableType):
        return lambda table, i: _row(table, i)
    return None


@extending.infer_getattr
class _Fields(numba.core.typing.templates.AttributeTemplate):
    key = RowType

    def generic_resolve(self, row, field):
        if field in row.row._fields:
            return _numba_type(hints(row.row)[field], row.element)
        return None


@extending.lower_getattr_generic(RowType)
def _get_field(context, builder, row, pointer, field):
    kind, width = _numba_type(hints(row.row)[field], row.element), _width(row.element)
    return _load(context, builder, _forward(builder, pointer, place(row.row, field) * width), kind, width)[0]


@extending.lower_setattr_generic(RowType)
def _set_field(context, builder, signature, args, field):
    row, given = signature.args
    kind, width = _numba_type(hints(row.row)[field], row.element), _width(row.element)
    value = context.cast(builder, args[1], given, kind)
    _store(context, builder, _forward(builder, args[0], place(row.row, field) * width), kind, width, value)


# ---------------------------------------------------------------- vectors
@intrinsic(prefer_literal=False)
def _view(typingctx, array, at, like):
    def codegen(context, builder, signature, args):
        return _forward(builder, _data(context, builder, signature.args[0], args[0]), args[1])

    return ViewType(like)(array, types.intp, like), codegen


def _slot(context, builder, signature, args):
    element = signature.args[0].element
    pointer = _forward(builder, args[0], builder.mul(args[1], ir.Constant(I64, _width(element))))
    return builder.bitcast(pointer, context.get_value_type(element).as_pointer())


@intrinsic(prefer_literal=False)
def _element(typingctx, vector, i):
    def codegen(context, builder, signature, args):
        x = builder.load(_slot(context, builder, signature, args))
        x.align = 8
        return x

    return vector.element(vector, types.intp), codegen


@intrinsic(prefer_literal=False)
def _set_element(typingctx, vector, i, x):
    def codegen(context, builder, signature, args):
        builder.store(args[2], _slot(context, builder, signature, args)).align = 8

    return types.void(vector, types.intp, vector.element), codegen


@extending.overload(operator.getitem, jit_options=INLINED)
def _element_of(vector, i):
    if isinstance(vector, ViewType):
        return lambda vector, i: _element(vector, i)
    return None


@extending.overload(operator.setitem, jit_options=INLINED)
def _set_element_of(vector, i, x):
    if isinstance(vector, ViewType):
        return lambda vector, i, x: _set_element(vector, i, x)
    return None


@intrinsic
def _width_of(typingctx, like):
    def codegen(context, builder, signature, args):
        return ir.Constant(I64, _width(like))

    return types.int64(like), codegen


if numba.config.DISABLE_JIT:
    table = PythonTable

    def width(like):
        """One."""
        return 1

    def view(array, at, like):
        """As above, without the compiler."""
        numbers = array.reshape(-1)
        return (numbers.view(np.int64) if isinstance(like, int) else numbers)[at:]

else:
    table, view, width = _table, _view, _width_of
