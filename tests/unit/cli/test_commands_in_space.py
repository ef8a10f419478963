"""The command line with mechanisms in space and robots, as a newcomer meets it."""

from pathlib import Path

import pytest
from benchmarks.nets import net
from click.testing import CliRunner

import snodo as sn
from snodo.cli.main import main
from snodo.views.curves import default_names

CARDAN = """mechanism: cardan
dimension: 3
gravity: [0, 0, -9.81]
points: {A: [0, 0, 0], B: [0.5, 0, 0], C: [1, 0, 0]}
bodies:
  upper: {bar: [A, B], mass: 1 kg, width: 30 mm, thickness: 20 mm}
  lower: {cylinder: [B, C], radius: 15 mm, mass: 1 kg}
  tip: {mass: 0.1, inertia: [[2e-4, 1e-5, 0], [1e-5, 3e-4, 0], [0, 0, 4e-4]], at: C}
joints:
  A: {revolute: [ground, upper], axis: y}
  B: {universal: [upper, lower], axis: y, second: z}
  C: {spherical: [lower, tip]}
forces:
  gust: {torque: [0, 0, "sin(3 * t)"], body: lower}
  drag: {formula: ["-tip.vx", "-tip.vy", "-tip.vz", 0, 0, 0], bodies: tip}
initial: {A.angle: 30 deg}
limits: {A: {lower: 0, upper: 60 deg}}
run: {duration: 1 s}
"""


