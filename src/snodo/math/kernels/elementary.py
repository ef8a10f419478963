"""Elementary functions of an element: a float64, lanes of them, or a dual.

`sincos` has no branches and calls nothing: it is inlined, and costs a tenth of the library's sine and cosine.  `tanh`
and `atan2` are the library's, lane by lane.  Of a dual, the function of its value and the slope there.
"""

import math

from snodo._jit import cgutils, inline, intrinsic, numba, types
from snodo.math.kernels.duals import chain, value

ir = cgutils.ir

WHOLE = 1.5 * 2.0**52
"""Added to a number below 2⁵¹, it rounds it to the nearest integer, which is then in the last bits."""


@intrinsic(prefer_literal=False)
def _quadrant(typingctx, k, s, c):
    """(sin, cos) of r + k π/2, given s = sin r and c = cos r, and k + `WHOLE` (whose last bits are those of k)."""

    def codegen(context, builder, signature, args):
        k, s, c = args
        whole = ir.IntType(64) if k.type == ir.DoubleType() else ir.VectorType(ir.IntType(64), k.type.count)
        turn = builder.bitcast(k, whole)

        def number(n):
            return ir.Constant(whole, [n] * whole.count if isinstance(whole, ir.VectorType) else n)

        def flip(x, j):
            sign = builder.shl(builder.and_(j, number(2)), number(62))
            return builder.bitcast(builder.xor(builder.bitcast(x, whole), sign), k.type)

        odd = builder.icmp_signed("!=", builder.and_(turn, number(1)), number(0))
        pair = flip(builder.select(odd, c, s), turn), flip(builder.select(odd, s, c), builder.add(turn, number(1)))
        return context.make_tuple(builder, signature.return_type, pair)

    return types.UniTuple(k, 2)(k, k, k), codegen


@intrinsic(prefer_literal=False)
def _sqrt(typingctx, x):
    def codegen(context, builder, signature, args):
        kind = args[0].type
        name = "llvm.sqrt.f64" if kind == ir.DoubleType() else f"llvm.sqrt.v{kind.count}f64"
        return builder.call(cgutils.get_or_insert_function(builder.module, ir.FunctionType(kind, [kind]), name), args)

    return x(x), codegen


@intrinsic(prefer_literal=False)
def _floor(typingctx, x):
    def codegen(context, builder, signature, args):
        kind = args[0].type
        name = "llvm.floor.f64" if kind == ir.DoubleType() else f"llvm.floor.v{kind.count}f64"
        return builder.call(cgutils.get_or_insert_function(builder.module, ir.FunctionType(kind, [kind]), name), args)

    return x(x), codegen


@intrinsic(prefer_literal=False)
def _inverse(typingctx, x):
    def codegen(context, builder, signature, args):
        kind = args[0].type
        number = ir.Constant if kind == ir.DoubleType() else lambda t, c: ir.Constant(t, [c] * t.count)
        zero = number(kind, 0.0)
        known = builder.fcmp_unordered("!=", args[0], zero)
        return builder.select(known, builder.fdiv(number(kind, 1.0), args[0]), zero)

    return x(x), codegen


@intrinsic(prefer_literal=False)
def _tanh(typingctx, x):
    def codegen(context, builder, signature, args):
        call = context.get_function(math.tanh, types.float64(types.float64))
        if args[0].type == ir.DoubleType():
            return call(builder, args)
        found = args[0]
        for k in range(found.type.count):
            place = ir.IntType(32)(k)
            found = builder.insert_element(found, call(builder, [builder.extract_element(args[0], place)]), place)
        return found

    return x(x), codegen


@intrinsic(prefer_literal=False)
def _atan2(typingctx, y, x):
    def codegen(context, builder, signature, args):
        call = context.get_function(math.atan2, types.float64(types.float64, types.float64))
        if args[0].type == ir.DoubleType():
            return call(builder, args)
        found = args[0]
        for k in range(found.type.count):
            place = ir.IntType(32)(k)
            pair = [builder.extract_element(arg, place) for arg in args]
            found = builder.insert_element(found, call(builder, pair), place)
        return found

    return y(y, x), codegen


@intrinsic(prefer_literal=False)
def _larger(typingctx, x, y):
    def codegen(context, builder, signature, args):
        return builder.select(builder.fcmp_ordered(">", args[1], args[0]), args[1], args[0])

    return x(x, x), codegen


