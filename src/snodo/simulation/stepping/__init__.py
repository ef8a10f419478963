"""A simulation that is stepped from outside (`sn.Simulator`).

| file | contents |
|---|---|
| `held_inputs.py` | inputs by name, and where their numbers are in the model |
| `outputs.py` | outputs by name, and what reads them |
| `compiled_steps.py` | steps in one compiled call; copies |
| `event_steps.py` | steps of mechanisms in which something switches |
| `snapshot.py` | a state that can be kept and restored |
"""
