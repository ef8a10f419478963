"""Write frames to files: GIF with Pillow, MP4 with ffmpeg."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from snodo.errors import FileError, Problem, UnsupportedError
from snodo.whole_files import not_written, replaced, write_whole

Frames = Iterator[np.ndarray]
COLORS = 96
"""Colours of a GIF."""


def needs_of(path: Path) -> None:
    """Raise, before any work is done, if a file of this kind cannot be written here."""
    if path.suffix.lower() == ".mp4":
        ffmpeg()


# ---------------------------------------------------------------- GIF
def write_gif(path: Path, frames: Frames, delay: float, name: str) -> None:
    """A GIF that repeats forever; `delay` is the time of each frame [ms]."""
    pictures = _few_colors(frames)
    options = {"append_images": pictures[1:], "duration": round(delay), "loop": 0, "disposal": 1, "optimize": False}
    buffer = BytesIO()
    pictures[0].save(buffer, format="GIF", save_all=True, **options)
    write_whole(path, buffer.getvalue())


def _few_colors(frames: Frames) -> list[Any]:
    """Pictures with one palette for all, so that nothing flickers; it is that of the first and the last frame."""
    from PIL import Image

    full = [Image.fromarray(frame) for frame in frames]
    both = Image.new("RGB", (full[0].width, 2 * full[0].height))
    both.paste(full[0], (0, 0))
    both.paste(full[-1], (0, full[0].height))
    palette = both.quantize(COLORS, method=Image.Quantize.MEDIANCUT)
    palette.putpalette([255 if level > 247 else level for level in palette.getpalette() or []])
    return [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in full]


# ---------------------------------------------------------------- MP4
def ffmpeg() -> str:
    """The ffmpeg program: that of imageio-ffmpeg, or the one on the PATH."""
    if importlib.util.find_spec("imageio_ffmpeg") is not None:
        import imageio_ffmpeg

        return str(imageio_ffmpeg.get_ffmpeg_exe())
    program = shutil.which("ffmpeg")
    if program is None:
        raise UnsupportedError(
            Problem("an .mp4 needs ffmpeg", "install it with pip install 'snodo[video]', or write a .gif or .html")
        )
    return program


def write_mp4(path: Path, frames: Frames, delay: float, name: str) -> None:
    """H.264 in yuv420p, which every player supports."""
    first = next(frames)
    height, width = first.shape[:2]
    source = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", f"{1000 / delay:.6f}", "-i", "-"]
    coding = ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "18", "-movflags", "+faststart"]
    command = [ffmpeg(), "-y", "-loglevel", "error", *source, *coding]
    data = b"".join(frame.tobytes() for frame in chain([first], frames))
    try:
        with replaced(path) as beside:
            done = subprocess.run([*command, str(beside)], input=data, capture_output=True, check=False)
            if done.returncode != 0:
                last = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["no message"]
                what = f"{path}: ffmpeg could not write it: {last[0]}"
                raise FileError(Problem(what, "check the free disk space, or write a .gif or .html instead"))
    except OSError as error:
        raise not_written(path, error) from None


WRITERS: dict[str, Callable[[Path, Frames, float, str], None]] = {
    ".gif": write_gif,
    ".mp4": write_mp4,
}
