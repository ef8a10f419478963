"""Sweeps in one process: labels, failures, files, plans and folders."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import xarray
from swept_mechanisms import pendulum

import snodo as sn
from snodo.errors import FileError, MechanismError, NameNotFound, RunError, UnsupportedError
from snodo.simulation.sweeps.plan import chunk_for

VARY = {"length": [0.3, 0.5, 3.0], "A.angle": [0.0, 0.5]}
MANY = {"length": np.linspace(0.3, 0.9, 20), "A.angle": [0.0, 0.5]}
OUTPUTS = ["A.angle min", "A.speed max", "rod.x series"]


def swept(**more):
    return sn.sweep(pendulum(), 0.4, VARY, OUTPUTS, **{"output": 0.02, "progress": False, "chunk": None, **more})


def test_the_dataset_is_labelled_and_failed_members_are_rows_with_their_reason():
    found = swept()
    d = found.dataset
    assert len(found) == 6
    assert found.names == ["length", "A.angle"]
    assert found.outputs == OUTPUTS
    assert d["length"].attrs["units"] == "m"
    assert d["A.speed max"].attrs["units"] == "rad/s"
    assert d["A.speed max"].dims == ("member",)
    assert list(d["status"].values) == ["finished"] * 4 + ["failed"] * 2
    assert "length = 3 m" in str(d["reason"].values[4])
    assert "outside its range" in str(d["reason"].values[4])
    assert np.isnan(d["A.angle min"].values[4:]).all()
    assert (d["reached"].values[:4] == 0.4).all()
    assert list(found.failed["member"].values) == [4, 5]
    assert "2 failed" in str(found)
    assert found.grid["A.angle min"].dims == ("length", "A.angle")
    assert float(found.grid["A.angle min"].sel({"length": 0.5, "A.angle": 0.5})) == float(d["A.angle min"][3])
    assert found.grid["rod.x series"].shape == (3, 2, 21)


def test_the_speed_at_the_lowest_point_follows_from_energy():
    """ω² = 3 g (1 + sin φ₀) / l for a rod that starts at rest at φ₀ above the horizontal."""
    lengths = np.linspace(0.3, 1.5, 7)
    found = sn.sweep(pendulum(), 2.0, {"length": lengths}, ["A.speed min"], output=1e-3, progress=False)
    fastest = -np.sqrt(3 * 9.81 / lengths)
    assert found["A.speed min"].values == pytest.approx(fastest, rel=1e-5)  # limited by the rows, 1 ms apart


def test_a_member_again_is_a_whole_result():
    found = swept()
    result = found.simulate(3, output=0.02)
    assert float(result["A.angle"].values.min()) == pytest.approx(float(found["A.angle min"][3]), abs=1e-6)
    with pytest.raises(NameNotFound, match=r"no member 6"):
        found.simulate(6)


def test_files_round_trip(tmp_path):
    found = swept()
    again = sn.Sweep.load(found.to_netcdf(tmp_path / "family.nc"))
    assert again.dataset.equals(found.dataset)
    assert float(again.simulate(1, output=0.02)["A.angle"].values.min()) == pytest.approx(
        float(found["A.angle min"][1]), abs=1e-6
    )
    text = found.to_csv(tmp_path / "family.csv").read_text()
    assert text.splitlines()[0].startswith(
        "member,length [m],A.angle [rad],A.angle min [rad],A.speed max [rad/s],status"
    )
    assert len(text.splitlines()) == 7
    plain = xarray.load_dataset(tmp_path / "family.nc", engine="h5netcdf")  # any program reads it
    assert plain["A.angle min"].shape == (6,)
    with pytest.raises(FileError, match=re.escape("read it with sn.Sweep.load")):
        sn.Result.load(tmp_path / "family.nc")
    with pytest.raises(FileError, match=r"must end in|is written as"):
        found.to_csv(tmp_path / "family.txt")


def test_names_with_a_path_survive_a_file(tmp_path):
    whole = sn.Mechanism("two", gravity=(0, -9.81))
    whole.attach(pendulum(), "left")
    found = sn.sweep(whole, 0.2, {"left/length": [0.4, 0.5]}, ["left/A.angle min"], progress=False)
    assert abs(float(found["left/A.angle min"][0])) > abs(float(found["left/A.angle min"][1]))
    again = sn.Sweep.load(found.to_netcdf(tmp_path / "two.nc"))
    assert again.dataset.equals(found.dataset)
    with pytest.raises(UnsupportedError, match=r"left/length of parts used again"):
        again.simulate(0)


def test_no_member_finishes():
    with pytest.raises(RunError, match=r"(?s)2 problems.*length = 3 m") as found:
        sn.sweep(pendulum(), 0.4, {"length": [3.0, 4.0]}, OUTPUTS, progress=False)
    assert len(found.value.result) == 2


def test_wrong_names_and_places():
    with pytest.raises(NameNotFound, match=r"did you mean 'A.angle min'"):
        swept()["A.angel min"]
    with pytest.raises(UnsupportedError, match=r"threads and workers are given"):
        swept(threads=2, workers=2)
    with pytest.raises(UnsupportedError, match=r"workers = 0"):
        swept(workers=0)
    with pytest.raises(UnsupportedError, match=r"needs a folder"):
        swept(scheduler="tcp://127.0.0.1:1")
    with pytest.raises(UnsupportedError, match=r"varies one mechanism"):
        sn.sweep([pendulum()], 1.0, VARY)
    with pytest.raises(UnsupportedError, match=r"chunk = 3: members are computed 8 at a time"):
        sn.sweep(pendulum(), 0.4, MANY, OUTPUTS, chunk=3, progress=False)
    with pytest.raises(UnsupportedError, match=r"are not a grid"):
        _ = sn.sweep(pendulum(), 0.1, [{"length": 0.5}], progress=False).grid


def test_a_mechanism_with_a_python_function_is_swept_in_memory(tmp_path):
    m = pendulum()
    m.torque("motor", lambda t: 0.1 if t < 0.05 else 0.0, joint="A")
    found = sn.sweep(m, 0.2, {"length": [0.4, 0.5]}, ["A.angle min"], progress=False)
    alone = sn.simulate(m.with_parameters(length=0.5), 0.2, progress=False)
    assert float(found["A.angle min"][1]) == pytest.approx(float(alone["A.angle"].min()), abs=1e-6)
    again = sn.Sweep.load(found.to_netcdf(tmp_path / "f.nc"))
    with pytest.raises(UnsupportedError, match=r"the mechanism of this sweep is not known"):
        again.simulate(0)
    with pytest.raises(FileError, match=r"cannot be kept in a folder"):
        sn.sweep(m, 0.2, {"length": [0.4, 0.5]}, folder=tmp_path / "p", progress=False)


# ---------------------------------------------------------------- the same numbers
def test_the_same_bits_with_threads_and_other_chunks():
    words = {"output": 0.02, "progress": False}
    found = sn.sweep(pendulum(), 0.4, MANY, OUTPUTS, **words)
    assert sn.sweep(pendulum(), 0.4, MANY, OUTPUTS, threads=3, chunk=8, **words).dataset.equals(found.dataset)
    assert sn.sweep(pendulum(), 0.4, MANY, OUTPUTS, threads=2, chunk=16, **words).dataset.equals(found.dataset)


def test_chunks_are_whole_groups_of_lanes():
    assert chunk_for(1e-4, 100_000, 8) == 5000
    assert chunk_for(1e-4, 100_000, 8) % 8 == 0
    assert chunk_for(10.0, 1000, 1) == 1
    assert chunk_for(1e-4, 160, 1) == 10
    assert chunk_for(1e-9, 5, 8) == 8


# ---------------------------------------------------------------- folders
def test_a_folder_is_resumed_with_the_same_bits(tmp_path):
    folder = tmp_path / "p.sweep"
    words = {"output": 0.02, "progress": False, "folder": folder}
    found = sn.sweep(pendulum(), 0.4, MANY, OUTPUTS, chunk=8, **words)
    plan = json.loads((folder / "plan.json").read_text())
    assert (plan["members"], plan["chunk"]) == (40, 8)
    parts = sorted(folder.glob("part-*"))
    assert len(parts) == 5
    parts[0].unlink()
    data = bytearray(parts[1].read_bytes())
    data[len(data) // 2] ^= 1
    parts[1].write_bytes(data)
    (folder / ".snodo-left.tmp").write_bytes(b"left by a process that was killed")
    assert sn.sweep(pendulum(), 0.4, MANY, OUTPUTS, **words).dataset.equals(found.dataset)
    assert len(list(folder.glob("part-*"))) == len(parts)
    assert not list(folder.glob(".snodo-*"))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"output": 0.04}, "its rows are 0 to 0.4 s in 21 rows, not 0 to 0.4 s in 11 rows"),
        ({"tolerance": 1e-6}, "its tolerance is not given, not 1e-06"),
        ({"initial": {"A.speed": 1.0}}, "its A.speed is not given, not 1.0"),
        ({"chunk": 4000}, "its chunks have"),
    ],
)
def test_another_sweep_is_refused_with_the_first_difference(tmp_path, change, words):
    folder = tmp_path / "p.sweep"
    swept(folder=folder)
    with pytest.raises(UnsupportedError, match=re.escape(words)):
        swept(folder=folder, **change)


def test_other_members_outputs_and_mechanisms_are_refused(tmp_path):
    folder, m = tmp_path / "p.sweep", pendulum()
    sn.sweep(m, 0.1, {"length": [0.3, 0.4]}, ["A.angle min"], folder=folder, progress=False)

    def refused(words, mechanism=m, vary=None, outputs=("A.angle min",)):
        with pytest.raises(UnsupportedError, match=re.escape(words)):
            sn.sweep(mechanism, 0.1, vary or {"length": [0.3, 0.4]}, outputs, folder=folder, progress=False)

    refused("value 1 of length is 0.4, not 0.5", vary={"length": [0.3, 0.5]})
    refused("its members are grid (count 2), not grid (count 3)", vary={"length": [0.3, 0.5, 0.6]})
    refused("it varies length, not mass", vary={"mass": [0.3, 0.4]})
    refused("its outputs are A.angle min; not A.angle max", outputs=["A.angle max"])
    heavier = pendulum()
    heavier.gravity = (0.0, -1.62)
    refused("its mechanism differs: it has 'gravity: [0, -9.81]', not 'gravity: [0, -1.62]'", heavier)


def test_folders_with_other_things(tmp_path):
    (tmp_path / "thesis.tex").write_text("x")
    with pytest.raises(FileError, match=r"has other things in it than a sweep: thesis.tex"):
        swept(folder=tmp_path)
    with pytest.raises(FileError, match=r"is a file"):
        swept(folder=tmp_path / "thesis.tex")


ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(os.path.abspath(p) for p in sys.path if p)}
SCRIPT = """
import sys; sys.path.insert(0, {folder!r})
import numpy as np, snodo as sn
from swept_mechanisms import pendulum
print("ready", flush=True)
sn.sweep(pendulum(), 4.0, {{"mass": np.linspace(1, 2, 400)}}, ["A.angle final"], folder="p.sweep", chunk={chunk})
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_a_killed_sweep_goes_on_where_it_stopped(tmp_path):
    chunk = 8
    script = SCRIPT.format(folder=str(Path(__file__).parent), chunk=chunk)
    process = subprocess.Popen([sys.executable, "-c", script], cwd=tmp_path, stdout=subprocess.PIPE, env=ENVIRONMENT)
    end = time.monotonic() + 120
    while len(list((tmp_path / "p.sweep").glob("part-*"))) < 2 and time.monotonic() < end:
        time.sleep(0.01)
    process.kill()
    process.communicate()
    kept = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "p.sweep").glob("part-*")}
    assert 2 <= len(kept) <= 50
    vary, outputs = {"mass": np.linspace(1, 2, 400)}, ["A.angle final"]
    found = sn.sweep(pendulum(), 4.0, vary, outputs, folder=tmp_path / "p.sweep", progress=False)
    assert found.dataset.equals(sn.sweep(pendulum(), 4.0, vary, outputs, chunk=chunk, progress=False).dataset)
    now = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "p.sweep").glob("part-*")}
    assert len(now) == 50
    assert {name: now[name] for name in kept} == kept  # those that were there were not computed again


