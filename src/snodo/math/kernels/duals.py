"""Duals: a number with its derivatives along seven directions, an element like a float64.

    (a, a′) (b, b′) = (a b, a b′ + a′ b),      f((a, a′)) = (f(a), f′(a) a′)

They are kept as lanes are, in one SIMD register: place 0 has the value, the others have the derivatives.  The same
kernel source runs on numbers, on lanes and on duals, decided by the type of the zero it is given:

    table(Work, array, at, still())   view(array, at, still())

`+ - * /` and the unary minus work on duals, also mixed with floats; elementary functions are those of `elementary.py`.
Comparisons do not: a kernel branches on `value(x)`.  Whole numbers of a table lie in place 0.
"""

import operator

from snodo._jit import cgutils, intrinsic, numba, types
from snodo.math.kernels.spreading import spread_value as spread_value

extending, ir = numba.extending, cgutils.ir
templates = numba.core.typing.templates
F64, I32 = ir.DoubleType(), ir.IntType(32)

PLACES = 1 if numba.config.DISABLE_JIT else 8
DIRECTIONS = PLACES - 1
"""Derivatives that a dual has; none without the compiler."""
SHORT = min(PLACES, 4)
"""Places of short duals, for the last few directions: they take half the time."""
FUSED = ("contract",)


class DualType(types.Type):
    """A value and `lanes` − 1 derivatives."""

    def __init__(self, lanes):
        self.lanes = lanes
        super().__init__(f"dual{lanes}")


@extending.register_model(DualType)
class _Register(extending.models.PrimitiveModel):  # type: ignore[name-defined]
    def __init__(self, manager, kind):
        super().__init__(manager, kind, ir.VectorType(F64, kind.lanes))


# ---------------------------------------------------------------- parts
def _spread(builder, a):
    """The value of a in all places."""
    everywhere = ir.Constant(ir.VectorType(I32, a.type.count), [0] * a.type.count)
    return builder.shuffle_vector(a, ir.Constant(a.type, ir.Undefined), everywhere)


def _changes(builder, a):
    """The derivatives of a, with value zero."""
    n = a.type.count
    zero = ir.Constant(a.type, [0.0] * n)
    return builder.shuffle_vector(a, zero, ir.Constant(ir.VectorType(I32, n), [n, *range(1, n)]))


def _constant(builder, x, n):
    """A number without derivatives."""
    return builder.insert_element(ir.Constant(ir.VectorType(F64, n), [0.0] * n), x, I32(0))


@numba.core.imputils.lower_cast(types.Float, DualType)
def _lifted(context, builder, given, kind, x):
    """A number without derivatives."""
    return _constant(builder, x, kind.lanes)


# ---------------------------------------------------------------- arithmetic
def _sum(builder, a, b):
    return builder.fadd(a, b)


def _difference(builder, a, b):
    return builder.fsub(a, b)


def _product(builder, a, b):
    first = builder.fmul(_spread(builder, a), b, flags=FUSED)
    return builder.fadd(first, builder.fmul(_changes(builder, a), _spread(builder, b), flags=FUSED), flags=FUSED)


def _multiple(builder, a, b):
    """The product with a number b, given as a dual."""
    return builder.fmul(a, _spread(builder, b))


def _quotient(builder, a, b):
    """(a/b)′ = (a′ − (a/b) b′)/b."""
    below = _spread(builder, b)
    value = builder.fdiv(_spread(builder, a), below)
    change = builder.fmul(value, _changes(builder, b), flags=FUSED)
    return builder.fdiv(builder.fsub(a, change, flags=FUSED), below)


def _part(builder, a, b):
    """The quotient by a number b, given as a dual."""
    return builder.fdiv(a, _spread(builder, b))


def _arithmetic(operation, both, by_number, of_number):
    """An operation on two duals, on a dual and a number, and on a number and a dual."""

    @templates.infer_global(operation)
    class Typing(templates.AbstractTemplate):
        def generic(self, args, keywords):
            wide = [a for a in args if isinstance(a, DualType)]
            if wide and len(args) == 2 and all(a in (wide[0], types.float64) for a in args):
                return templates.signature(wide[0], *args)
            return None

    @extending.lower_builtin(operation, DualType, DualType)
    def on_duals(context, builder, signature, args):
        return both(builder, *args)

    @extending.lower_builtin(operation, DualType, types.Float)
    def with_number(context, builder, signature, args):
        a, b = args
        return by_number(builder, a, _constant(builder, b, a.type.count))

    @extending.lower_builtin(operation, types.Float, DualType)
    def from_number(context, builder, signature, args):
        a, b = args
        return of_number(builder, _constant(builder, a, b.type.count), b)


