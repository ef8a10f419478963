"""Balance a pole on a cart with a sampled controller, as a plain loop, as a gymnasium environment, and 64 at a time.

The controller is computed from the mechanism: `sn.linearize` about the upright position, sampled exactly with the force
held for 20 ms, and the gain of least quadratic cost.  It then works on the whole, nonlinear mechanism, which
`sn.Simulator` steps.  The environment is made if gymnasium is installed; nothing else needs it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.linalg import solve_discrete_are

import snodo as sn

PERIOD, STRONGEST = 0.02, 30.0  # s, N
OUTPUTS = ["rail.displacement", "pin.angle", "rail.speed", "pin.speed"]
UPRIGHT = np.array([0.0, np.pi / 2, 0.0, 0.0])


def cart_pole() -> sn.Mechanism:
    """A cart of 1 kg on a rail along x, and a pole of 0.2 kg and 0.6 m on it."""
    m = sn.Mechanism("cart-pole", gravity=(0, -9.81))
    m.box("cart", (0.2, 0.1, 0.1), (0, 0), mass=1.0)
    m.bar("pole", (0, 0), (0.6, 0), mass=0.2)
    m.prismatic("rail", "ground", "cart", axis="x", at=(0, 0))
    m.revolute("pin", "cart", "pole", at=(0, 0))
    m.joint_force("push", 0.0, joint="rail")
    return m


def gain(m: sn.Mechanism) -> np.ndarray:
    """K of the force −K x, x the deviation from upright at the samples, with the least Σ xᵀ Q x + R f²."""
    upright: dict[str, float | str] = {"pin.angle": "90 deg", "rail.displacement": 0.0}
    model = sn.linearize(m, at=upright, inputs="push", outputs=OUTPUTS).discrete(PERIOD)
    C = model.C.array  # from the states of the model to the outputs, and back
    A, B = C @ model.A.array @ np.linalg.inv(C), C @ model.B.array
    Q, R = np.diag([10.0, 10.0, 1.0, 1.0]), np.array([[0.1]])
    P = solve_discrete_are(A, B, Q, R)
    return np.asarray(np.linalg.solve(R + B.T @ P @ B, B.T @ P @ A)[0])


def force(K: np.ndarray, y: np.ndarray) -> Any:
    """The force of the controller in one state, or in many."""
    return np.clip(-(y - UPRIGHT) @ K, -STRONGEST, STRONGEST)


# ---------------------------------------------------------------- the plain loop
m = cart_pole()
K = gain(m)
start: dict[str, float | str] = {"pin.angle": "70 deg", "rail.displacement": 0.0}
sim = sn.Simulator(m, inputs=["push"], outputs=OUTPUTS, initial=start)
y = sim.reset()
for _ in range(250):
    y = sim.step(PERIOD, push=force(K, y))
print(f"after {sim.time:g} s: {y[0]:+.5f} m, {np.degrees(y[1]):.4f}°")
assert np.abs(y - UPRIGHT).max() < 1e-3  # 20° from upright at first

# ---------------------------------------------------------------- the same controller as a part of the mechanism
whole = sn.Mechanism("cart-pole", gravity=(0, -9.81))
whole.box("cart", (0.2, 0.1, 0.1), (0, 0), mass=1.0)
whole.bar("pole", (0, 0), (0.6, 0), mass=0.2)
whole.prismatic("rail", "ground", "cart", axis="x", at=(0, 0))
whole.revolute("pin", "cart", "pole", at=(0, 0))
whole.joint_force("push", "u", joint="rail")
terms = " + ".join(f"({-gain!r})*({name} - {x!r})" for gain, name, x in zip(K.tolist(), OUTPUTS, UPRIGHT.tolist()))
whole.controller("balance", every=PERIOD, gives={"u": f"max(-{STRONGEST}, min({STRONGEST}, {terms}))"})
result = sn.simulate(whole, 5.0, initial=start, progress=False)
print(f"sampled inside the run: {float(result['rail.displacement'][-1]):+.5f} m")
assert abs(float(result["pin.angle"][-1]) - y[1]) < 1e-5

# ---------------------------------------------------------------- 64 at a time
angles = np.radians(np.linspace(65.0, 115.0, 64))
many = sn.Simulator(m, ["push"], OUTPUTS, copies=64, initial={"pin.angle": angles, "rail.displacement": 0.0})
Y = many.reset()
for _ in range(250):
    Y = many.step(PERIOD, push=force(K, Y))
stand = np.abs(Y - UPRIGHT).max(axis=1) < 1e-2
print(f"{stand.sum()} of {stand.size} poles stand")
assert stand.all()


# ---------------------------------------------------------------- as an environment
try:
    import gymnasium
except ImportError:
    print("without gymnasium there is no environment")
else:

    class CartPole(gymnasium.Env):
        """Reward 1 for every sample with the pole within 30° of upright; it ends when the pole leaves that."""

        def __init__(self) -> None:
            self.sim = sn.Simulator(cart_pole(), ["push"], OUTPUTS, initial={"pin.angle": np.pi / 2})
            far = np.array([np.inf, np.inf, np.inf, np.inf])
            self.observation_space = gymnasium.spaces.Box(-far, far, dtype=np.float64)
            self.action_space = gymnasium.spaces.Box(-STRONGEST, STRONGEST, (1,), dtype=np.float64)

        def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[np.ndarray, dict[str, Any]]:
            """Start near upright."""
            super().reset(seed=seed)
            lean = self.np_random.uniform(-0.2, 0.2)
            return self.sim.reset({"pin.angle": np.pi / 2 + lean}), {}

        def step(self, action: Any) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
            """Hold the force for one period."""
            y = self.sim.step(PERIOD, action)
            fallen = bool(abs(y[1] - np.pi / 2) > np.radians(30.0))
            return y, float(not fallen), fallen, self.sim.time >= 5.0, {}

    class ManyCartPoles(gymnasium.vector.VectorEnv):
        """Copies of the same: those that end start again with the next step."""

        def __init__(self, num_envs: int) -> None:
            self.num_envs = num_envs
            self.metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}
            one = CartPole()
            self.single_observation_space, self.single_action_space = one.observation_space, one.action_space
            batched = gymnasium.vector.utils.batch_space
            self.observation_space = batched(one.observation_space, num_envs)
            self.action_space = batched(one.action_space, num_envs)
            self.sim = sn.Simulator(cart_pole(), ["push"], OUTPUTS, copies=num_envs)
            self.ended = np.zeros(num_envs, bool)

        def _start(self, which: np.ndarray) -> np.ndarray:
            lean = self.np_random.uniform(-0.2, 0.2, which.size)
            return self.sim.reset({"pin.angle": np.pi / 2 + lean}, only=[int(k) for k in which])

        def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[np.ndarray, dict[str, Any]]:
            """Start all of them."""
            super().reset(seed=seed)
            self.ended[:] = False
            return self._start(np.arange(self.num_envs)), {}

        def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
            """Hold the forces for one period."""
            again = np.flatnonzero(self.ended)
            Y = self.sim.step(PERIOD, actions)
            if again.size:
                Y = self._start(again)
            fallen = np.abs(Y[:, 1] - np.pi / 2) > np.radians(30.0)
            late = self.sim.time >= 5.0
            self.ended = fallen | late
            return Y, (~fallen).astype(float), fallen, late, {}

    env = CartPole()
    y = env.reset(seed=1)[0]
    total, ended = 0.0, False
    while not ended:
        y, reward, fallen, late, _info = env.step(np.atleast_1d(force(K, y)))
        total, ended = total + reward, fallen or late
    crowd = ManyCartPoles(8)
    Y = crowd.reset(seed=1)[0]
    rewards = np.zeros(8)
    for _ in range(300):
        Y, each, *_rest = crowd.step(force(K, Y)[:, None])
        rewards += each
    print(f"one environment: {total:g} of 250; eight: {rewards.mean():g} of 300")
    assert total == 250.0
    assert (rewards == 300.0).all()
