"""How a `NamedTuple` becomes a value with operators, alike in compiled and in plain Python.

    class Vec3(NamedTuple): ...

    @rule(operator.add, Vec3, Vec3)
    def _(a, b): ...

One overload per operator looks up the pair of classes; numba keeps the tuples in registers.
"""

from snodo._jit import INLINED, numba, types

SCALAR = object()
"""The right class of a rule for numbers: a float64, or lanes of them."""

_rules: dict = {}


def rule(operation, left, right):
    """Decorator: the function defines `left operation right`."""
    if operation not in _rules:
        _rules[operation] = {}
        _compile(operation, _rules[operation])

    def register(function):
        _rules[operation][left, right] = function
        setattr(left, f"__{operation.__name__}__", _in_python(_rules[operation]))
        return function

    return register


def _compile(operation, rules):
    @numba.extending.overload(operation, strict=False, jit_options=INLINED)
    def compiled(a, b):
        if isinstance(a, types.BaseNamedTuple):
            return rules.get((a.instance_class, getattr(b, "instance_class", SCALAR)))
        return None


def _in_python(rules):
    def python(a, b):
        return rules[type(a), type(b) if hasattr(b, "_fields") else SCALAR](a, b)

    return python
