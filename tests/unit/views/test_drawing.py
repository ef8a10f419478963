import numpy as np
import pytest
from PIL import Image

import snodo as sn
from snodo.views.plane.drawing import draw_mechanism, draw_positions
from snodo.views.plane.marks import Poses, Stretch
from snodo.views.plane.sketch import Sketch


def names_in(figure):
    return {t.get_text() for t in figure.axes[0].texts}


def test_names_of_bodies_joints_and_frames(mechanism):
    figure = draw_mechanism(mechanism)
    assert {"crank", "coupler", "rocker", "A", "B", "C", "D", "P"} <= names_in(figure)
    assert figure.axes[0].get_title(loc="left") == "four-bar"
    assert figure.axes[0].get_aspect() == 1.0
    assert not {"crank", "A"} & names_in(draw_mechanism(mechanism, labels=False))


def test_every_kind_of_part_draws(full_mechanism, tmp_path):
    path = tmp_path / "everything.png"
    figure = draw_mechanism(full_mechanism, path=path)
    assert set(full_mechanism.bodies) <= names_in(figure)
    assert Image.open(path).width == 1600


def test_every_kind_of_part_moves(full_mechanism):
    result = sn.simulate(full_mechanism, 0.05, progress=False)
    figure = draw_positions(result, count=3, labels=True)
    assert set(full_mechanism.bodies) <= names_in(figure)


def test_a_mechanism_that_does_not_close_is_drawn_as_it_is():
    m = sn.Mechanism("too short")
    m.add_points(A=(0, 0), B=(0.1, 0), D=(1, 0))
    m.bar("one", "A", "B", mass=1)
    m.bar("two", "B", (0.3, 0), mass=1)
    m.revolute("A", "ground", "one")
    m.revolute("B", "one", "two")
    m.revolute("D", "ground", "two", at={"ground": (1, 0), "two": (0.1, 0)})
    assert "does not close" in draw_mechanism(m).axes[0].get_title(loc="left")


def test_coordinates_must_fit(mechanism):
    with pytest.raises(sn.SnodoError, match="9 coordinates"):
        draw_mechanism(mechanism, q=[0.0, 1.0])


def test_marks_stand_where_the_formulation_says(result):
    F = result.formulation
    poses = Poses.of(result.q)
    for name in ("A", "B", "C", "D", "P", "crank"):
        z = poses.point(*F.motion.place(name))
        np.testing.assert_allclose(np.column_stack([z.real, z.imag]), result.position(name).values, atol=1e-12)


def test_a_spring_ends_at_its_points(full_mechanism):
    F = sn.Planar(full_mechanism)
    sketch = Sketch(F, F.reference()[0])
    springs = [mark for mark in sketch.marks if isinstance(mark, Stretch)]
    ends = [mark.vertices(sketch.poses[0])[[0, -1]] for mark in springs]
    assert any(np.allclose(pair, [0.5, 0.725]) for pair in ends)
    assert any(np.allclose(pair, [0.9 + 0.4j, 0.9 + 0.1j]) for pair in ends)


def test_positions_and_traces(result, tmp_path):
    path = tmp_path / "positions.png"
    figure = result.draw(path, count=5, trace=["P"])
    traced = [line for line in figure.axes[0].lines if len(line.get_xdata()) == result.time.size]
    assert len(traced) == 1
    np.testing.assert_allclose(traced[0].get_ydata(), result["P.y"].values, atol=1e-12)
    assert Image.open(path).width == 1600


def test_default_traces_are_of_what_moves(result):
    figure = result.draw(count=2)
    lines = [line for line in figure.axes[0].lines if len(line.get_xdata()) == result.time.size]
    assert len(lines) == 3  # P, B, C
    frame, *joints = lines
    bodies = [patch.get_zorder() for patch in figure.axes[0].patches if patch.get_fill()]
    assert all(frame.get_linewidth() > line.get_linewidth() for line in joints)
    assert all(frame.get_zorder() > line.get_zorder() for line in joints)
    assert frame.get_path_effects()
    assert sorted(bodies)[len(bodies) // 2] < frame.get_zorder()


def test_no_traces(result):
    assert not [line for line in result.draw(trace=None).axes[0].lines if len(line.get_xdata()) == result.time.size]


def test_more_positions_more_ghosts(result):
    counts = [len(result.draw(count=n).axes[0].patches) for n in (1, 2, 3)]
    assert counts[2] - counts[1] == counts[1] - counts[0] > 0


def test_a_damped_spring_shows_its_damper(mechanism):
    def strokes(**law):
        m = mechanism.copy()
        m.spring("s", "ground", "rocker", (0.9, 0.3), "C", **law)
        F = sn.Planar(m)
        (mark,) = [mark for mark in Sketch(F, F.reference()[0]).marks if isinstance(mark, Stretch)]
        np.testing.assert_allclose(mark.vertices(Poses.of(F.reference()[0]))[[0, -1]], [0.9 + 0.3j, 0.45 + 0.3j])
        return len(mark.strokes)

    assert strokes(stiffness=10.0) == 1
    assert strokes(damping=1.0) == 4
    assert strokes(stiffness=10.0, damping=1.0) > 4 + 1


def test_unknown_trace(result):
    with pytest.raises(sn.NameNotFound, match="'Q'"):
        result.draw(trace=["Q"])


def test_unknown_ending(mechanism, tmp_path):
    with pytest.raises(sn.FileError, match=r"\.png, \.svg or \.pdf"):
        draw_mechanism(mechanism, path=tmp_path / "four_bar.gif")


def test_on_given_axes(mechanism):
    from matplotlib.figure import Figure

    figure = Figure()
    left, right = figure.subplots(1, 2)
    assert draw_mechanism(mechanism, ax=right) is figure
    assert right.patches
    assert not left.patches


def test_names_do_not_cover_one_another(mechanism):
    figure = draw_mechanism(mechanism)
    renderer = figure.canvas.get_renderer()
    boxes = [t.get_window_extent(renderer) for t in figure.axes[0].texts if t.get_text()]
    assert not [1 for k, a in enumerate(boxes) for b in boxes[:k] if a.overlaps(b)]


def test_matplotlib_is_imported_only_when_something_is_drawn():
    import subprocess
    import sys

    code = "import sys, snodo.views.plane.animation, snodo.views.plots; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
