import pytest
from tests import mechanisms

import snodo as sn


def four_bar() -> sn.Mechanism:
    m = mechanisms.four_bar()
    m.frame("P", "coupler", (0.2, 0.4))
    m.driver("motor", joint="A", speed="60 rpm")
    return m


def everything() -> sn.Mechanism:
    """One of each: every shape, joint, constraint, force and driver."""
    m = sn.Mechanism("everything", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0.3, 0), W=(-0.3, 0), S=(0.6, 0.2), R=(0.9, 0.4), Q=(0.9, 0.1))
    m.disc("sun", 0.1, at="A", mass=1)
    m.disc("planet", 0.2, at="B", mass=1, inner_radius=0.05)
    m.revolute("A", "ground", "sun")
    m.revolute("B", "ground", "planet")
    m.gear("mesh", "A", "B", teeth=(20, 40))
    m.box("cart", (0.15, 0.08), at=(0.8, 0.0), mass=1)
    m.prismatic("rail", "ground", "cart", axis=(1, 0), at=(0.8, 0.0))
    m.bar("post", "W", (-0.3, 0.3), mass=0.2, width=0.02)
    m.fixed("weld", "ground", "post", at="W")
    m.body("collar", mass=0.2, inertia=0.01, at=(-0.3, 0.2))
    m.prismatic("tele", "post", "collar", axis=(0, 1), at=(-0.3, 0.2))
    m.body("wing", mass=0.1, inertia=0.01, at=(-0.4, 0.25))
    m.fixed("glue", "collar", "wing", at=(-0.3, 0.2))
    m.particle("ball", "Q", mass=0.1)
    m.rod("string", "ground", "ball", "R", "Q")
    m.sphere("globe", 0.04, at=(1.2, 0.3), mass=0.3)
    m.pin_in_slot("slot", "ground", "globe", axis="30 deg", at=(1.2, 0.3))
    m.plate("flag", (1.0, -0.3), (1.2, -0.3), (1.1, -0.1), mass=0.3)
    m.revolute("hinge", "ground", "flag", at=(1.1, -0.1))
    m.cylinder("tube", (0, -0.4), (0.3, -0.4), 0.02, mass=0.4)
    m.revolute("T", "ground", "tube", at=(0, -0.4))
    m.pin_in_slot("groove", "tube", "mover", axis=(1, 0), at=(0.2, -0.4))
    m.bar("mover", (0.2, -0.4), (0.2, -0.6), mass=0.1)
    m.composite("dumbbell", [{"disc": 0.03, "at": (-0.5, -0.4), "mass": 1}, {"particle": (-0.3, -0.4), "mass": 1}])
    m.revolute("hub", "ground", "dumbbell", at=(-0.4, -0.4))
    m.coupler("belt", {"hub": 1.0, "T": -1.0})
    m.spring("coil", "ground", "cart", (0.5, 0), (0.725, 0), stiffness=20)
    m.spring("damper", "cart", "ball", (0.8, 0.0), "Q", damping=0.5)
    m.torsional_spring("hair", "hinge", stiffness=0.1)
    m.point_force("push", "wing", (0, -1), at=(-0.45, 0.25))
    m.point_force("thrust", "globe", (sn.Ramp(0, 1), 0), axes="body")
    m.torque("twist", -0.1, joint="A")
    m.torque("spin", 0.1, body="flag")
    m.joint_force("shove", 1.0, joint="rail")
    m.friction("rub", "rail", viscous=0.1)
    m.force("wind", ["ball"], formula=["0.1", "0", "0"])
    m.driver("lift", joint="tele", displacement=sn.Harmonic(0.05, 1.0))
    m.driver("turn", body="mover", speed=-1.0)
    m.driver("glide", body="globe", along="x", displacement=sn.Harmonic(0.02, 1.0))
    m.frame("eye", "planet", (0.4, 0.1))
    return m


@pytest.fixture(scope="session")
def result() -> sn.Result:
    return sn.simulate(four_bar(), 1.0, progress=False)


@pytest.fixture
def mechanism() -> sn.Mechanism:
    return four_bar()


@pytest.fixture
def full_mechanism() -> sn.Mechanism:
    return everything()
