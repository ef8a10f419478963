"""The compiled Euler parameters against the NumPy ones, one by one and in lanes."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import NamedTuple

import numpy as np
import pytest

from snodo._jit import Floats, entry, i8, inline
from snodo.math import euler_parameters as ep
from snodo.math.kernels.algebra import Mat3, Vec3, outer
from snodo.math.kernels.euler_parameters import (
    Mat34,
    Quaternion,
    body_rotation,
    conjugate,
    dot4,
    extract,
    matrix_E,
    matrix_G,
    rate_of_body,
    rate_of_world,
    second_rate_of_body,
    second_rate_of_world,
)
from snodo.math.kernels.lanes import LANES, zeros
from snodo.math.kernels.record_layout import size
from snodo.math.kernels.records import table
from snodo.math.kernels.spatial import from_quaternion


class Row(NamedTuple):
    p: Quaternion
    s: Quaternion
    w: Vec3
    a: Vec3


class Answer(NamedTuple):
    E: Mat34
    G: Mat34
    A: Mat3
    product: Quaternion
    back: Quaternion
    inner: float
    world: Vec3
    body: Vec3
    rate_world: Quaternion
    rate_body: Quaternion
    second_world: Quaternion
    second_body: Quaternion
    combined: Quaternion


FIELDS = {"E": 12, "G": 12, "A": 9, "product": 4, "back": 4, "inner": 1, "world": 3, "body": 3}
FIELDS |= dict.fromkeys(("rate_world", "rate_body", "second_world", "second_body", "combined"), 4)


@inline
def attitude(p):
    """E Gᵀ, (16)"""
    E, G = matrix_E(p), matrix_G(p)
    return (outer(E.c0, G.c0) + outer(E.c1, G.c1)) + (outer(E.c2, G.c2) + outer(E.c3, G.c3))


@inline
def answer(p, s, w, a):
    E, G = matrix_E(p), matrix_G(p)
    return Answer(
        E,
        G,
        attitude(p),
        p @ s,
        conjugate(p),
        dot4(p, s),
        (E @ s) * 2.0,
        body_rotation(p, s),
        rate_of_world(p, w),
        rate_of_body(p, w),
        second_rate_of_world(p, w, a),
        second_rate_of_body(p, w, a),
        (p + s) - s * 3.0,
    )


@entry(i8(Floats, Floats))
def one(given, out):
    row = table(Row, given, 0, 0.0)[0]
    answers = table(Answer, out, 0, 0.0)
    found = answer(row.p, row.s, row.w, row.a)
    answers[0].E = found.E
    answers[0].G = found.G
    answers[0].A = found.A
    answers[0].product = found.product
    answers[0].back = found.back
    answers[0].inner = found.inner
    answers[0].world = found.world
    answers[0].body = found.body
    answers[0].rate_world = found.rate_world
    answers[0].rate_body = found.rate_body
    answers[0].second_world = found.second_world
    answers[0].second_body = found.second_body
    answers[0].combined = found.combined
    return 0


@entry(i8(Floats, Floats))
def lanes(given, out):
    row = table(Row, given, 0, zeros())[0]
    answers = table(Row, out, 0, zeros())
    answers[0].p = row.p @ row.s
    answers[0].s = second_rate_of_body(row.p, row.w, row.a)
    answers[0].w = (matrix_E(row.p) @ row.s) * 2.0
    answers[0].a = attitude(row.p) @ row.a
    return 0


@entry(i8(Floats, Floats))
def there_and_back(p, out):
    for k in range(p.size // 4):
        i = 4 * k
        found = extract(from_quaternion(p[i], p[i + 1], p[i + 2], p[i + 3]))
        out[i], out[i + 1], out[i + 2], out[i + 3] = found.e0, found.e1, found.e2, found.e3
    return 0


def expected(p, s, w, a) -> dict[str, np.ndarray]:
    return {
        "E": ep.matrix_E(p).T.ravel(),
        "G": ep.matrix_G(p).T.ravel(),
        "A": ep.attitude(p).T.ravel(),
        "product": ep.product(p, s),
        "back": ep.conjugate(p),
        "inner": np.array([p @ s]),
        "world": ep.angular_velocity(p, s),
        "body": ep.angular_velocity(p, s, "body"),
        "rate_world": ep.rate(p, w),
        "rate_body": ep.rate(p, w, "body"),
        "second_world": ep.second_rate(p, w, a),
        "second_body": ep.second_rate(p, w, a, "body"),
        "combined": p - 2 * s,
    }


@pytest.mark.parametrize("seed", range(5))
def test_one_by_one(seed: int) -> None:
    x = np.random.default_rng(seed).normal(size=14)
    out = np.zeros(sum(FIELDS.values()))
    one(x, out)
    at, truth = 0, expected(x[:4], x[4:8], x[8:11], x[11:])
    for name, n in FIELDS.items():
        np.testing.assert_allclose(out[at : at + n], truth[name], rtol=0, atol=2e-14, err_msg=name)
        at += n


def test_lanes_do_what_each_would_do_alone() -> None:
    x = np.random.default_rng(1).normal(size=(14, LANES))
    out = np.zeros(size(Row) * LANES)
    lanes(x.ravel(), out)
    found = out.reshape(14, LANES)
    for k in range(LANES):
        p, s, w, a = np.split(x[:, k], [4, 8, 11])
        truth = [ep.product(p, s), ep.second_rate(p, w, a, "body"), ep.angular_velocity(p, s), ep.attitude(p) @ a]
        np.testing.assert_allclose(found[:, k], np.concatenate(truth), rtol=0, atol=4e-14)


def test_extraction_everywhere() -> None:
    """Random attitudes, half turns, and the places where two, three and four of the squares are equal."""
    rng = np.random.default_rng(3)
    p = rng.normal(size=(400, 4)) * rng.choice([0.0, 1e-9, 1.0, 1.0], size=(400, 4))
    p = np.concatenate([p[np.any(p != 0, axis=1)], np.eye(4), np.array(np.meshgrid(*[[-1, 1]] * 4)).reshape(4, -1).T])
    p /= np.linalg.norm(p, axis=1)[:, None]
    found = np.zeros(p.size)
    there_and_back(p.ravel(), found)
    found = found.reshape(-1, 4)
    assert (found[:, 0] >= 0).all()
    np.testing.assert_allclose(found * np.sign(np.sum(found * p, axis=1))[:, None], p, atol=4e-16)
    np.testing.assert_allclose(ep.attitude(ep.extracted(ep.attitude(p))), ep.attitude(p), atol=1e-15)


def test_the_same_source_runs_without_the_compiler() -> None:
    code = (
        "from snodo.math.kernels.euler_parameters import *;"
        "from snodo.math.kernels.spatial import from_quaternion;"
        "p = Quaternion(0.5, -0.5, 0.5, 0.5);"
        "A = from_quaternion(*p);"
        "print(tuple(extract(A)), tuple(p @ conjugate(p)))"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.split("\n")[0] == "(0.5, -0.5, 0.5, 0.5) (1.0, 0.0, 0.0, 0.0)"