@intrinsic(prefer_literal=False)
def _positive(typingctx, x):
    def codegen(context, builder, signature, args):
        kind = args[0].type
        wide = isinstance(kind, ir.VectorType)
        zero, infinity = (ir.Constant(kind, [c] * kind.count if wide else c) for c in (0.0, math.inf))
        above, below = (builder.fcmp_ordered(word, args[0], c) for word, c in ((">", zero), ("<", infinity)))
        found = builder.and_(above, below)
        if not wide:
            return found
        bits = ir.IntType(kind.count)
        return builder.icmp_unsigned("==", builder.bitcast(found, bits), ir.Constant(bits, -1))

    return types.boolean(x), codegen


@intrinsic(prefer_literal=False)
def _lowest(typingctx, x):
    def codegen(context, builder, signature, args):
        if args[0].type == ir.DoubleType():
            return args[0]
        lanes = [builder.extract_element(args[0], ir.IntType(32)(k)) for k in range(args[0].type.count)]
        found = lanes[0]
        for lane in lanes[1:]:
            found = builder.select(builder.fcmp_ordered("<", lane, found), lane, found)
        return found

    return types.float64(x), codegen


if numba.config.DISABLE_JIT:
    sqrt, tanh, larger, atan2, floor = math.sqrt, math.tanh, max, math.atan2, math.floor

    def positive(x):
        """Whether 0 < x < ∞."""
        return 0.0 < x < math.inf

    def lowest(x):
        """The one number."""
        return x

    def inverse(x):
        """1/x, or 0 for 0."""
        return 1.0 / x if x != 0.0 else 0.0

    def sincos(x):
        """(sin x, cos x), without the compiler."""
        return math.sin(x), math.cos(x)

else:
    larger, floor = _larger, _floor
    positive = _positive
    """Whether 0 < x < ∞, in all lanes."""
    lowest = _lowest
    """The smallest of the lanes; none of them is not a number."""

    @inline
    def sqrt(x):
        """√x; at zero without derivative."""
        r = _sqrt(value(x))
        return chain(x, r, 0.5 * _inverse(r))

    @inline
    def inverse(x):
        """1/x, or 0 for 0."""
        r = _inverse(value(x))
        return chain(x, r, -r * r)

    @inline
    def tanh(x):
        """Tanh x."""
        r = _tanh(value(x))
        return chain(x, r, 1.0 - r * r)

    @inline
    def atan2(y, x):
        """The angle of (x, y)."""
        b, a = value(y), value(x)
        n = _inverse(a * a + b * b)
        return chain(y, _atan2(b, a), a * n) - chain(x, 0.0 * a, b * n)

    @inline
    def sincos(x):
        """(sin x, cos x)."""
        s, c = _sincos(value(x))
        return chain(x, s, c), chain(x, c, -s)

    @inline
    def _sincos(x):
        """(sin x, cos x), absolute error below 2.2e-16 for |x| < 1e8.

        Reduction to |r| ≤ π/4 by π/2 in three parts (Cody and Waite 1980), then the minimax polynomials of the Cephes
        library (Moshier 1992).  The first two parts have 26 bits, as k has: their products with k are exact, whether
        or not the processor has a fused multiply-add (in two parts without it: 7e-15 at 100 rad, 7e-9 at 1e8 rad).
        """
        shifted = x * 0.63661977236758134308 + WHOLE
        k = shifted - WHOLE
        r = x - k * 1.570796310901641845703
        r = r - k * 1.589325471229585673427e-8
        r = r - k * 6.123233995736766035869e-17
        z = r * r
        s = -2.50507477628578072866e-8 + z * 1.58962301576546568060e-10
        s = -1.98412698295895385996e-4 + z * (2.75573136213857245213e-6 + z * s)
        s = r + r * z * (-1.66666666666666307295e-1 + z * (8.33333333332211858878e-3 + z * s))
        c = 2.08757008419747316778e-9 + z * -1.13585365213876817300e-11
        c = 2.48015872888517045348e-5 + z * (-2.75573141792967388112e-7 + z * c)
        c = 1.0 - 0.5 * z + z * z * (4.16666666666665929218e-2 + z * (-1.38888888888730564116e-3 + z * c))
        return _quadrant(shifted, s, c)
