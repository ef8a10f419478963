"""Files written whole or not at all: a full disk, a crash or Ctrl-C leaves what was there before.

Everything that snodo writes goes through here: it is written next to the file under another name, brought to the disk,
and then takes the place of the file in one step.
"""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from snodo.errors import FileError, Problem, WriteError


def write_whole(path: str | Path, data: bytes | str | Iterable[str]) -> Path:
    """Write a file, or raise FileError and leave the old one as it is.

    Parameters
    ----------
    path : str or Path
        Where to write.  A link is followed; what is no ordinary file (a pipe, `/dev/stdout`) is written to directly.
    data : bytes or str, or an iterable of str
        All of its content, or parts of it that are made while it is written; text is written as UTF-8 with the line
        ends it has.

    Returns
    -------
    Path
        The path given.
    """
    parts = [data] if isinstance(data, bytes | str) else data
    try:
        with replaced(path) as beside, beside.open("wb") as file:
            for part in parts:
                file.write(part.encode("utf-8") if isinstance(part, str) else part)
    except OSError as error:
        raise not_written(path, error) from None
    except ValueError as error:  # a name that no file can have
        raise WriteError(Problem(f"{str(path)!r} cannot be written: {error}", "choose another name")) from None
    return Path(path)


@contextlib.contextmanager
def replaced(path: str | Path) -> Iterator[Path]:
    """A file to write next to `path`, which replaces it if the block succeeds and is removed otherwise.

    It has the ending of `path`, for programs that go by it.  Raises OSError.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file() and not target.is_dir():
        yield target
        return
    mode = _mode_of(target)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".snodo-", suffix=f".tmp{target.suffix}")
    os.close(handle)
    beside = Path(name)
    try:
        yield beside
        _bring_to_disk(beside)
        os.chmod(beside, mode)
        os.replace(beside, target)
    finally:
        beside.unlink(missing_ok=True)
    with contextlib.suppress(OSError):  # not every system can do that for a folder
        _bring_to_disk(target.parent)


def not_written(path: str | Path, error: OSError) -> WriteError:
    """The error of a file that could not be written, in words."""
    folder = Path(path).parent
    if not os.path.isdir(folder):
        return WriteError(Problem(f"{path} cannot be written: there is no folder {str(folder)!r}", "create it first"))
    full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    remedy = "free some space, or choose another folder" if full else "choose another folder"
    kept = "; the existing file is unchanged" if os.path.isfile(path) else ""
    return WriteError(Problem(f"{path} cannot be written: {error.strerror or error}{kept}", remedy))


def must_end(path: str | Path, ending: str, what: str) -> Path:
    """The path, if its name ends so; otherwise FileError, which says that `what` is written with that ending."""
    found = Path(path)
    ordinary = os.path.isfile(found) or not os.path.exists(found)
    if found.suffix.lower() != ending and ordinary:
        given = f"not as {found.suffix!r}" if found.suffix else "and this name has no ending"
        raise FileError(Problem(f"{found}: {what} is written as {ending}, {given}", f"end the name in {ending}"))
    return found


def _mode_of(target: Path) -> int:
    """Permissions of the file to come; refuses what may not be replaced."""
    if not target.exists():
        return 0o666 & ~_umask()
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "there is a folder of that name", str(target))
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "the existing file is write-protected", str(target))
    return target.stat().st_mode & 0o7777


def _bring_to_disk(path: Path) -> None:
    """Wait until the disk has it: some systems find out only then that there is no room."""
    handle = os.open(path, os.O_RDONLY if path.is_dir() or os.name != "nt" else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
