"""Export of functional mock-up units (FMI 2.0 for co-simulation) that need no Python.

| file | contents |
|---|---|
| `export.py` | `sn.export_fmu` |
| `data.py` | the mechanism as data for C: numbers, functions, and where their addresses belong |
| `description.py` | `modelDescription.xml` |
| `building.py` | the C compiler |
| `fmi2.c` | the functions of FMI |
"""