def test_ctrl_c_returns_what_there_is_and_leaves_a_folder(tmp_path, monkeypatch):
    from snodo.simulation.sweeps.work import Work

    ordinary, calls = Work.rows, []

    def pressed(self, values):
        calls.append(1)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return ordinary(self, values)

    monkeypatch.setattr(Work, "rows", pressed)
    chunk = 8
    vary = {"mass": np.linspace(1, 2, 40)}
    found = sn.sweep(pendulum(), 0.1, vary, ["A.angle final"], folder=tmp_path / "p", chunk=chunk, progress=False)
    assert found.interrupted
    assert set(found.dataset["status"].values) == {"finished", "not run"}
    monkeypatch.undo()
    again = sn.sweep(pendulum(), 0.1, vary, ["A.angle final"], folder=tmp_path / "p", progress=False)
    assert not again.interrupted
    assert set(again.dataset["status"].values) == {"finished"}


def test_wrong_names_of_quantities_and_outputs_are_reported_at_once():
    with pytest.raises(sn.SnodoError) as error:
        sn.sweep(pendulum(), 0.4, {"lenght": [0.3], "A.angel": [0.0]}, ["A.speeed max"], progress=False)
    told = str(error.value)
    assert all(name in told for name in ("'lenght'", "A.angel", "A.speeed"))
    with pytest.raises(sn.SnodoError) as error:
        sn.sweep(pendulum(), 0.4, sn.LatinHypercube({"lenght": (0.3, 0.4), "wdth": (1, 2)}, 4), progress=False)
    assert "'lenght'" in str(error.value)
    assert "'wdth'" in str(error.value)


