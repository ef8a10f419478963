"""Mistakes of a user, each of which `mypy --strict` must find (`test_users_script.py`)."""

import snodo as sn

m = sn.Mechanism("pendulum")
m.bar("arm", "A", "B", masss=1.0)  # error: call-arg
m.revolut("A", "ground", "arm")  # error: attr-defined
m.revolute("A", "ground", "arm", stifness=1.0)  # error: call-arg
sn.simulat(m, 1.0)  # error: attr-defined
print(sn.simulate(m, 1.0).angel)  # error: attr-defined
sn.simulate(m, 1.0, metod="projection")  # error: call-overload
sn.simulate([m], 1.0).reaction("A")  # error: attr-defined
sn.simulate(m, 1.0, initial={"A.angle": [1.0, 2.0]}).reaction("A")  # error: attr-defined
