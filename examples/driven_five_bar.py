"""A five-bar draws a figure of eight: which torques must its two motors bring?

The path of the pen drives both freedoms; the motors are at A and E, on the ground.  Virtual work on the free motions of
the loop finds their torques, all three formulations find the same, and what the motors put in is the change of energy.
With a third motor in the pen's joint the load can be shared, and without the one at E the error says what is missing.
"""

import numpy as np

import snodo as sn

robot = sn.Mechanism("five-bar", gravity=(0, -9.81))
robot.add_points(A=(0, 0), B=(-0.15, 0.30), C=(0.15, 0.60), D=(0.45, 0.30), E=(0.30, 0))
for name, ends, mass in (("left", "AB", 0.8), ("upper", "BC", 0.5), ("lower", "DC", 0.5), ("right", "ED", 0.8)):
    robot.bar(name, *ends, mass=mass)
robot.revolute("A", "ground", "left")
robot.revolute("B", "left", "upper")
robot.revolute("C", "upper", "lower")
robot.revolute("D", "lower", "right")
robot.revolute("E", "ground", "right")
robot.driver("pen", body="upper", at="C", path=["0.15 + 0.12*sin(4*t)", "0.60 + 0.05*sin(8*t)"])

times = np.linspace(0, np.pi / 2, 401)
found = {
    word: sn.inverse_dynamics(robot, None, times, actuators=["A", "E"], formulation=word)
    for word in ("planar", "tree", "spatial")
}
plan = found["planar"]
print(plan)
difference = max(np.abs(other.efforts - plan.efforts).max() for other in found.values())
print(f"the formulations differ by {difference:.1e} N m")
print(plan.quality())

shared = sn.inverse_dynamics(robot, None, times, actuators=["A", "C", "E"], resolve="least norm")
print(f"with a motor at C as well: up to {np.abs(shared.efforts).max():.3f} N m")
try:
    sn.inverse_dynamics(robot, None, times, actuators=["A"])
except sn.RunError as error:
    print(error)

assert difference < 1e-8
assert plan.quality().energy_relative < 1e-7
assert np.all((shared.efforts**2).sum(axis=1) <= (plan.efforts**2).sum(axis=1) + 1e-12)