def test_names_are_in_a_sweep():
    found = swept()
    assert "A.angle min" in found
    assert "A.angle most" not in found


def test_a_sweep_says_how_its_members_were_computed(tmp_path):
    found = swept()
    assert found.how.startswith("numbers of one model are rewritten")
    found.to_netcdf(tmp_path / "family.nc")
    assert sn.Sweep.load(tmp_path / "family.nc").how == found.how
    limited = pendulum()
    limited.limit("A", lower=-3.0, upper=3.0, act=True)
    again = sn.sweep(limited, 0.1, {"A.angle": [0.0, 0.5]}, ["A.angle min"], progress=False)
    assert again.how.startswith("each is run by itself: stops")


def test_a_setting_of_the_run_that_varies_is_refused():
    m = pendulum()
    m.run.duration = "1 s/m*length"
    with pytest.raises(
        UnsupportedError, match=r"duration = 1 s/m\*length of the run follows from length, which varies"
    ):
        sn.sweep(m, vary={"length": [0.3, 0.5]}, outputs=["A.angle final"], progress=False)
    assert len(sn.sweep(m, 0.1, {"length": [0.3, 0.5]}, ["A.angle final"], progress=False)) == 2
    with pytest.raises(UnsupportedError, match="follows from length, which varies"):
        sn.simulate(m, parameters={"length": [0.3, 0.5]}, progress=False)
    assert sn.simulate(m, parameters={"length": 0.3}, progress=False).time[-1] == 0.3


