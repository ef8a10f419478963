"""Result files: read by other programs, refused when damaged, never half written."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.mechanisms import pendulum

import snodo as sn
from snodo.results.files.result_file import SEAL


@pytest.fixture(scope="module")
def result() -> sn.Result:
    return sn.simulate(pendulum(), 0.2, output=1e-2, progress=False)


@pytest.fixture
def path(result: sn.Result, tmp_path: Path) -> Path:
    return result.save(tmp_path / "run.nc")


# ---------------------------------------------------------------- whole files
def test_other_programs_read_it(result: sn.Result, path: Path) -> None:
    import h5netcdf
    import xarray

    with xarray.open_dataset(path, engine="h5netcdf") as dataset:
        np.testing.assert_array_equal(dataset["q"], result.q)
        assert list(dataset["coordinate"].values) == list(result.formulation.coordinate_names)
        assert dataset["energy"].attrs["units"] == "J"
        assert dataset.attrs["mechanism"] == "pendulum"
    with h5netcdf.File(path, "r") as file:
        np.testing.assert_array_equal(file.variables["time"][...], result.time)


def test_every_variable_comes_back_to_the_last_bit(result: sn.Result, path: Path) -> None:
    import xarray

    again = sn.Result.load(path)
    for name, variable in result.dataset.variables.items():
        np.testing.assert_array_equal(variable.values, again.dataset[name].values)
    assert isinstance(again.dataset, xarray.Dataset)
    assert again.save(path.with_name("again.nc")).stat().st_size > 0


def test_endings_in_capitals_are_known(result: sn.Result, tmp_path: Path) -> None:
    assert sn.Result.load(result.save(tmp_path / "RUN.NC")).time.size == result.time.size
    assert result.save(tmp_path / "RUN.CSV").read_text().startswith("time [s]")


def test_other_endings_are_refused_in_words(result: sn.Result, tmp_path: Path) -> None:
    with pytest.raises(sn.SnodoError, match=r"saved as \.nc \(netCDF\) or \.csv"):
        result.save(tmp_path / "run.xyz")
    for name in ("run.txt", "run", "run.csv.gz"):
        with pytest.raises(sn.FileError, match=r"a table is written as \.csv"):
            result.to_csv(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------- damaged files
def refused(path: Path, words: str) -> None:
    with pytest.raises(sn.FileError, match=words):
        sn.Result.load(path)


def _flip(data: bytearray, at: int) -> None:
    data[at] ^= 1 << (at % 8)


@pytest.mark.parametrize("part", [0, 7, 8, 100, 0.1, 0.5, 0.9, -100, -1])
def test_one_flipped_bit_is_enough(path: Path, part: float) -> None:
    data = bytearray(path.read_bytes())
    _flip(data, int(part * len(data)) if isinstance(part, float) else part % len(data))
    path.write_bytes(data)
    refused(path, "damaged|no checksum")


@pytest.mark.parametrize("keep", [0, 1, 8, 1000, 0.5, -1, -77, -78, -79])
def test_a_file_that_was_cut_is_refused(path: Path, keep: float) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: int(keep * len(data)) if isinstance(keep, float) else keep])
    refused(path, "truncated|damaged")


def test_something_was_added(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\n")
    refused(path, "has no checksum: it was truncated")


def _sealed(data: bytes) -> bytes:
    return data + SEAL + hashlib.sha256(data).hexdigest().encode() + b"\n"


def _changed(path: Path, change: Callable[[Any], None]) -> None:
    """Change a file through netCDF and seal it again: what no accident can do."""
    import h5netcdf

    path.write_bytes(path.read_bytes()[: -len(SEAL) - 65])
    with h5netcdf.File(path, "a") as file:
        change(file)
    path.write_bytes(_sealed(path.read_bytes()))


@pytest.mark.parametrize("name", ["time", "q", "v", "work", "a", "multiplier", "energy"])
def test_values_that_are_not_numbers_are_refused(tmp_path: Path, name: str) -> None:
    m = pendulum()
    m.friction("bearing", "A", viscous=0.1)
    path = sn.simulate(m, 0.2, output=1e-2, progress=False).save(tmp_path / "run.nc")

    def put(file: Any) -> None:
        variable = file.variables[name]
        variable[(2,) + (0,) * (len(variable.dimensions) - 1)] = np.nan

    _changed(path, put)
    refused(path, f"1 values of '{name}' are not finite")


def test_missing_parts_are_named(path: Path) -> None:
    def spoil(file: Any) -> None:
        del file.attrs["yaml"]

    _changed(path, spoil)
    refused(path, "lacks yaml")


def test_reactions_that_are_not_defined_are_kept(result: sn.Result, tmp_path: Path) -> None:
    """Inside singular passes multipliers are not numbers, and are so after loading."""
    passed = sn.Result(result.formulation, result.time, result.states, dict(result.found), dict(result.info))
    passed.found["multiplier"] = result.found["multiplier"].copy()
    passed.found["multiplier"][3:5] = np.nan
    again = sn.Result.load(passed.save(tmp_path / "run.nc"))
    np.testing.assert_array_equal(again.multipliers, passed.multipliers)


def test_states_that_are_not_numbers_are_not_saved(result: sn.Result, tmp_path: Path) -> None:
    spoilt = sn.Result(result.formulation, result.time, result.states.copy(), result.found, result.info)
    spoilt.states[2, 0] = np.nan
    with pytest.raises(sn.FileError, match="1 values of 'q' are not finite numbers"):
        spoilt.save(tmp_path / "run.nc")
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------- other files
def test_a_file_without_a_checksum_is_read_on_request(result: sn.Result, path: Path) -> None:
    """As older versions wrote them."""
    data = path.read_bytes()[: -len(SEAL) - 65]
    path.write_bytes(data)
    refused(path, r"no checksum[\s\S]*verify=False")
    np.testing.assert_array_equal(sn.Result.load(path, verify=False)["A.angle"], result["A.angle"])


def test_what_is_no_result(tmp_path: Path) -> None:
    import xarray

    (tmp_path / "text.nc").write_text("no netCDF")
    refused(tmp_path / "text.nc", "it is not a netCDF-4 file")
    refused(tmp_path / "nowhere.nc", "No such file")
    refused(tmp_path, "not an ordinary file")
    os.mkfifo(tmp_path / "pipe.nc")
    refused(tmp_path / "pipe.nc", "not an ordinary file")
    xarray.Dataset({"x": ("t", [1.0])}).to_netcdf(tmp_path / "other.nc", engine="h5netcdf")
    refused(tmp_path / "other.nc", "no checksum")
    with pytest.raises(sn.FileError, match="not a result of snodo"):
        sn.Result.load(tmp_path / "other.nc", verify=False)


def test_a_table_is_replaced_whole(result: sn.Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = result.to_csv(tmp_path / "run.csv")
    before = path.read_bytes()

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(sn.FileError, match="No space left on device"):
        result.to_csv(path, "A.angle")
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


# ---------------------------------------------------------------- tables
def test_a_frame_has_a_row_for_each_time(result: sn.Result) -> None:
    frame = result.to_dataframe("A.angle", "A.reaction", "energy.total")
    assert list(frame.columns) == ["A.angle", "A.reaction.fx", "A.reaction.fy", "A.reaction.torque", "energy.total"]
    assert frame.index.name == "time"
    np.testing.assert_array_equal(frame.index, result.time)
    np.testing.assert_array_equal(frame["A.angle"], result["A.angle"])
    np.testing.assert_array_equal(frame["A.reaction.fy"], result.reaction("A").values[:, 1])
    units = {"time": "s", "A.angle": "rad", "A.reaction.fx": "N", "A.reaction.fy": "N"}
    assert frame.attrs["units"] == {**units, "A.reaction.torque": "N m", "energy.total": "J"}


def test_a_frame_has_the_columns_of_the_table(result: sn.Result, tmp_path: Path) -> None:
    frame = result.to_dataframe()
    heading = result.to_csv(tmp_path / "run.csv").read_text().splitlines()[0].split(",")
    units = frame.attrs["units"]
    assert heading == [f"{name} [{units[name]}]" for name in ("time", *frame.columns)]
    assert frame.shape == (result.time.size, 5)
    with pytest.raises(sn.NameNotFound):
        result.to_dataframe("A.angel")


def test_a_frame_of_inverse_dynamics_has_its_efforts(result: sn.Result) -> None:
    times = np.linspace(0.0, 1.0, 30)
    found = sn.inverse_dynamics(pendulum(), {"A.angle": 0.3 * np.sin(times)}, times)
    frame = found.to_dataframe()
    assert list(frame.columns) == ["A.torque"]
    assert frame.attrs["units"]["A.torque"] == "N m"