_arithmetic(operator.add, _sum, _sum, _sum)
_arithmetic(operator.sub, _difference, _difference, _difference)
_arithmetic(operator.mul, _product, _multiple, lambda builder, a, b: _multiple(builder, b, a))
_arithmetic(operator.truediv, _quotient, _part, _quotient)


@templates.infer_global(operator.neg)
class _Negative(templates.AbstractTemplate):  # type: ignore[name-defined]
    def generic(self, args, keywords):
        if len(args) == 1 and isinstance(args[0], DualType):
            return templates.signature(args[0], args[0])
        return None


@extending.lower_builtin(operator.neg, DualType)
def _negative(context, builder, signature, args):
    return builder.fneg(args[0])


# ---------------------------------------------------------------- values, derivatives, functions
@intrinsic(prefer_literal=False)
def _value(typingctx, x):
    def codegen(context, builder, signature, args):
        return builder.extract_element(args[0], I32(0)) if isinstance(signature.args[0], DualType) else args[0]

    return (types.float64 if isinstance(x, DualType) else x)(x), codegen


@intrinsic(prefer_literal=False)
def _number(typingctx, x):
    def codegen(context, builder, signature, args):
        return args[0] if isinstance(args[0].type, ir.DoubleType) else builder.extract_element(args[0], I32(0))

    return types.float64(x), codegen


@intrinsic(prefer_literal=False)
def _chain(typingctx, x, f, slope):
    def codegen(context, builder, signature, args):
        x, f, slope = args
        if not isinstance(signature.args[0], DualType):
            return f
        n = x.type.count
        change = builder.fmul(_changes(builder, x), _spread(builder, _constant(builder, slope, n)))
        return builder.insert_element(change, f, I32(0))

    return x(x, f, slope), codegen


@intrinsic(prefer_literal=False)
def _zero_of(typingctx, x):
    def codegen(context, builder, signature, args):
        kind = args[0].type
        return ir.Constant(kind, [0.0] * kind.count if isinstance(kind, ir.VectorType) else 0.0)

    return x(x), codegen


@intrinsic(prefer_literal=False)
def _change(typingctx, x, place):
    def codegen(context, builder, signature, args):
        return builder.extract_element(args[0], args[1])

    return types.float64(x, types.intp), codegen


@intrinsic(prefer_literal=False)
def _with_change(typingctx, x, place, slope):
    def codegen(context, builder, signature, args):
        return builder.insert_element(args[0], args[2], args[1])

    return x(x, types.intp, types.float64), codegen


@intrinsic
def _still(typingctx):
    def codegen(context, builder, signature, args):
        return ir.Constant(ir.VectorType(F64, PLACES), [0.0] * PLACES)

    return DualType(PLACES)(), codegen


@intrinsic
def _still_short(typingctx):
    def codegen(context, builder, signature, args):
        return ir.Constant(ir.VectorType(F64, SHORT), [0.0] * SHORT)

    return DualType(SHORT)(), codegen


if numba.config.DISABLE_JIT:

    def value(x):
        """The number itself."""
        return x

    def number(x):
        """The number itself."""
        return x

    def chain(x, f, slope):
        """The value of the function."""
        return f

    def zero_of(x):
        """Zero."""
        return 0.0

    def change(x, place):
        """Numbers have no derivatives."""
        return 0.0

    def with_change(x, place, slope):
        """The number itself."""
        return x

    def still():
        """Zero."""
        return 0.0

    still_short = still

else:
    value = _value
    """Of a dual its value; of a number or lanes, themselves."""
    number = _number
    """The first place of an element: of a dual its value, of lanes the first one."""
    chain = _chain
    """A function of x with the value f and the slope f′ there: of a dual (f, f′ x′), of a number or lanes f."""
    zero_of = _zero_of
    """Zero, of the type of x."""
    change = _change
    """The derivative of a dual at a place from 1 on."""
    with_change = _with_change
    """A dual with another derivative at a place from 1 on."""
    still = _still
    """Zero without derivatives: the `like` that makes elements duals."""
    still_short = _still_short
    """The same of short duals."""
