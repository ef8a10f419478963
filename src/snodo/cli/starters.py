"""The files that `snodo new` writes: short, commented, and ready to run."""

_FOUR_BAR = """\
mechanism: my four-bar
gravity: [0, -9.81]                        # m/s²

points:                                    # world coordinates as drawn [m]
  A: [0, 0]
  B: [0.10, 0.15]
  C: [0.45, 0.30]
  D: [0.50, 0]

bodies:                                    # bars between points; units are converted: 500 g, 20 mm
  crank:   {bar: [A, B], mass: 0.5 kg}
  coupler: {bar: [B, C], mass: 1.2 kg}
  rocker:  {bar: [C, D], mass: 0.9 kg}

joints:                                    # a joint named like a point sits at that point
  A: {revolute: [ground, crank]}
  B: {revolute: [crank, coupler]}
  C: {revolute: [coupler, rocker]}
  D: {revolute: [ground, rocker]}

drivers:                                   # without this section it swings freely
  motor: {joint: A, speed: 60 rpm}

run: {duration: 2 s}
"""

_SLIDER_CRANK = """\
mechanism: my slider-crank
gravity: [0, -9.81]                        # m/s²

points:                                    # world coordinates as drawn [m]
  O: [0, 0]
  P: [0.05, 0.05]
  S: [0.25, 0]

bodies:
  crank:  {bar: [O, P], mass: 0.4 kg}
  rod:    {bar: [P, S], mass: 0.6 kg}
  piston: {box: [0.06, 0.04], at: S, mass: 0.8 kg}

joints:                                    # a joint named like a point sits at that point
  O: {revolute: [ground, crank]}
  P: {revolute: [crank, rod]}
  S: {revolute: [rod, piston]}
  cylinder: {prismatic: [ground, piston], at: S, axis: x}

forces:
  drag: {friction: cylinder, viscous: 20}  # 20 N s/m on the piston

drivers:
  motor: {joint: O, speed: 300 rpm}

run: {duration: 0.4 s}
"""

_PENDULUM = """\
mechanism: my pendulum
gravity: [0, -9.81]                        # m/s²

points:                                    # world coordinates as drawn [m]; it hangs straight down
  A: [0, 0]
  B: [0, -1]

bodies:
  arm: {bar: [A, B], mass: 1 kg}

joints:                                    # a joint named like a point sits at that point
  A: {revolute: [ground, arm]}

initial:                                   # initial values; the angle is relative to the drawing
  A.angle: 60 deg
  A.speed: 0 rad/s

run: {duration: 5 s}
"""

STARTERS = {"four-bar": _FOUR_BAR, "slider-crank": _SLIDER_CRANK, "pendulum": _PENDULUM}
