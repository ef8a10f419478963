"""Cam and follower: the contact force over a turn, and the speed at which the follower leaves the cam."""

from math import pi, sqrt
from pathlib import Path

import snodo as sn

cam = sn.load(Path(__file__).with_suffix(".yaml"))


def smallest_contact_force(rpm: float) -> float:
    """Smallest force between cam and follower in one turn [N]; below zero the follower would have to be pulled."""
    cam.drivers["motor"].speed = rpm * pi / 30
    result = sn.kinematics(cam, 60 / rpm, output=60 / rpm / 360)
    return float(result.reaction("contact", body="follower").sel(component="fy").min())


for rpm in (600, 1200, 1500, 1600):
    print(f"{rpm:5d} rpm: smallest contact force {smallest_contact_force(rpm):7.3f} N")

# At the top N = m g + k (s₀ + e) − m e ω²: the follower leaves the cam where this is zero.
mass, stiffness, preload, e = 0.25, 2000.0, 0.020, 0.010
limit = sqrt((mass * 9.81 + stiffness * (preload + e)) / (mass * e)) * 30 / pi
print(f"it leaves the cam at {limit:.2f} rpm")
assert abs(smallest_contact_force(limit)) < 1e-9