def test_an_initial_value_that_varies_is_not_given_to_all_members():
    with pytest.raises(UnsupportedError, match=r"initial gives 'A\.angle' to all"):
        swept(initial={"A.angle": 0.1})


@pytest.mark.parametrize("given", ["80 .. 200 mm in 3", "80 mm .. 0.2 in 3", "80:200 mm:3", "80, 200 mm"])
def test_a_unit_holds_for_its_own_number_only(given):
    with pytest.raises(MechanismError, match=r"has no unit, and '.* mm' has one"):
        sn.sweep(pendulum(), 0.1, {"length": given}, ["A.angle final"], progress=False)


def test_a_unit_holds_for_its_own_end_of_a_range():
    samples = sn.LatinHypercube({"length": "80 .. 200 mm"}, 4)
    with pytest.raises(MechanismError, match=r"'80' has no unit, and '200 mm' has one"):
        sn.sweep(pendulum(), 0.1, samples, ["A.angle final"], progress=False)


def test_zero_and_formulas_need_no_unit():
    for given in ("0 .. 30 deg in 2", "0, pi/6", "0, 30 deg", "0, 0.5235987755982988 rad"):
        found = sn.sweep(pendulum(), 0.1, {"A.angle": given}, ["A.angle initial"], progress=False)
        assert found["A.angle initial"].values == pytest.approx([0.0, np.pi / 6])


def test_states_vary_and_are_kept():
    m = sn.Mechanism("motor", gravity=(0, -9.81))
    m.parameter("gain", 20, unit="N*m")
    m.bar("arm", (0, 0), (0.5, 0), mass=1)
    m.revolute("A", "ground", "arm", at=(0, 0))
    m.state("u", rate="20*(gain*(0.5 - A.angle) - u)", initial=0.1)
    m.torque("drive", "u", joint="A")
    outputs = ["A.angle final", "u final"]
    found = sn.sweep(m, 0.2, {"gain": [5.0, 20.0], "u": [0.0, 1.0]}, outputs, output=0.1, progress=False)
    for k, (gain, u) in enumerate([(5.0, 0.0), (5.0, 1.0), (20.0, 0.0), (20.0, 1.0)]):
        alone = sn.simulate(m.with_parameters(gain=gain), 0.2, initial={"u": u}, output=0.1, progress=False)
        for name in ("A.angle", "u"):
            assert found[f"{name} final"].values[k] == pytest.approx(alone[name].values[-1], rel=1e-6)
    shared = sn.sweep(m, 0.2, {"gain": [5.0]}, outputs, output=0.1, initial={"u": 1.0}, progress=False)
    assert shared["u final"].values[0] == pytest.approx(found["u final"].values[1], rel=1e-9)


def test_friction_that_sticks_is_swept():
    m = sn.Mechanism("bead", gravity=(0, -9.81))
    m.parameter("grip", 0.2)
    m.particle("bead", (0, 0), mass=1)
    m.prismatic("wire", "ground", "bead", axis=(1, 0), at=(0, 0))
    m.friction("rub", joint="wire", mu="grip", static="1.2*grip")
    m.initial["wire.speed"] = 2.0
    found = sn.sweep(m, 2.0, {"grip": [0.2, 0.4]}, ["wire.displacement final", "wire.speed final"], progress=False)
    assert found["wire.displacement final"].values == pytest.approx(
        [4 / (2 * 9.81 * mu) for mu in (0.2, 0.4)], rel=1e-6
    )
    assert found["wire.speed final"].values == pytest.approx([0.0, 0.0], abs=1e-9)
