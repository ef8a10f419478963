"""`sn.export_fmu`: units that a C program, and FMPy, run with the bits of `sn.Simulator`."""

from __future__ import annotations

import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.mechanisms import four_bar, pendulum, pendulum_in_space, spatial_slider_crank

import snodo as sn
from snodo import _jit

COMPILER = next((found for word in ("cc", "gcc", "clang") if (found := shutil.which(word))), None)
pytestmark = [
    pytest.mark.skipif(COMPILER is None, reason="no C compiler"),
    pytest.mark.skipif(sys.platform != "linux", reason="units are made on Linux"),
    pytest.mark.skipif(bool(_jit.numba.config.DISABLE_JIT), reason="nothing is compiled"),
]

DRIVER = r"""
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
typedef void *(*instantiate_t)(const char *, int, const char *, const char *, const void *, int, int);
typedef int (*step_t)(void *, double, double, int);
typedef int (*get_t)(void *, const unsigned *, size_t, double *);
typedef int (*set_t)(void *, const unsigned *, size_t, const double *);
typedef int (*setup_t)(void *, int, double, double, int, double);
typedef int (*one_t)(void *);
typedef int (*keep_t)(void *, void **);
typedef int (*back_t)(void *, void *);
static void *library;
static void *need(const char *name) {
  void *p = dlsym(library, name);
  if (!p) { fprintf(stderr, "no %s\n", name); exit(2); }
  return p;
}
static void show(void *c, int inputs, int outputs) {
  unsigned which[64];
  double y[64];
  int i;
  for (i = 0; i < outputs; i++) which[i] = inputs + i;
  if (((get_t)need("fmi2GetReal"))(c, which, outputs, y)) exit(5);
  for (i = 0; i < outputs; i++) printf("%a ", y[i]);
  printf("\n");
}
int main(int argc, char **argv) {
  int inputs = atoi(argv[3]), outputs = atoi(argv[4]), steps = atoi(argv[5]), k;
  double dt = atof(argv[6]), u;
  unsigned zero = 0;
  void *c, *kept = NULL;
  library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!library) { fprintf(stderr, "%s\n", dlerror()); return 1; }
  if (((instantiate_t)need("fmi2Instantiate"))("driver", 1, "{another}", "", NULL, 0, 0)) return 6;
  c = ((instantiate_t)need("fmi2Instantiate"))("driver", 1, argv[2], "", NULL, 0, 0);
  if (!c) return 3;
  if (((setup_t)need("fmi2SetupExperiment"))(c, 0, 0.0, 0.0, 0, 0.0)) return 7;
  if (((one_t)need("fmi2EnterInitializationMode"))(c) || ((one_t)need("fmi2ExitInitializationMode"))(c)) return 8;
  show(c, inputs, outputs);
  for (k = 0; k < steps; k++) {
    u = 0.1 * (k % 7);
    if (inputs && ((set_t)need("fmi2SetReal"))(c, &zero, 1, &u)) return 9;
    if (k == steps / 2 && ((keep_t)need("fmi2GetFMUstate"))(c, &kept)) return 10;
    if (((step_t)need("fmi2DoStep"))(c, k * dt, dt, 1)) return 4;
    show(c, inputs, outputs);
  }
  if (((step_t)need("fmi2DoStep"))(c, 1e6, dt, 1) != 3) return 11;  /* not where the last one ended */
  if (((back_t)need("fmi2SetFMUstate"))(c, kept)) return 12;
  for (k = steps / 2; k < steps; k++) {
    u = 0.1 * (k % 7);
    if (inputs && ((set_t)need("fmi2SetReal"))(c, &zero, 1, &u)) return 9;
    if (((step_t)need("fmi2DoStep"))(c, k * dt, dt, 1)) return 4;
  }
  show(c, inputs, outputs);
  ((keep_t)need("fmi2FreeFMUstate"))(c, &kept);
  ((void (*)(void *))need("fmi2FreeInstance"))(c);
  return 0;
}
"""
STEPS, DT = 50, 0.01


def driven() -> sn.Mechanism:
    m = four_bar()
    m.torque("u", 0.0, joint="A")
    return m


def opened(file: Path, folder: Path) -> tuple[Path, str]:
    """The library of a unit, and its identity."""
    with zipfile.ZipFile(file) as packed:
        packed.extractall(folder)
    guid = ElementTree.parse(folder / "modelDescription.xml").getroot().attrib["guid"]
    return next((folder / "binaries" / "linux64").glob("*.so")), guid


