"""Write frames to files: GIF with Pillow, MP4 with ffmpeg, HTML as one self-contained page."""

from __future__ import annotations

import base64
import html
import importlib.util
import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from snodo.errors import Problem, UnsupportedError, WriteError
from snodo.whole_files import not_written, replaced, write_whole

Frames = Iterator[np.ndarray]
COLORS = 96
"""Colours of a GIF and of the pictures in a page."""


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
                raise WriteError(Problem(what, "check the free disk space, or write a .gif or .html instead"))
    except OSError as error:
        raise not_written(path, error) from None


# ---------------------------------------------------------------- HTML
def write_html(path: Path, frames: Frames, delay: float, name: str) -> None:
    """A page with a button, a slider and the frames as pictures inside it."""
    pictures = _few_colors(frames)
    data = [base64.b64encode(_png(picture)).decode() for picture in pictures]
    page = PAGE.replace("{title}", html.escape(name)).replace("{delay}", f"{delay:.3f}")
    page = page.replace("{width}", str(pictures[0].width)).replace("{frames}", json.dumps(data))
    write_whole(path, page)


def _png(picture: Any) -> bytes:
    buffer = BytesIO()
    picture.save(buffer, format="PNG", optimize=False)
    return buffer.getvalue()


PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>
body { margin: 2em auto; max-width: {width}px; font: 14px system-ui, sans-serif; color: #2B2F36; background: #fff }
img { width: 100%; display: block } div { display: flex; gap: .8em; align-items: center }
input { flex: 1; accent-color: #0072B2 } button, select { font: inherit; min-width: 5em; padding: .2em .6em }
</style></head><body>
<img id="picture" alt="{title}">
<div><button id="play">pause</button><input id="slider" type="range" min="0" value="0" aria-label="time">
<select id="speed" aria-label="speed"><option value="0.25">¼ ×</option><option value="0.5">½ ×</option>
<option value="1" selected>1 ×</option><option value="2">2 ×</option></select></div>
<script>
const frames = {frames}, delay = {delay};
const [picture, play, slider, speed] = ["picture", "play", "slider", "speed"].map(id => document.getElementById(id));
let at = 0, last = null, running = true;
slider.max = frames.length - 1;
const show = () => {
  const k = Math.min(frames.length - 1, Math.floor(at));
  slider.value = k; picture.src = "data:image/png;base64," + frames[k];
};
const tick = now => {
  if (running && last !== null) { at = (at + (now - last) / delay * speed.value) % frames.length; show(); }
  last = now; requestAnimationFrame(tick);
};
play.onclick = () => { running = !running; play.textContent = running ? "pause" : "play"; };
slider.oninput = () => { at = +slider.value; running = false; play.textContent = "play"; show(); };
show(); requestAnimationFrame(tick);
</script></body></html>
"""

WRITERS: dict[str, Callable[[Path, Frames, float, str], None]] = {
    ".gif": write_gif,
    ".mp4": write_mp4,
    ".html": write_html,
}
