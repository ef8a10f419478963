"""`modelDescription.xml` of an FMU (FMI 2.0 for co-simulation)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

UNITS = {
    "s": 's="1"',
    "m": 'm="1"',
    "rad": 'rad="1"',
    "m/s": 'm="1" s="-1"',
    "rad/s": 'rad="1" s="-1"',
    "N": 'kg="1" m="1" s="-2"',
    "N.m": 'kg="1" m="2" s="-2"',
}


@dataclass(frozen=True)
class Variable:
    """An input or output: its name, unit, and for an input its value at the start."""

    name: str
    unit: str
    start: float | None = None


def description(
    name: str, identifier: str, guid: str, variables: Sequence[Variable], step: float, duration: float, tool: str
) -> str:
    """The text of the file; value references are the positions of the variables, and then that of the time."""
    attributes = f'fmiVersion="2.0" modelName={quoteattr(name)} guid={quoteattr(guid)}'
    attributes += f' generationTool={quoteattr(tool)} variableNamingConvention="flat"'
    can = ("canHandleVariableCommunicationStepSize", "canGetAndSetFMUstate", "canSerializeFMUstate")
    listed = " ".join(f'{word}="true"' for word in can)
    outputs = [k for k, variable in enumerate(variables, 1) if variable.start is None]
    unknowns = "".join(f'\n      <Unknown index="{k}"/>' for k in outputs)
    used = sorted({variable.unit for variable in variables if variable.unit} | {"s"})
    units = "".join(f'\n    <Unit name="{unit}"><BaseUnit {UNITS[unit]}/></Unit>' for unit in used)
    structure = f"<Outputs>{unknowns}\n    </Outputs>\n    <InitialUnknowns>{unknowns}\n    </InitialUnknowns>"
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<fmiModelDescription {attributes}>
  <CoSimulation modelIdentifier="{identifier}" {listed}/>
  <UnitDefinitions>{units}
  </UnitDefinitions>
  <LogCategories>
    <Category name="logStatusError"/>
  </LogCategories>
  <DefaultExperiment startTime="0.0" stopTime="{duration!r}" stepSize="{step!r}"/>
  <ModelVariables>{"".join(_variable(k, x) for k, x in enumerate(variables))}
    <ScalarVariable name="time" valueReference="{len(variables)}" causality="independent" variability="continuous">
      <Real unit="s"/>
    </ScalarVariable>
  </ModelVariables>
  <ModelStructure>
    {structure if outputs else ""}
  </ModelStructure>
</fmiModelDescription>
"""


def _variable(k: int, variable: Variable) -> str:
    unit = f' unit="{variable.unit}"' if variable.unit else ""
    if variable.start is None:
        kind, real = 'causality="output" variability="continuous" initial="calculated"', f"<Real{unit}/>"
    else:
        kind, real = 'causality="input" variability="continuous"', f'<Real{unit} start="{variable.start!r}"/>'
    return f"""
    <ScalarVariable name={quoteattr(variable.name)} valueReference="{k}" {kind}>
      {real}
    </ScalarVariable>"""
