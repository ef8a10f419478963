"""Every file is written whole or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from snodo.errors import FileError
from snodo.whole_files import must_end, replaced, write_whole


def test_the_content_and_the_permissions(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    write_whole(path, "Länge\r\n")
    assert path.read_bytes() == "Länge\r\n".encode()
    mask = os.umask(0)
    os.umask(mask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~mask
    path.chmod(0o640)
    write_whole(path, b"new")
    assert path.stat().st_mode & 0o777 == 0o640
    assert path.read_bytes() == b"new"


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to("real.txt")
    write_whole(tmp_path / "link.txt", "new")
    assert (tmp_path / "link.txt").is_symlink()
    assert (tmp_path / "real.txt").read_text() == "new"


@pytest.mark.parametrize("call", ["fsync", "replace", "chmod"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_what_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, error: BaseException
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")

    def failing(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(os, call, failing)
    with pytest.raises((FileError, KeyboardInterrupt)) as caught:
        write_whole(path, "new")
    monkeypatch.undo()
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.txt"]
    if isinstance(error, OSError):
        assert "No space left on device; the existing file is unchanged" in str(caught.value)
        assert "free some space" in str(caught.value)


def test_special_files_are_written_to_and_not_replaced(tmp_path: Path) -> None:
    write_whole(os.devnull, "gone")
    assert not Path(os.devnull).is_file()
    if Path("/dev/full").exists():
        with pytest.raises(FileError, match="No space left"):
            write_whole("/dev/full", "gone")
        assert not Path("/dev/full").is_file()


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "folder.txt").mkdir()
    with pytest.raises(FileError, match="there is a folder of that name"):
        write_whole(tmp_path / "folder.txt", "x")
    with pytest.raises(FileError, match="there is no folder"):
        write_whole(tmp_path / "nowhere" / "a.txt", "x")
    with pytest.raises(FileError, match="cannot be written"):
        write_whole(tmp_path / ("a" * 300), "x")
    with pytest.raises(FileError, match="cannot be written"):
        write_whole(f"{tmp_path}/a\0b", "x")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is protected from root")
def test_a_protected_file_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    path.chmod(0o444)
    with pytest.raises(FileError, match="the existing file is write-protected"):
        write_whole(path, "new")


def test_the_file_beside_has_the_same_ending(tmp_path: Path) -> None:
    with replaced(tmp_path / "film.mp4") as beside:
        assert beside.suffix == ".mp4"
        assert beside.parent == tmp_path
        beside.write_bytes(b"x")
    assert [p.name for p in tmp_path.iterdir()] == ["film.mp4"]


def test_endings() -> None:
    assert must_end("A.CSV", ".csv", "a table") == Path("A.CSV")
    with pytest.raises(FileError, match=r"a\.txt: a table is written as \.csv, not as '\.txt'"):
        must_end("a.txt", ".csv", "a table")
    with pytest.raises(FileError, match="this name has no ending"):
        must_end("a", ".csv", "a table")


LIMITED = """
import resource, sys
from pathlib import Path
import snodo as sn

m = sn.Mechanism("pendulum", gravity=(0, -9.81))
m.bar("arm", (0, 0), (1, 0), mass=1.0)
m.revolute("A", "ground", "arm", at=(0, 0))
result = sn.simulate(m, 0.2, progress=False)
writers = {
    "run.nc": result.save,
    "run.csv": result.to_csv,
    "plot.png": lambda path: result.plot("A.angle", path=path),
    "plot.svg": lambda path: result.plot("A.angle", path=path),
    "positions.pdf": lambda path: result.draw(path),
    "motion.gif": lambda path: result.animate(path, fps=2),
    "motion.html": result.animate,
    "both.html": lambda path: sn.animate([result, result], path),
    "page.html": sn.explain(m).save,
    "m.yaml": lambda path: sn.save(m, path),
}
for name, write in writers.items():
    write(name)
before = {name: Path(name).read_bytes() for name in writers}
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
for name, write in writers.items():
    try:
        write(name)
    except sn.FileError as error:
        assert "File too large; the existing file is unchanged" in str(error), error
    else:
        raise AssertionError(name + " was written")
    assert Path(name).read_bytes() == before[name], name
assert sorted(p.name for p in Path().iterdir()) == sorted(writers), list(Path().iterdir())
sn.Result.load("run.nc")
print("survived")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of the file size")
def test_no_writer_loses_a_file_when_there_is_no_room(tmp_path: Path) -> None:
    """A disk that fills up while a file is written, imitated by a limit; once it ended in a segmentation fault."""
    folders = os.pathsep.join(os.path.abspath(p) for p in sys.path if p)
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(LIMITED)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": folders},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "survived"
