"""Names in films of space: they follow their joints and bodies, and stay apart."""

from __future__ import annotations

import numpy as np
import pytest

import snodo as sn
from snodo.views.plane.animation import timing_of
from snodo.views.space.animation import FilmInSpace
from snodo.views.space.film_names import lay_over, text_pixels


def pendulum(count: int = 2) -> sn.Mechanism:
    m = sn.Mechanism("chain", dimension=3, gravity=(0, 0, -9.81))
    previous = "ground"
    for k in range(count):
        m.bar(f"link{k}", (k, 0, 0), (k + 1, 0, 0), mass=1.0)
        m.revolute(f"J{k}", previous, f"link{k}", at=(k, 0, 0), axis=(0, 1, 0))
        previous = f"link{k}"
    return m


@pytest.fixture(scope="module")
def films():
    result = sn.simulate(pendulum(), 1.0, progress=False)
    timing = timing_of(result.time, 8.0, 1.0)
    return [FilmInSpace(result, timing, None, 400, labels, None) for labels in (False, True)]


def test_names_follow_their_joints_and_bodies(films):
    """What labels add to the film is at their places, and these keep their distance from the joint."""
    plain, named = films
    assert {name.text for name in named.names} == {"J0", "J1", "link0", "link1"}
    row, column = named._corner()
    (moving,) = (name for name in named.names if name.text == "link1")
    com = named.sketch.poses.point(1, np.array(named.sketch.F.geometry.bodies["link1"].inertia.com))
    seen = named.picture.frame.seen(named.picture.camera, com, 1)[:, :2]
    apart = moving.places - seen
    assert np.ptp(seen, axis=0).max() > 40
    np.testing.assert_allclose(apart, np.broadcast_to(apart[0], apart.shape), atol=1e-9)
    for k, (a, b) in enumerate(zip(plain.frames(), named.frames())):
        changed = np.argwhere((a != b).any(axis=2))
        assert len(changed) > 50
        allowed = np.zeros(a.shape[:2], bool)
        for name in named.names:
            x, y = name.places[k] + (column, row)
            middle, half = np.array([y, x]), np.array(name.pixels.shape[:2]) / 2 + 1.0
            top, left = np.maximum(np.floor(middle - half), 0).astype(int)
            bottom, right = np.ceil(middle + half).astype(int)
            allowed[top:bottom, left:right] = True
        assert allowed[changed[:, 0], changed[:, 1]].all()


def test_a_text_is_laid_between_pixels():
    """Over paper, the mean of what is laid moves with the place; outside nothing happens."""
    pixels = text_pixels("coupler", "#203040", True)
    assert pixels[..., 3].max() == 255

    def middle(x: float, y: float) -> np.ndarray:
        paper = np.full((60, 120, 3), 255, np.uint8)
        lay_over(paper, pixels, x, y)
        ink = 255.0 - paper.mean(axis=2)
        return np.array([(ink.sum(axis=0) @ np.arange(120)), ink.sum(axis=1) @ np.arange(60)]) / ink.sum()

    first = middle(60.0, 30.0)
    for dx, dy in ((0.25, 0.0), (0.5, 0.75), (-3.4, 2.2)):
        np.testing.assert_allclose(middle(60.0 + dx, 30.0 + dy) - first, (dx, dy), atol=0.03)
    for x, y in ((-200.0, 30.0), (60.0, 500.0), (0.0, 0.0), (119.5, 59.5), (-20.3, 58.0)):
        paper = np.full((60, 120, 3), 255, np.uint8)
        lay_over(paper, pixels, x, y)


def test_names_stay_apart_most_of_the_time(films):
    names = films[1].names
    for k, one in enumerate(names):
        for other in names[:k]:
            room = (np.array(one.pixels.shape[1::-1]) + other.pixels.shape[1::-1]) / 2
            covered = (np.abs(one.places - other.places) <= room).all(axis=1)
            assert covered.mean() <= 0.5


def test_films_with_names_are_written(tmp_path):
    from PIL import Image

    path = sn.simulate(pendulum(), 0.2, progress=False).animate(tmp_path / "motion.gif", fps=5, width=200, labels=True)
    assert Image.open(path).n_frames > 2


def test_too_many_names_are_refused(tmp_path):
    result = sn.simulate(pendulum(31), 0.02, progress=False)
    with pytest.raises(sn.UnsupportedError, match="no room for the names of 31 joints and 31 bodies"):
        result.animate(tmp_path / "motion.gif", labels=True)
