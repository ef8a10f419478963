"""A value of which some numbers are floats (the mass of a body), as one of lanes or of duals throughout."""

from snodo._jit import numba, types


@numba.core.imputils.lower_cast(types.BaseNamedTuple, types.BaseNamedTuple)
def spread_value(context, builder, given, kind, value):
    """Number by number, each as its own type says.  Numba finds this by the types: lanes and duals import it."""
    if given.instance_class is not kind.instance_class:
        raise NotImplementedError(f"{given} is no {kind}")
    parts = [context.cast(builder, builder.extract_value(value, j), given[j], kind[j]) for j in range(len(kind))]
    return context.make_tuple(builder, kind, parts)
