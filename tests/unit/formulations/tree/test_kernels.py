"""Sine and cosine, rows of named values, and the kernels without the compiler."""

import os
import subprocess
import sys
from typing import NamedTuple

import numpy as np
import pytest

from snodo._jit import Floats, entry, i8
from snodo.math.kernels.algebra import Vec3
from snodo.math.kernels.elementary import sincos
from snodo.math.kernels.record_layout import PythonTable, column, size
from snodo.math.kernels.records import table, view


class Row(NamedTuple):
    count: int
    r: Vec3
    x: float


@entry(i8(Floats, Floats, Floats))
def many_sincos(x, s, c):
    for i in range(x.size):
        s[i], c[i] = sincos(x[i])
    return 0


@entry(i8(Floats))
def move_rows(array):
    rows = table(Row, array, 2, 0.0)
    numbers = view(array, 0, 0.0)
    rows[1].r = rows[0].r + rows[0].r * 2.0
    rows[1].x = rows[0].count
    rows[1].count = rows[0].count + 1
    numbers[0] = numbers[1] * 2.0
    return rows[1].count


@pytest.mark.delicate
def test_sine_and_cosine():
    rng = np.random.default_rng(0)
    for size_of in (1.0, 100.0, 1e5, 1e8):
        x = rng.uniform(-size_of, size_of, 20000)
        x[:9] = np.arange(-4, 5) * np.pi / 4
        s, c = np.empty_like(x), np.empty_like(x)
        many_sincos(x, s, c)
        assert np.abs(s - np.sin(x)).max() < 4e-16
        assert np.abs(c - np.cos(x)).max() < 4e-16


def test_rows_are_views():
    array = np.zeros(2 + 2 * size(Row))
    assert size(Row) == 5
    rows = PythonTable(Row, array, 2)
    rows[0].count, rows[0].r, rows[0].x = 7, Vec3(1.0, 2.0, 3.0), 0.5
    array[1] = 4.0
    assert move_rows(array) == 8
    assert rows[1].r == Vec3(3.0, 6.0, 9.0)
    assert (rows[1].count, rows[1].x) == (8, 7.0)
    assert array[0] == 8.0
    assert np.array_equal(column(Row, "r", array, 2, 2), [[1, 2, 3], [3, 6, 9]])


SCRIPT = """
import numpy as np, snodo as sn
from snodo.formulations.tree.tree import Tree
from snodo.mechanism import joints
m = sn.Mechanism("arm", dimension=3, gravity=(0, 0, -9.81))
for k in range(4):
    m.body(f"b{k}", mass=1 + k, inertia=(0.1, 0.2, 0.25), com=(0.2, 0, 0.1), at=(0.5 * k, 0, 1))
m.add(joints.Spherical(name="j0", parent="ground", child="b0", at=(0, 0, 1)))
m.revolute("j1", "b1", "b0", at=(0.5, 0, 1), axis=(1, 2, 0))
m.add(joints.Selection(name="j2", parent="b1", child="b2", at=(1, 0, 1), directions=("rx", "y", "rz")))
m.add(joints.Helical(name="j3", parent="b2", child="b3", at=(1, 0, 1), axis="y", pitch=0.3))
tree = Tree(m)
q, v = tree.random(np.random.default_rng(1))
a = tree.forward_dynamics(q, v, v)
parts = [a, tree.inverse_dynamics(q, v, a), tree.mass_matrix(q).ravel(), tree.momentum(q, v)]
parts += [tree.jacobian_of(q, "b3").ravel(), tree.articulated_inertia(q)["b0"].ravel()]
print(*np.concatenate(parts).tolist())
"""


def test_the_same_source_runs_without_the_compiler():
    found = []
    for disabled in ("0", "1"):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": disabled, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
        )
        found.append(np.array(done.stdout.split(), float))
    assert np.allclose(found[0], found[1], rtol=1e-10, atol=1e-10)
