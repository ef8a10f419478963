"""Lanes: float64 side by side in one SIMD register, as many as it holds (8, 4 or 2), an element like a float64.

The same kernel source runs one state (elements are float64) or several at once (elements are lanes), decided by the
type of the zero it is given:

    table(Work, array, at, 0.0)       view(array, at, 0.0)         one state
    table(Work, array, at, zeros())   view(array, at, zeros())     LANES states

`+ - * /` and the unary minus work on lanes, also mixed with floats.  Comparisons do not: a kernel that branches on an
element does not compile for lanes, so that a branch can only depend on what all lanes share.
With NUMBA_DISABLE_JIT=1 there is one lane.
"""

import operator

from snodo._jit import cgutils, intrinsic, lanes_of_this_process, numba, types
from snodo.math.kernels.spreading import spread_value as spread_value

extending, ir = numba.extending, cgutils.ir
templates = numba.core.typing.templates
F64, I32 = ir.DoubleType(), ir.IntType(32)

LANES = 1 if numba.config.DISABLE_JIT else lanes_of_this_process()
ABREAST = min(LANES, 4)
"""Parts of one tree that are taken at once: more limbs are rare."""
TILE = 1 if numba.config.DISABLE_JIT else 8
"""Members of a family that are taken at once: in two registers where they are short."""


class LanesType(types.Type):
    """`lanes` float64 side by side."""

    def __init__(self, lanes):
        self.lanes = lanes
        super().__init__(f"f64x{lanes}")


@extending.register_model(LanesType)
class _Register(extending.models.PrimitiveModel):  # type: ignore[name-defined]
    def __init__(self, manager, kind):
        super().__init__(manager, kind, ir.VectorType(F64, kind.lanes))


@numba.core.imputils.lower_cast(types.Float, LanesType)
def _spread(context, builder, given, kind, x):
    """One number in all lanes."""
    vector = ir.VectorType(F64, kind.lanes)
    first = builder.insert_element(ir.Constant(vector, ir.Undefined), x, I32(0))
    everywhere = ir.Constant(ir.VectorType(I32, kind.lanes), [0] * kind.lanes)
    return builder.shuffle_vector(first, ir.Constant(vector, ir.Undefined), everywhere)


def _arithmetic(operation, instruction, operands):
    @templates.infer_global(operation)
    class Typing(templates.AbstractTemplate):
        def generic(self, args, keywords):
            wide = [a for a in args if isinstance(a, LanesType)]
            if wide and len(args) == operands and all(a in (wide[0], types.float64) for a in args):
                return templates.signature(wide[0], *wide[:1] * operands)
            return None

    @extending.lower_builtin(operation, *[LanesType] * operands)
    def lower(context, builder, signature, args):
        return getattr(builder, instruction)(*args)


_arithmetic(operator.add, "fadd", 2)
_arithmetic(operator.sub, "fsub", 2)
_arithmetic(operator.mul, "fmul", 2)
_arithmetic(operator.truediv, "fdiv", 2)
_arithmetic(operator.neg, "fneg", 1)


# ---------------------------------------------------------------- into lanes and back
def _transposed(builder, rows):
    """Columns of a square of registers: for s = 1, 2, 4, rows s apart exchange what stands s apart in them."""
    n, s = len(rows), 1
    while s < n:
        first = ir.Constant(ir.VectorType(I32, n), [n + k - s if k & s else k for k in range(n)])
        second = ir.Constant(ir.VectorType(I32, n), [n + k if k & s else k + s for k in range(n)])
        for i in range(n):
            if not i & s:
                a, b = rows[i], rows[i + s]
                rows[i], rows[i + s] = builder.shuffle_vector(a, b, first), builder.shuffle_vector(a, b, second)
        s *= 2
    return rows


@intrinsic(prefer_literal=False)
def _turn_block(typingctx, source, at, stride, target, to, step):
    def codegen(context, builder, signature, args):
        def places(array, kind, first, apart):
            data = context.make_array(kind)(context, builder, array).data
            for k in range(LANES):
                place = builder.gep(data, [builder.add(first, builder.mul(apart, apart.type(k)))])
                yield builder.bitcast(place, ir.VectorType(F64, LANES).as_pointer())

        rows = [builder.load(p, align=8) for p in places(args[0], signature.args[0], args[1], args[2])]
        for x, p in zip(_transposed(builder, rows), places(args[3], signature.args[3], args[4], args[5])):
            builder.store(x, p, align=8)

    whole = types.intp
    return types.void(source, whole, whole, target, whole, whole), codegen


@intrinsic(prefer_literal=False)
def _with_lane(typingctx, x, lane, value):
    def codegen(context, builder, signature, args):
        return builder.insert_element(args[0], args[2], args[1])

    return x(x, types.intp, types.float64), codegen


def _nothing(count):
    """Zeros side by side."""

    def codegen(context, builder, signature, args):
        return ir.Constant(ir.VectorType(F64, count), [0.0] * count)

    return LanesType(count)(), codegen


@intrinsic
def _zeros(typingctx):
    return _nothing(LANES)


@intrinsic
def _few(typingctx):
    return _nothing(ABREAST)


@intrinsic
def _tile(typingctx):
    return _nothing(TILE)


if numba.config.DISABLE_JIT:

    def zeros():
        """One zero."""
        return 0.0

    tile = few = zeros

    def with_lane(x, lane, value):
        """The one number."""
        return value

    def turn_block(source, at, stride, target, to, step):
        """One number moved."""
        target.reshape(-1)[to] = source.reshape(-1)[at]

else:
    zeros = _zeros
    """Lanes of zeros: the `like` that makes elements lanes."""
    few = _few
    """Zeros side by side in the limbs of a tree."""
    tile = _tile
    """As many as a tile has."""
    with_lane = _with_lane
    """Lanes of which one is another number."""
    turn_block = _turn_block
    """target[to + j step + i] = source[at + i stride + j] for i, j < LANES: short rows into elements."""
