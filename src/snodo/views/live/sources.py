"""What is viewed: a model file, a saved result, or a mechanism or result in memory."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from snodo.errors import Problem, SnodoError, suggestion
from snodo.formulations.base import Formulation
from snodo.mechanism import mesh_folders
from snodo.mechanism.mechanism import Mechanism
from snodo.views.live.model import LiveModel
from snodo.views.scene.scene import scene_of

RESULTS = (".nc",)
Stamp = tuple[tuple[str, int, int], ...]


class Source:
    """A mechanism, a result, or a file with one of them."""

    def __init__(self, what: Any, meshes: str | Path | None = None) -> None:
        """Meshes: their folder, if they are not where the model is."""
        self.meshes = None if meshes is None else mesh_folders.existing(meshes)
        self.path = Path(what) if isinstance(what, (str, Path)) else None
        self.what = what.mechanism if isinstance(what, Formulation) else what
        self.files = [self.path] if self.path is not None else []
        if self.path is None and not isinstance(self.what, Mechanism) and not _is_motion(what):
            given = type(what).__name__
            raise SnodoError(Problem(f"{given} cannot be viewed", "give a mechanism, a result, or the name of a file"))

    @property
    def is_result(self) -> bool:
        """Whether it is a motion that has been computed."""
        if self.path is not None:
            return self.path.suffix.lower() in RESULTS
        return not isinstance(self.what, Mechanism)

    @property
    def name(self) -> str:
        """For messages."""
        return str(self.path) if self.path is not None else str(getattr(self.what, "name", "result"))

    def read(self) -> LiveModel | dict[str, Any]:
        """A mechanism to be moved, or the scene of a result; SnodoError if it is wrong."""
        if self.is_result:
            return scene_of(self._result())
        try:
            mechanism = self._mechanism()
        except SnodoError as error:  # what is wrong may stand in an included file, which is then watched too
            self.files = list(dict.fromkeys([*self.files, *self._others(one.where for one in error.problems)]))
            raise
        self.files = self._named_files(mechanism)
        model = LiveModel(mechanism)
        model.scene()
        return model

    def _result(self) -> Any:
        if self.path is None:
            motion: Any = self.what
            if self.meshes is not None:
                mesh_folders.look_in(motion.formulation.mechanism, self.meshes)
            return motion
        from snodo.results.files.saving import load

        return load(self.path, meshes=self.meshes)

    def _mechanism(self) -> Mechanism:
        from snodo.formats import load

        found: Mechanism = self.what if self.path is None else load(self.path)
        if self.meshes is not None:
            found = found.copy()
            mesh_folders.look_in(found, self.meshes)
        return found

    def _named_files(self, mechanism: Mechanism) -> list[Path]:
        """The file, and those it includes: where parts were written."""
        if self.path is None:
            return []
        return [self.path, *self._others(getattr(part, "where", "") for part in mechanism.parts())]

    def _others(self, wheres: Iterable[str | None]) -> list[Path]:
        """Files besides the first that are named as places (`file:line`)."""
        places = {where.rpartition(":")[0] for where in wheres if where}
        return sorted({Path(place) for place in places if place and Path(place).is_file()} - {self.path})

    def stamp(self) -> Stamp:
        """Times and sizes of the files; something else if one is missing."""
        found = []
        for file in self.files:
            try:
                status = file.stat()
                found.append((str(file), status.st_mtime_ns, status.st_size))
            except OSError:
                found.append((str(file), -1, -1))
        return tuple(found)

    def must_exist(self) -> None:
        """Refuse a file that is not there, or whose ending nothing reads."""
        if self.path is None:
            return
        if self.path.is_dir():
            raise SnodoError(Problem(f"{self.path} is a folder", "name a model or a saved result in it"))
        if not self.path.is_file():
            folder = self.path.parent
            there = sorted(p.name for p in folder.iterdir() if p.is_file()) if folder.is_dir() else []
            raise SnodoError(Problem(f"there is no file {str(self.path)!r}", suggestion(self.path.name, there)))


def _is_motion(what: Any) -> bool:
    """Whether it has all that a scene is made of."""
    return all(hasattr(what, word) for word in ("formulation", "time", "q", "v"))
