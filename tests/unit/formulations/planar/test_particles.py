"""A particle has no angle in the plane: what would turn it is refused, what only carries it is not."""

import pytest

import snodo as sn


def bar_and_particle(join):
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(1, 0))
    m.bar("bar", "A", "B", mass=1.0)
    m.particle("bob", "B", mass=2.0)
    m.revolute("A", "ground", "bar")
    join(m)
    return m


def test_welded_to_a_body_that_may_turn():
    m = bar_and_particle(lambda m: m.fixed("weld", "bar", "bob", at="B"))
    with pytest.raises(sn.UnsupportedError, match=r"(?s)fixed 'weld' rotates particle 'bob'.*tree"):
        sn.Planar(m)
    assert abs(sn.Tree(m).solve([0], [0])[0][0] + 9.81 * 2.5 / (1 / 3 + 2)) < 1e-12


def test_pinned_it_is_carried():
    planar = sn.Planar(bar_and_particle(lambda m: m.revolute("pin", "bar", "bob", at="B")))
    a = planar.solve(*planar.reference())[0]
    assert abs(a[planar.velocity_names.index("bar.omega")] + 9.81 * 2.5 / (1 / 3 + 2)) < 1e-12


def test_on_a_rail_it_slides():
    m = sn.Mechanism("rail", gravity=(0, -9.81))
    m.box("cart", (0.2, 0.1, 0.1), (0, 0), mass=1.0)
    m.particle("bead", (0, 0.5), mass=2.0)
    m.prismatic("rail", "ground", "cart", axis=(1, 0), at=(0, 0))
    m.prismatic("rod", "cart", "bead", axis=(0, 1), at=(0, 0.5))
    planar = sn.Planar(m)
    a = planar.solve(*planar.reference())[0]
    assert abs(a[planar.velocity_names.index("bead.vy")] + 9.81) < 1e-12
