"""Texts that several tests read."""

import pytest
from tests import mechanisms

COMMENT = "# a joint named like a point sits at that point"
FOUR_BAR = mechanisms.FOUR_BAR.replace("joints:", f"joints:  {COMMENT}").replace("0.1 s", "2 s")

EVERY_KIND = """mechanism: "a zoo: every kind"
description: one of each kind
gravity: [0, -9.81]
points: {A: [0, 0], B: [0.10, 0.15], C: [0.45, 0.30], D: [0.50, 0], E: [1, 1], F: [2, 0.5]}
bodies:
  crank: {bar: [A, B], mass: 500 g}
  coupler: {bar: [B, C], density: steel, width: 20 mm, thickness: 5 mm}
  rocker: {bar: [C, D], mass: 0.9 kg}
  wheel: {disc: 50 mm, at: E, mass: 1}
  pinion: {disc: 0.05, at: [1.1, 1], mass: 1, inner_radius: 1e-3}
  block: {box: [0.1, 0.2, 0.3], at: F, density: 1 g/cm^3, angle: 30 deg}
  ball: {sphere: 1 cm, at: [3, 3], mass: 1}
  tri: {plate: [A, B, [1, 0]], mass: 2}
  bead: {particle: D, mass: 1 g}
  whole:
    composite:
      - {disc: 50 mm, at: [0, 0], thickness: 1 mm, density: steel}
      - {plate: [[0, 0], [1, 0], [0, 1]], thickness: 0.01, density: oak}
      - {box: [0.01, 0.01, 0.001], at: [0.2, 0.2], density: steel, hole: true}
      - {particle: true, at: [1, 1], mass: 1}
  raw: {mass: 1, inertia: 0.1, com: [0.1, 0], at: [4, 4]}
  shaft: {cylinder: [A, [0, 1]], radius: 1 cm, mass: 1}
frames:
  tip: {on: crank, at: {crank: [0.1, 0]}, angle: 90 deg}
joints:
  A: {revolute: [ground, crank]}
  B: {revolute: [crank, coupler]}
  C: {revolute: [coupler, rocker]}
  D: {revolute: [ground, rocker]}
  E: {revolute: [ground, wheel], reference: 10 deg}
  G: {revolute: [ground, pinion], at: [1.1, 1]}
  F: {prismatic: [ground, block], axis: x}
  H: {pin_in_slot: [ground, ball], axis: [A, B], at: [3, 3]}
  R: {rod: [ground, raw], from: A, to: {raw: [0, 0]}}
  W: {fixed: [ground, tri], at: A}
constraints:
  mesh: {gear: [E, G], teeth: [20, 20]}
  link: {coupler: {E: 1, F: -2.5}, value: 0}
  mine: {formula: "raw.x - 4*cos(t)", bodies: [raw]}
forces:
  s: {spring: [ground, block], from: A, to: F, stiffness: 3 N/mm, damping: 2 N s/m, force: {ramp: {rate: 3}}}
  ts: {torsional_spring: A, stiffness: 1 N m/rad}
  pf: {point_force: ball, force: [1 N, "3 N * sin(t)"], axes: body}
  tq: {torque: 5 N mm, joint: A}
  tq2: {torque: {polynomial: [0, 1, 2]}, body: crank}
  jf: {joint_force: {table: {times: [0, 1 s, 2000 ms], values: [0, 1 kN, 2]}}, joint: F}
  fr: {friction: A, coulomb: 0.1}
  uf: {formula: [raw.vx, 0, t], bodies: [raw]}
drivers:
  motor: {joint: A, speed: 60 rpm}
  sway: {body: wheel, angle: {harmonic: {amplitude: 30 deg, frequency: 2 Hz}}}
  push: {body: ball, along: 30 deg, displacement: {smooth_step: {end: 10 cm, duration: 2 s}}}
  lead: {body: raw, at: {raw: [0, 0]}, path: ["4 + t", {formula: "2*pi"}]}
initial: {A.angle: 30 deg, crank.omega: 3 rad/s}
run: {duration: 2 s, method: augmented}
"""

SPATIAL = """mechanism: spatial pendulum
dimension: 3
gravity: [0, 0, -9.81]
points: {O: [0, 0, 0], P: [1, 0, 0]}
bodies:
  arm: {cylinder: [O, P], radius: 2 cm, density: aluminium}
  tool: {mass: 1, inertia: [0.1, 0.2, 0.2], at: P, angle: 30 deg, axis: [0, 1, 1]}
  slider: {box: [0.1, 0.1, 0.1], at: P, mass: 1}
joints:
  O: {revolute: [ground, arm], axis: y}
  P: {revolute: [arm, tool], axis: {arm: [0, 0, 1]}}
  C: {constant_velocity: [arm, tool], at: P, axis: x, second: [1, 1, 0]}
  L: {revolute_spherical: [ground, tool], from: O, to: P, axis: z, length: 1 m}
  E: {point_in_plane: [ground, tool], at: P, axis: z}
  S: {prismatic: [arm, slider], axis: x, at: P}
constraints:
  keep: {parallel: [arm, tool], axis: z}
  tilt: {constant_angle: [arm, tool], axis: z, second: x, angle: 80 deg}
  mesh: {rack_and_pinion: [P, S], radius: 20 mm}
  mine: {formula: "tool.e0^2 - tool.z * t", bodies: [tool]}
"""


@pytest.fixture(scope="session")
def four_bar() -> str:
    return FOUR_BAR


@pytest.fixture(scope="session")
def every_kind() -> str:
    return EVERY_KIND


@pytest.fixture(params=[FOUR_BAR, EVERY_KIND, SPATIAL], ids=["four-bar", "every kind", "spatial"])
def good(request: pytest.FixtureRequest) -> str:
    return request.param