def driver(folder: Path) -> Path:
    (folder / "driver.c").write_text(DRIVER)
    subprocess.run([str(COMPILER), "-w", "-o", folder / "driver", folder / "driver.c", "-ldl"], check=True)
    return folder / "driver"


def by_c(file: Path, folder: Path, inputs: int, outputs: int) -> np.ndarray:
    """Outputs at the start and after each step of a C program, and those after going back to the middle."""
    library, guid = opened(file, folder)
    numbers = map(str, (inputs, outputs, STEPS, DT))
    done = subprocess.run([driver(folder), library, guid, *numbers], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return np.array([[float.fromhex(x) for x in line.split()] for line in done.stdout.splitlines()])


def by_us(sim: sn.Simulator) -> np.ndarray:
    rows = [sim.reset()]
    for k in range(STEPS):
        rows.append(sim.step(DT, *([[0.1 * (k % 7)]] if sim.inputs else [])))
    return np.array(rows)


def spring_in_space() -> sn.Mechanism:
    m = pendulum_in_space()
    m.torque("u", 0.0, joint="A")
    m.torque("law", "-0.3*A.speed - sin(3*t)", joint="A")
    return m


def loop_in_space() -> sn.Mechanism:
    m = spatial_slider_crank()
    m.torque("u", 0.0, joint="A")
    return m


def two_arms_with_a_tool() -> sn.Mechanism:
    """Hinges side by side, and bodies that are fixed to one another: steps are taken by a model of another layout."""
    m = sn.Mechanism("two arms", dimension=3, gravity=(0.0, 0.0, -9.81))
    for side, y in (("left", 1.0), ("right", -1.0)):
        before = "ground"
        for k in range(5):
            m.body(f"{side}{k}", mass=1.0, inertia=(0.1, 0.2, 0.3), at=(k + 0.5, y, 0.0))
            axis = (0.0, 1.0, 0.0) if k % 2 else (0.0, 0.0, 1.0)
            m.revolute(f"{side}_{k}", before, f"{side}{k}", at=(float(k), y, 0.0), axis=axis)
            before = f"{side}{k}"
    m.body("tool", mass=0.5, inertia=(0.01, 0.02, 0.03), at=(5.0, 1.0, 0.2))
    m.fixed("grip", "left4", "tool", at=(5.0, 1.0, 0.0))
    m.torque("u", 0.0, joint="left_1")
    return m


CASES: list[tuple[Any, list[str], dict[str, Any]]] = [
    (driven, ["A.angle", "A.speed", "coupler.x", "C.angle"], {}),
    (driven, ["A.angle", "coupler.vy"], {"formulation": "tree", "substeps": 2}),
    (driven, ["A.angle", "coupler.vy"], {"formulation": "spatial"}),
    (spring_in_space, ["A.angle", "arm.vx"], {"tolerance": 1e-9}),
    (loop_in_space, ["A.angle", "rail.displacement"], {}),
    (two_arms_with_a_tool, ["left_1.angle", "right_4.speed", "tool.z"], {}),
    (two_arms_with_a_tool, ["left_1.angle", "left_4.speed"], {"substeps": 2}),
]


@pytest.mark.parametrize(("make", "outputs", "choice"), CASES)
def test_a_c_program_has_the_same_bits(tmp_path: Path, make: Any, outputs: list[str], choice: dict[str, Any]) -> None:
    file = sn.export_fmu(make(), tmp_path / "a unit.fmu", ["u"], outputs, cpu="native", **choice)
    found = by_c(file, tmp_path, 1, len(outputs))
    expected = by_us(sn.Simulator(make(), ["u"], outputs, **choice))
    assert (found[:-1] == expected).all()
    assert (found[-1] == found[-2]).all()


@pytest.mark.parametrize("cpu", ["x86-64", "x86-64-v2"])
def test_code_for_other_processors(tmp_path: Path, cpu: str) -> None:
    """The same to rounding: additions and products are not joined there."""
    outputs = ["A.angle", "A.speed"]
    file = sn.export_fmu(driven(), tmp_path / "arm.fmu", ["u"], outputs, cpu=cpu, initial={"A.speed": 1.0})
    found = by_c(file, tmp_path, 1, 2)
    expected = by_us(sn.Simulator(driven(), ["u"], outputs, initial={"A.speed": 1.0}))
    assert found[:-1] == pytest.approx(expected, abs=1e-9)


def test_the_file_says_what_it_is(tmp_path: Path) -> None:
    file = sn.export_fmu(driven(), tmp_path / "4-bar.fmu", ["u"], ["A.angle", "A.speed"], step="2 ms", duration=3.0)
    library, guid = opened(file, tmp_path)
    root = ElementTree.parse(tmp_path / "modelDescription.xml").getroot()
    assert library.name == "m_4_bar.so"
    assert guid.startswith("{")
    assert root.find("CoSimulation").attrib["modelIdentifier"] == "m_4_bar"
    assert root.find("DefaultExperiment").attrib == {"startTime": "0.0", "stopTime": "3.0", "stepSize": "0.002"}
    variables = list(root.iter("ScalarVariable"))
    named = {x.attrib["name"]: (x.attrib["causality"], x.find("Real").attrib.get("unit")) for x in variables}
    assert named == {
        "u": ("input", "N.m"),
        "A.angle": ("output", "rad"),
        "A.speed": ("output", "rad/s"),
        "time": ("independent", "s"),
    }


def test_fmpy_runs_it(tmp_path: Path) -> None:
    fmpy = pytest.importorskip("fmpy")
    from fmpy.validation import validate_fmu

    file = str(sn.export_fmu(driven(), tmp_path / "arm.fmu", ["u"], ["A.angle", "A.speed"], cpu="native"))
    assert validate_fmu(file) == []
    run = fmpy.simulate_fmu(file, stop_time=0.5, output_interval=0.01, start_values={"u": 0.3})
    sim = sn.Simulator(driven(), ["u"], ["A.angle", "A.speed"])
    for _ in range(50):
        y = sim.step(0.01, u=0.3)
    assert [run["A.angle"][-1], run["A.speed"][-1]] == pytest.approx(y, abs=1e-12)


def sticking() -> sn.Mechanism:
    m = driven()
    m.friction("f", "A", coulomb=1.0)
    return m


def in_python() -> sn.Mechanism:
    m = driven()
    m.torque("g", lambda t: t if t < 1.0 else 2.0 - t, joint="A")
    return m


def following() -> sn.Mechanism:
    m = driven()
    m.friction("f", "A", mu=0.1, radius=0.01, smoothing=0.01)
    return m


def with_a_signal() -> sn.Mechanism:
    m = driven()
    m.signal("power", "2*A.speed")
    return m


@pytest.mark.parametrize(
    ("make", "choice", "words"),
    [
        (with_a_signal, {"outputs": ["power"]}, "output 'power' is computed by a formula, which an FMU cannot have"),
        (sticking, {}, "dry friction, which an FMU cannot have"),
        (in_python, {}, "a function in Python, which an FMU cannot call"),
        (following, {}, "follows a reaction"),
        (driven, {"cpu": "z80"}, "x86-64-v3"),
        (driven, {"step": 0.0}, "positive times"),
        (driven, {"inputs": ["v"]}, "there is no input 'v'"),
    ],
)
def test_what_is_refused(tmp_path: Path, make: Any, choice: dict[str, Any], words: str) -> None:
    with pytest.raises(sn.SnodoError, match=words):
        sn.export_fmu(make(), tmp_path / "x.fmu", **{"inputs": ["u"], "outputs": ["A.angle"], **choice})
    assert not (tmp_path / "x.fmu").exists()


def test_files_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(sn.SnodoError, match=r"does not end in \.fmu"):
        sn.export_fmu(driven(), tmp_path / "arm.zip")
    with pytest.raises(sn.FileError, match="cannot be written"):
        sn.export_fmu(pendulum(), tmp_path / "nowhere" / "arm.fmu")


def test_without_a_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(sn.UnsupportedError, match="C compiler, and there is none"):
        sn.export_fmu(driven(), tmp_path / "arm.fmu", ["u"], ["A.angle"])


def test_a_compiler_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = tmp_path / "bad"
    bad.write_text("#!/bin/sh\necho no such luck >&2\nexit 1\n")
    bad.chmod(0o755)
    monkeypatch.setenv("CC", str(bad))
    with pytest.raises(sn.UnsupportedError, match="no such luck"):
        sn.export_fmu(driven(), tmp_path / "arm.fmu", ["u"], ["A.angle"])