@pytest.fixture
def cardan(tmp_path, monkeypatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("cardan.yaml").write_text(CARDAN, encoding="utf-8")
    return "cardan.yaml"


def snodo(*arguments):
    result = CliRunner().invoke(main, [str(a) for a in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_check_tells_sizes_products_of_inertia_and_freedoms(cardan):
    found = snodo("check", cardan).output
    assert "0.5 × 0.03 × 0.02" in found
    assert "xy 1e-05" in found
    assert "no loops to close; initial values move bodies by up to" in found
    assert "6 degrees of freedom: A.speed, B.first_speed, B.second_speed, C.wx, C.wy, C.wz" in found
    assert "iterations" not in found


def test_run_tells_every_joint_and_what_leaves_its_limits(cardan):
    found = snodo("run", cardan, "--draw", "cardan.png", "--animate", "cardan.gif")
    assert found.exit_code == 0
    for name in ("A.angle", "B.first", "B.second", "C.wx"):
        assert name in found.output
    assert "6 degrees of freedom: no constraint rows" in found.output
    assert "joint 'A' moves from 0.524 to" in found.output
    assert "joints closed" not in found.output
    assert Path("cardan.png").stat().st_size > 10_000
    assert Path("cardan.gif").stat().st_size > 10_000


def test_every_joint_is_plotted_by_default(cardan):
    names = default_names(sn.simulate(sn.load(cardan), 0.1))
    assert names[:6] == ["A.angle", "B.first", "B.second", "C.wx", "C.wy", "C.wz"]
    assert snodo("run", cardan, "--plot-file", "plot.svg", "-q").exit_code == 0
    assert Path("plot.svg").stat().st_size > 10_000


def test_explain_shows_the_sweeps(cardan):
    found = snodo("explain", cardan)
    assert found.exit_code == 0
    for words in ("└─ 2 lower   on 1 by B  universal: first, second", "(2.14)", "3 tip, carried by lower on C"):
        assert words in found.output
    assert snodo("explain", cardan, "--html", "cardan.html").exit_code == 0
    assert "<math" in Path("cardan.html").read_text(encoding="utf-8")
    assert "at t = 0 s" in snodo("explain", cardan, "--at-start", "--formulation", "tree").output


def test_explain_mistakes(cardan):
    found = snodo("explain", cardan, "--ground")
    assert found.exit_code == 2
    assert "no columns of the ground" in found.output
    found = snodo("explain", cardan, "--formulation", "planar")
    assert found.exit_code == 2
    found = snodo("explain", cardan, "--formulation", "tre")
    assert found.exit_code == 2
    assert "tree" in found.output


def test_another_word_for_a_joint_is_understood(cardan):
    Path(cardan).write_text(CARDAN.replace("universal:", "cardan:"), encoding="utf-8")
    assert "did you mean 'universal'?" in snodo("check", cardan).output


def test_a_plate_that_leaves_its_plane_is_refused(cardan):
    plate = "{plate: [[0, 0, 0.5], [1, 0, 0.5], [0, 1, 0.5]], mass: 1}"
    good = CARDAN.replace("  tip: {mass", f"  sheet: {plate}\n  tip: {{mass").replace(
        "joints:", "joints:\n  W: {fixed: [upper, sheet], at: A}"
    )
    Path(cardan).write_text(good, encoding="utf-8")
    assert snodo("check", cardan).exit_code == 0
    assert sn.load(cardan).geometry().pose("sheet").r[2] == 0.5
    Path(cardan).write_text(good.replace("[0, 1, 0.5]]", "[0, 1, 0.7]]"), encoding="utf-8")
    found = snodo("check", cardan).output
    assert "the z of its corners ranges from 0.5 m to 0.7 m" in found


def test_what_cannot_move_is_told(cardan):
    still = "dimension: 3\nbodies: {b: {box: [1, 1, 1], mass: 1}}\njoints: {w: {fixed: [ground, b], at: [0, 0, 0]}}\n"
    Path(cardan).write_text(still, encoding="utf-8")
    assert "no constraint rows: 0 degrees of freedom\n" in snodo("check", cardan).output
    assert "has no joint that moves: there is nothing to simulate" in snodo("run", cardan).output


LOOP = """mechanism: loop
dimension: 3
gravity: [0, 0, -9.81]
points: {A: [0, 0.1, 0.12], B: [0, 0.1, 0.2], C: [0.2, 0, 0]}
bodies:
  crank: {cylinder: [A, B], radius: 10 mm, mass: 0.12}
  rod: {cylinder: [B, C], radius: 10 mm, mass: 0.5}
  slider: {box: [0.05, 0.05, 0.05], at: C, mass: 2}
joints:
  A: {revolute: [ground, crank], axis: x}
  B: {spherical: [crank, rod]}
  C: {universal: [rod, slider], axis: [0, 0.3, -0.15], second: [1, 1, 2]}
  guide: {prismatic: [ground, slider], axis: x, at: C}
run: {duration: 0.1 s, cut: [A]}
"""


@pytest.fixture
def loop(tmp_path, monkeypatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("loop.yaml").write_text(LOOP, encoding="utf-8")
    return "loop.yaml"


def test_run_cuts_where_it_is_told(loop):
    """And tells the coordinates of the joints that are cut as those of all others."""
    assert "loops cut at A," in snodo("run", loop).output
    for cut in ("B", "C"):
        found = snodo("run", loop, "--cut", cut, "--csv", "loop.csv", "--series", "C.first", "--series", "B.wx")
        assert found.exit_code == 0
        assert f"loops cut at {cut}," in found.output
        for name in ("A.angle", "B.wx", "C.first", "C.second", "guide.displacement"):
            assert name in found.output


def test_joints_to_be_cut_make_a_net_a_tree(tmp_path, monkeypatch):
    """Without them it is bound in absolute coordinates by default."""
    monkeypatch.chdir(tmp_path)
    m = net(7, 7).mechanism()
    m.run.duration = 1e-3
    sn.save(m, "net.yaml")
    cut = list(m.joints)[-1]
    found = snodo("run", "net.yaml", "--cut", cut)
    assert found.exit_code == 0, found.output
    assert "loops cut at" in found.output
    assert cut in found.output


def test_run_cut_mistakes(loop):
    found = snodo("run", loop, "--cut", "guid")
    assert found.exit_code == 2
    assert "did you mean 'guide'" in found.output
    found = snodo("run", loop, "--cut", "B", "--formulation", "spatial")
    assert found.exit_code == 2
    assert "--cut applies to the formulation tree" in found.output
