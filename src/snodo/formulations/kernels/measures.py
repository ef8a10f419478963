"""The measures of joints, rods and drivers, computed from the current motion of the bodies."""

import math

from snodo._jit import inline, kernel
from snodo.formulations.kernels.tables import Measure, Term
from snodo.formulations.kernels.verbs import MEASURE, element, rare
from snodo.math.kernels.algebra import Mat3
from snodo.math.kernels.duals import value
from snodo.math.kernels.elementary import floor
from snodo.math.kernels.euler_parameters import Quaternion, extract, matrix_E
from snodo.math.kernels.measures import (
    ACROSS,
    ALONG,
    ATTITUDE,
    COORDINATE,
    COUNTED,
    EDGE,
    EXTRACTED,
    MIDDLE,
    OUTER,
    SPIN,
    TURN,
    TURN_RATE,
    Moving,
    Reading,
    across,
    across_spin,
    along,
    along_place,
    attitude,
    fixed_in,
    half_square,
    relative_place,
    relative_spin,
    tilted,
    turn_rate,
    turned,
)
from snodo.math.kernels.records import table

TURNED = 2.0 * math.pi


@inline
def moving(system, i):
    """Body i in motion."""
    this = system.work[i]
    return Moving(this.R, this.p, this.v, this.w, this.a)


@inline
def read(system, m):
    """One measure between two bodies."""
    i, j = moving(system, m.i), moving(system, m.j)
    if m.kind == ALONG:
        return along(i, j, m.s_i, m.s_j, m.e)
    if m.kind == ACROSS:
        return across(i, j, m.e, m.f)
    if m.kind == TURN or m.kind == COUNTED or m.kind == OUTER:
        return turned(i, j, m.e, m.g, m.f)
    return half_square(i, j, m.s_i, m.s_j)


@inline
def column(B, k):
    """Column k of a 3×4 matrix."""
    if k == 0:
        return B.c0
    if k == 1:
        return B.c1
    return B.c2 if k == 2 else B.c3


@inline
def euler_parameter(system, m, q):
    """An Euler parameter that is a coordinate, or one of the axes e, g, f of body j."""
    j, k = moving(system, m.j), m.iv
    if m.kind == ATTITUDE:
        p = Quaternion(q[m.iq], q[m.iq + 1], q[m.iq + 2], q[m.iq + 3])
    else:
        p = extract(Mat3(j.R @ m.e, j.R @ m.g, j.R @ m.f))
    e0, e1, e2, e3 = p
    e = e0 if k == 0 else e1 if k == 1 else e2 if k == 2 else e3
    return attitude(j, e, column(matrix_E(p), k) * 0.5)


@inline
def counted(angle, near):
    """The angle with as many whole turns as bring it nearest to a number."""
    return angle + TURNED * floor((value(near) - value(angle)) / TURNED + 0.5)


@inline
def middle(found, near):
    """The middle one of three turns: the tilt, or half a turn less the tilt where the counted angle is turned over."""
    if math.cos(value(near)) >= 0.0:
        return Reading(counted(found.x, near), found.rate, found.second, found.F)
    return Reading(counted(math.pi - found.x, near), -found.rate, -found.second, found.F * -1.0)


@inline
def read_plain(system, m, row, q, v, a):
    """A measure for which no element is compared with another, into a row with x, rate, second and F."""
    if m.kind == COORDINATE:
        row.x, row.rate, row.second = q[m.iq], v[m.iv], a[m.iv]
        return
    if m.kind == TURN_RATE:
        row.rate = turn_rate(moving(system, m.i), moving(system, m.j), m.e, m.g, m.f)
        return
    found = read(system, m)
    row.x, row.rate, row.second, row.F = found.x, found.rate, found.second, found.F
    if m.kind == COUNTED:
        row.x = counted(found.x, q[m.iq])


@inline
def read_into(system, m, row, q, v, a):
    """One measure, of those that nothing rolls or cuts for, into a row with x, rate, second and F."""
    if m.kind == COORDINATE:
        row.x, row.rate, row.second = q[m.iq], v[m.iv], a[m.iv]
        return
    if m.kind == TURN_RATE:
        row.rate = turn_rate(moving(system, m.i), moving(system, m.j), m.e, m.g, m.f)
        return
    if m.kind == ATTITUDE or m.kind == EXTRACTED:
        found = euler_parameter(system, m, q)
    elif m.kind == MIDDLE:
        found = middle(tilted(moving(system, m.i), moving(system, m.j), m.e, m.f), q[m.iq])
    else:
        found = read(system, m)
    row.x, row.rate, row.second, row.F = found.x, found.rate, found.second, found.F
    if m.kind == COUNTED:
        row.x = counted(found.x, q[m.iq])
    elif m.kind == OUTER:
        row.x = counted(found.x if math.cos(value(q[m.iv])) >= 0.0 else found.x + math.pi, q[m.iq])


@inline
def read_places(system, measures, first, last):
    """Measures along directions of one body, of one place on another."""
    m = measures[first]
    i, j = moving(system, m.i), moving(system, m.j)
    arm = fixed_in(j, m.s_j)
    place = relative_place(i, m.s_i, j, arm)
    for k in range(first, last):
        row = measures[k]
        row.x, row.rate, row.second, row.F = along_place(i.R @ row.e, place, arm.x)


@inline
def read_across(system, measures, first, last):
    """Measures across, between the same two bodies."""
    i, j = moving(system, measures[first].i), moving(system, measures[first].j)
    spin = relative_spin(i, j)
    for k in range(first, last):
        row = measures[k]
        row.x, row.rate, row.second, row.F = across_spin(spin, i.R @ row.e, j.R @ row.f)


@kernel
def read_measures(system, head, model, q, v, a):
    """All measures, from the motion of the bodies; their second derivatives belong to the current accelerations."""
    measures, k = table(Measure, model, head.measure_at, 0.0), 0
    while k < head.measures:
        m, last = measures[k], min(k + 1 + measures[k].alike, head.measures)
        if m.kind == ALONG:
            read_places(system, measures, k, last)
        elif m.kind == ACROSS:
            read_across(system, measures, k, last)
        else:
            last = k + 1
            if m.kind >= EDGE:
                rare(head, MEASURE, k, 0.0, model)
            elif m.kind != SPIN:
                read_into(system, m, m, q, v, a)
        k = last


@inline
def total(head, model, first, count, zero=0.0):
    """Σ weight · measure, with its first and second derivative, as elements like the zero."""
    measures = table(Measure, model, element(head, head.measure_at), zero)
    terms = table(Term, model, element(head, head.term_at), zero)
    x, rate, second = zero, zero, zero
    for k in range(first, first + count):
        m, weight = measures[terms[k].measure], terms[k].weight
        x = x + weight * m.x
        rate = rate + weight * m.rate
        second = second + weight * m.second
    return x, rate, second
