"""What switches: stops, contacts, friction that sticks, latches and clutches.

A mechanism is smooth between events; at an event modes change, velocities may jump, and the next smooth piece begins.

| file | contents |
|---|---|
| `places.py` | everything that can switch, with its rows |
| `switching.py` | a formulation with these rows, and modes written into its model |
| `guard_table.py` | the guards of a run: which are watched in which mode |
| `kernels/guard_values.py` | the guards, compiled |
| `events.py` | the events of a run: what fires, and what the equations say in each of the modes |
| `transition.py` | from the modes and velocities before an event to those after it |
| `impact.py` | velocities after an impact |
| `routh.py` | impulses of an impact with friction |
| `rubbing.py` | the friction of rigid contacts: where it aims, which of it slips |
| `holding.py` | which of the places at rest hold, with limits that follow the loads |
| `at_rest.py` | the problem for places with given limits, from the equations |
| `resting.py` | its solution |
| `resumed.py` | go on from a state of another run |
| `report.py` | the table of events |
| `suits.py` | what can be combined with all this |
"""
