"""Reports: what they say, that names are text, that runs which stop and large mechanisms still give one."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose
from tests import mechanisms

import snodo as sn
from snodo.cli.exit_codes import Exit
from snodo.cli.main import main
from snodo.math.units import UnitError
from snodo.views.extremes import telling_rows
from snodo.views.report import largest_reactions
from snodo.views.report.coordinates import coordinates_of
from snodo.views.report.curves import MOST_POINTS
from snodo.views.report.elements import MOST_ROWS, number, small, table
from snodo.views.report.largest_reactions import largest_of
from snodo.views.report.motion import varying

EXAMPLES = Path(__file__).parents[3] / "examples"
VOID = {"meta", "br", "img", "hr", "input", "link"}
HOSTILE = "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "$\\frac{a$ & 中文 名字 ‮", "n" * 500


class Reader(HTMLParser):
    """Reads a page: its elements and attributes, its text; refuses elements that are not closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self._open
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open[-1:] != ["style"]:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def read(path: Path) -> Reader:
    return Reader(path.read_text(encoding="utf-8"))


def four_bar() -> sn.Mechanism:
    m = mechanisms.four_bar()
    m.driver("motor", joint="A", speed="60 rpm")
    return m


def titles(path: Path) -> list[str]:
    return re.findall(r"<h2>([^<]*)</h2>", path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def result() -> sn.Result:
    return sn.simulate(four_bar(), 1.0, progress=False)


@pytest.fixture(scope="module")
def page(result: sn.Result, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return result.report(tmp_path_factory.mktemp("report") / "four_bar.html")


# ---------------------------------------------------------------- what it says
def test_sections_come_in_an_engineers_order(page: Path) -> None:
    expected = ["The mechanism", "Degrees of freedom", "Motion", "Reactions", "Energy", "Quality", "Parts"]
    assert titles(page) == [*expected, "Equations of motion", "Methods", "Input"]


def test_numbers_are_those_of_the_result(page: Path, result: sn.Result) -> None:
    text = read(page).text
    effort = result.effort("motor").values
    worst = int(np.abs(effort).argmax())
    assert f"motor {number(effort[worst])} {number(result.time[worst])}" in text
    force = np.hypot(result["B.fx"].values, result["B.fy"].values)
    assert f"B revolute {number(force.max())} {number(result.time[force.argmax()])} 0 yes" in text
    assert f"Good motion accurate to about {result.quality().findings[0].split('about ')[1]}" in text
    assert f"all bodies {number(sum(b.mass for b in result.mechanism.bodies.values()))}" in text
    assert "rank of the rows 9" in text


def test_the_page_asks_for_nothing_and_runs_nothing(page: Path) -> None:
    found = read(page)
    policy = [value for tag, name, value in found.attributes if tag == "meta" and name == "content"]
    assert any("default-src 'none'" in value and "script-src" not in value for value in policy)
    assert not {"script", "link", "iframe", "object", "embed", "base", "form"} & set(found.tags)
    for _, name, value in found.attributes:
        assert not name.startswith("on")
        if name in ("src", "href", "xlink:href", "action"):
            assert value.startswith(("#", "data:image/png;base64,"))
        if not name.startswith("xmlns"):
            assert not re.search(r"url\((?!#)", value)
    assert "@import" not in page.read_text(encoding="utf-8")


def test_names_of_elements_are_unique_and_links_lead_somewhere(page: Path) -> None:
    found = read(page).attributes
    names = [value for _, name, value in found if name == "id"]
    assert len(names) == len(set(names))
    links = {value[1:] for _, name, value in found if name in ("href", "xlink:href") and value.startswith("#")}
    clips = {x for _, name, value in found for x in re.findall(r"url\(#([^)]*)\)", value)}
    assert links | clips <= set(names)


def test_in_the_plane_pictures_are_vectors_and_in_space_pixels(page: Path, tmp_path: Path) -> None:
    assert read(page).tags.count("svg") >= 5
    assert "img" not in read(page).tags
    space = sn.report(EXAMPLES / "bricard.yaml", tmp_path / "bricard.html", duration=0.5, progress=False)
    assert read(space).tags.count("img") == 2


def test_methods_are_cited_with_bibtex(page: Path, result: sn.Result) -> None:
    text = read(page).text
    assert "Eich1993" in text
    assert " ".join(result.cite("text").splitlines()[1].split()) in text
    assert result.info["integrator"] in text


def test_series_can_be_chosen(result: sn.Result, tmp_path: Path) -> None:
    text = read(result.report(tmp_path / "a.html", names=["coupler.x", "B.reaction"])).text
    assert "reaction of B [N]" in text
    assert "The series that were asked for." in text
    with pytest.raises(sn.NameNotFound, match="did you mean"):
        result.report(tmp_path / "b.html", names="copler.x")
    assert not (tmp_path / "b.html").exists()


def test_redundant_joints_are_told(tmp_path: Path) -> None:
    text = read(sn.report(EXAMPLES / "parallelogram.yaml", tmp_path / "p.html", progress=False)).text
    assert "1 redundant row" in text
    assert "6 reactions not uniquely determined" in text
    assert "Do not design with them" in text
    assert "Wojtyra" in text


# ---------------------------------------------------------------- whatever happens
@pytest.mark.parametrize("dimension", [2, 3])
def test_hostile_names_are_text(dimension: int, tmp_path: Path) -> None:
    first, second, third, long = HOSTILE
    m = sn.Mechanism(f"title {first}", dimension=dimension, gravity=(0, -9.81, 0)[:dimension])
    m.description = f"for {second}"
    size = (0.1, 0.1, 0.1)[:dimension]
    m.box(first, size, at=(1, 0, 0)[:dimension], mass=1)
    m.box(long, size, at=(2, 0, 0)[:dimension], mass=1)
    axis = {} if dimension == 2 else {"axis": "z"}
    m.revolute(second, "ground", first, at=(0, 0, 0)[:dimension], **axis)
    m.revolute(third, first, long, at=(1.5, 0, 0)[:dimension], **axis)
    m.driver(f"drive {second}", joint=second, speed=1.0)
    found = read(sn.report(m, tmp_path / "hostile.html", duration=0.1, progress=False))
    assert "script" not in found.tags
    assert not [name for _, name, _ in found.attributes if name.startswith("on")]
    assert not [value for tag, name, value in found.attributes if tag == "img" and name == "src" and value == "x"]
    for name in HOSTILE:
        assert " ".join(name.split()) in found.text


def test_dollars_and_brackets_in_pictures_are_letters(tmp_path: Path) -> None:
    m = sn.Mechanism("m", gravity=(0, -9.81))
    m.bar("<i>a</i>", (0, 0), (1, 0), mass=1)
    m.revolute("$x_{$<i>", "ground", "<i>a</i>", at=(0, 0))
    path = sn.report(m, tmp_path / "r.html", duration=0.1, progress=False)
    assert "Names are left out" not in read(path).text
    assert "angle of $x_{$&lt;i&gt;</text>" in path.read_text(encoding="utf-8")
    assert "i" not in read(path).tags


def locked() -> sn.Mechanism:
    """A crank that is driven into a dead point."""
    m = sn.Mechanism("too short", gravity=(0, -9.81))
    m.add_points(A=(0, 0), B=(0.13, 0.19), C=(0.45, 0.30), D=(0.50, 0))
    for name, ends in (("crank", "AB"), ("coupler", "BC"), ("rocker", "CD")):
        m.bar(name, *ends, mass=1)
    for name, parent, child in (("A", "ground", "crank"), ("B", "crank", "coupler"), ("C", "coupler", "rocker")):
        m.revolute(name, parent, child)
    m.revolute("D", "ground", "rocker")
    m.driver("motor", joint="A", speed="60 rpm")
    return m


def test_a_run_that_stops_says_so(tmp_path: Path) -> None:
    text = read(sn.report(locked(), tmp_path / "r.html", duration=2.0, progress=False)).text
    assert "Stopped at t = 0.17" in text
    assert "dead point" in text
    assert "Reactions" in text
    with pytest.raises(sn.RunError) as caught:
        sn.simulate(locked(), 2.0, progress=False)
    partial = caught.value.result
    saved = sn.Result.load(partial.save(tmp_path / "partial.nc"))
    assert "dead point" in read(saved.report(tmp_path / "saved.html")).text


def test_a_mechanism_that_does_not_close_says_so(tmp_path: Path) -> None:
    m = mechanisms.four_bar()
    m.rod("tie", "ground", "crank", (5, 5), (0.1, 0.15), length=0.01)
    path = sn.report(m, tmp_path / "r.html", progress=False)
    text = read(path).text
    assert "No motion" in text
    assert "It does not assemble" in text
    assert "Motion" not in titles(path)


def test_long_mechanisms_are_cut_with_a_note(tmp_path: Path) -> None:
    m = sn.Mechanism("chain", gravity=(0, -9.81))
    for k in range(50):
        m.bar(f"bar{k}", (0.1 * k, 0), (0.1 * k + 0.1, 0), mass=0.1)
        m.revolute(f"J{k}", "ground" if k == 0 else f"bar{k - 1}", f"bar{k}", at=(0.1 * k, 0))
    path = sn.report(m, tmp_path / "r.html", duration=0.02, progress=False, error_bars=False)
    text = read(path).text
    for what in ("bodies", "joints", "joints and constraints"):
        assert f"… and 10 more of 50 {what}" in text
    assert re.search(r"\d of 50 coordinates", text)
    assert re.search(r"At rest throughout \(\d+\): .* and \d+ more", text)
    assert "snodo explain FILE writes them" in text
    assert "Names are left out" in text


def test_saved_results_and_inverse_dynamics_have_reports(result: sn.Result, page: Path, tmp_path: Path) -> None:
    again = sn.report(result.save(tmp_path / "run.nc"), tmp_path / "again.html")
    reading = [re.sub(r" on 20\d\d-.*", "", read(path).text) for path in (page, again)]
    assert reading[0].partition("Input")[0] == reading[1].partition("Input")[0]
    arm = sn.Mechanism("arm", gravity=(0, -9.81))
    arm.bar("arm", (0, 0), (1, 0), mass=1)
    arm.revolute("A", "ground", "arm", at=(0, 0))
    times = np.linspace(0, 1, 51)
    found = sn.inverse_dynamics(arm, {"A.angle": times**2}, times)
    assert "inverse dynamics" in read(found.report(tmp_path / "inverse.html")).text


def test_wrong_use_is_answered(result: sn.Result, tmp_path: Path) -> None:
    with pytest.raises(sn.FileError, match=r"\.html"):
        result.report(tmp_path / "r.pdf")
    with pytest.raises(sn.FileError, match="needs a file"):
        sn.report(four_bar())
    with pytest.raises(sn.UnsupportedError, match="computed already"):
        sn.report(result, tmp_path / "r.html", duration=2.0)
    with pytest.raises((TypeError, sn.SnodoError), match="duration"):
        sn.report(four_bar(), tmp_path / "r.html", durration=2.0)
    with pytest.raises(sn.UnsupportedError, match="one result or mechanism, not about list"):
        sn.report([result], tmp_path / "r.html")  # type: ignore[arg-type]


# ---------------------------------------------------------------- units
def test_plots_and_tables_of_the_motion_are_in_the_units_asked_for(result: sn.Result, tmp_path: Path) -> None:
    path = result.report(
        tmp_path / "r.html", units={"angle": "deg", "force": "kN", "motor.effort": "N mm", "energy": "mJ"}
    )
    text = read(path).text
    for label in ("angle [deg]", "[N mm]", "peak force [kN]", "start [mJ]"):
        assert label in text
    assert "angle [rad]" not in text
    angle = np.degrees(result["D.angle"].values)
    assert abs(angle[-1]) < 1e-9  # rounding, which the page shows as zero
    assert f"D.angle 0 0 {number(angle.min())} {number(angle.max())} deg" in text
    force = np.hypot(result["B.fx"].values, result["B.fy"].values)
    assert f"B revolute {number(force.max() / 1000)} {number(result.time[force.argmax()])} 0 yes" in text
    assert f"{number(1000 * np.abs(result.effort('motor').values).max(), 3)} N mm peak effort of motor" in text
    chosen = result.report(tmp_path / "c.html", names=["coupler.x", "A.speed"], units=["mm", "rpm"])
    assert "[mm]" in read(chosen).text
    assert "[rpm]" in read(chosen).text


def test_units_that_do_not_fit_are_answered_as_plots_answer_them(result: sn.Result, tmp_path: Path) -> None:
    with pytest.raises(UnitError, match="did you mean"):
        result.report(tmp_path / "r.html", units="degg")
    with pytest.raises(UnitError, match="'kg' does not fit: time is in s"):
        result.report(tmp_path / "r.html", units="kg")
    with pytest.raises(UnitError, match="is no unit of angle"):
        sn.report(four_bar(), tmp_path / "r.html", units={"angle": "mm"})
    with pytest.raises(UnitError, match="both fit"):
        result.report(tmp_path / "r.html", units=["deg", "rev"])
    assert not (tmp_path / "r.html").exists()


# ---------------------------------------------------------------- pieces
def test_what_swings_is_chosen_before_what_grows() -> None:
    result = sn.simulate(four_bar(), 2.0, progress=False, error_bars=False)
    chosen = [line.name for line in varying(result, coordinates_of(result).lines)]
    assert "D.angle" in chosen
    assert "A.angle" not in chosen


def test_long_curves_keep_their_extremes_and_gaps() -> None:
    times = np.linspace(0, 1, 40_001)
    values = np.sin(60 * times)
    values[12_345], values[20_000:20_100] = 7.0, np.nan
    rows = telling_rows(values, MOST_POINTS)
    t, x = times[rows], values[rows]
    assert t.size < 1.2 * MOST_POINTS
    assert np.nanmax(x) == 7.0
    assert np.nanmin(x) == np.nanmin(values)
    assert np.isnan(x).any()
    assert np.all(np.diff(t) > 0)


def test_tables_and_numbers() -> None:
    rows = [[f"<{k}>", "1"] for k in range(MOST_ROWS + 3)]
    cut = table(("name", "value"), rows, what="parts")
    assert f"… and 3 more of {MOST_ROWS + 3} parts" in cut
    assert "&lt;0&gt;" in cut
    assert (number(np.nan), small(0.0), small(9.46e-13), small(np.inf)) == ("–", "0", "9.5·10⁻¹³", "–")


# ---------------------------------------------------------------- the command
def snodo(*arguments: object) -> tuple[int, str]:
    from click.testing import CliRunner

    done = CliRunner().invoke(main, [str(a) for a in arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


@pytest.fixture
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_in_a_folder")
def test_the_command_runs_a_file_or_reads_a_result() -> None:
    code, output = snodo("report", EXAMPLES / "four_bar.yaml", "--duration", "0.2", "--integrator", "radau")
    assert code == 0
    assert "wrote four_bar_report.html" in output
    text = read(Path("four_bar_report.html")).text
    assert "Radau(" in text
    assert "# " in text or "mechanism: " in text  # the file itself
    assert snodo("run", EXAMPLES / "four_bar.yaml", "--duration", "0.2", "--save", "run.nc")[0] == 0
    assert snodo("report", "run.nc", "-o", "saved.html", "--quiet") == (0, "")
    assert Path("saved.html").exists()
    code, output = snodo("report", "run.nc", "--duration", "3")
    assert code == 2
    assert "leave out --duration" in output


@pytest.mark.usefixtures("_in_a_folder")
def test_the_command_reports_runs_that_stop_and_mechanisms_that_do_not_close() -> None:
    sn.save(locked(), "locked.yaml")
    code, output = snodo("report", "locked.yaml", "--duration", "2")
    assert code == Exit.STOPPED
    assert "dead point" in output
    assert "Stopped at t = 0.17" in read(Path("locked_report.html")).text
    m = mechanisms.four_bar()
    m.rod("tie", "ground", "crank", (5, 5), (0.1, 0.15), length=0.01)
    sn.save(m, "open.yaml")
    assert snodo("report", "open.yaml")[0] == Exit.ASSEMBLY
    assert "No motion" in read(Path("open_report.html")).text


@pytest.mark.usefixtures("_in_a_folder")
def test_the_command_refuses_wrong_words() -> None:
    file = EXAMPLES / "four_bar.yaml"
    assert snodo("report", file, "-o", "r.pdf")[0] == 2
    assert snodo("report", file, "--kinematics", "--method", "projection")[0] == 2
    code, output = snodo("report", file, "--plot", "A.angel")
    assert code != 0
    assert "A.angle" in output
    assert not Path("four_bar_report.html").exists()


def test_the_motion_of_a_mode_has_a_page_but_no_verdict(tmp_path: Path) -> None:
    motion = sn.modes(sn.load(EXAMPLES / "pendulum.yaml")).motion(0)
    text = motion.report(tmp_path / "mode.html").read_text(encoding="utf-8")
    assert "motion of the linear model" in text
    with pytest.raises(sn.UnsupportedError, match="no verdict"):
        motion.quality()
    assert motion.save(tmp_path / "mode.nc").exists()


def test_functions_that_are_not_stored_are_not_invented(tmp_path: Path) -> None:
    table = {"drag": 0.3}

    def drag(t: float, x: float, y: float, angle: float, vx: float, vy: float, omega: float) -> tuple[float, ...]:
        return (-table["drag"] * vx, -table.get("drag", 0.0) * vy, 0.0) if omega < 1e9 else (0.0, 0.0, 0.0)

    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.bar("arm", (0, 0), (1, 0), mass=1.0)
    m.revolute("A", "ground", "arm", at=(0, 0))
    m.force("drag", "arm", lambda t, q, v: drag(t, *q, *v))
    sn.simulate(m, 0.2, progress=False).save(tmp_path / "run.nc")
    loaded = sn.Result.load(tmp_path / "run.nc")
    assert loaded.info["functions_not_stored"] == ["drag"]
    text = sn.report(loaded, tmp_path / "page.html").read_text(encoding="utf-8")
    assert "a Python function, which is not stored with a result" in text
    page = loaded.animate(tmp_path / "motion.html").read_text(encoding="utf-8")
    assert "Python functions are not stored" in page


# ---------------------------------------------------------------- large mechanisms, and what was done
def net(formulation: str) -> sn.Result:
    """A net of bars with ball joints and loops, which hangs."""
    from benchmarks.nets import net as bars

    return sn.simulate(bars(2, 3).mechanism(), 0.05, formulation=formulation, progress=False, error_bars=False)


@pytest.mark.parametrize("formulation", ["tree", "spatial"])
def test_coordinates_are_those_of_the_result(formulation: str) -> None:
    found = net(formulation)
    lines = coordinates_of(found)
    assert lines.joints_left_out == 0
    assert len(lines.lines) == 3 * len(found.mechanism.joints)
    for line in lines.lines:
        assert_allclose(line.values, found[line.name].values, atol=1e-12)
        assert line.unit == found[line.name].attrs["units"]


def test_of_many_reactions_the_largest_are_computed_and_the_page_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = net("tree")
    names = list(result.mechanism.joints)
    assert largest_of(result, names) == set(names)
    peaks = {name: np.linalg.norm(result.reaction(name).values[:, :3], axis=1).max() for name in names}
    monkeypatch.setattr(largest_reactions, "MOST_WORK", 0.0)
    monkeypatch.setattr(largest_reactions, "WORK_OF_CHOSEN", 0.0)
    chosen = largest_of(result, names)
    assert len(chosen) == largest_reactions.FEWEST < len(names)
    assert min(peaks[name] for name in chosen) >= 0.99 * max(peaks[name] for name in set(names) - chosen)
    monkeypatch.setattr("snodo.views.report.subject.LARGE", 3)
    monkeypatch.setattr("snodo.views.report.subject.MOST_EXAMINED", 3)
    text = read(result.report(tmp_path / "net.html")).text
    assert f"these are 8 of {len(names)} joints and constraints" in text
    assert "snodo doctor FILE finds them" in text
    cut = len(result.formulation.cut_joints)
    assert cut
    assert f"The coordinates of the {cut} joints at which loops are cut are left out" in text


def test_a_chain_of_a_thousand_bars_has_a_small_page(tmp_path: Path) -> None:
    m = sn.Mechanism("chain", gravity=(0, -9.81))
    for k in range(1000):
        m.bar(f"bar{k}", (0.1 * k, 0), (0.1 * k + 0.1, 0), mass=0.1)
        m.revolute(f"J{k}", "ground" if k == 0 else f"bar{k - 1}", f"bar{k}", at=(0.1 * k, 0))
    path = sn.report(m, tmp_path / "r.html", duration=1e-3, progress=False, error_bars=False)
    text = read(path).text
    assert path.stat().st_size < 500_000
    assert "more of 1000 bodies" in text
    assert re.search(r"these are \d+ of 1000 joints and constraints", text)


def test_the_head_says_what_was_done(result: sn.Result, page: Path, tmp_path: Path) -> None:
    assert "1 s simulated" in read(page).text
    moved = sn.kinematics(four_bar(), 1.0)
    assert "1 s kinematics of a driven motion" in read(moved.report(tmp_path / "k.html")).text
    times = np.linspace(0, 1, 51)
    arm = sn.Mechanism("arm", gravity=(0, -9.81))
    arm.bar("arm", (0, 0), (1, 0), mass=1)
    arm.revolute("A", "ground", "arm", at=(0, 0))
    found = sn.inverse_dynamics(arm, {"A.angle": times**2}, times)
    text = read(found.report(tmp_path / "i.html")).text
    assert "1 s inverse dynamics of a prescribed motion" in text
    assert "simulated" not in text


@pytest.mark.usefixtures("_in_a_folder")
def test_the_command_takes_units() -> None:
    code, _ = snodo("report", EXAMPLES / "pendulum.yaml", "--duration", "0.2", "--units", "deg", "-q")
    assert code == Exit.DONE
    assert "angle of" in Path("pendulum_report.html").read_text(encoding="utf-8")
    assert "[deg]" in Path("pendulum_report.html").read_text(encoding="utf-8")
    sn.simulate(sn.load(EXAMPLES / "pendulum.yaml"), 0.2, progress=False).save("run.nc")
    assert snodo("report", "run.nc", "--units", "angle=deg")[0] == Exit.DONE
    code, text = snodo("report", EXAMPLES / "pendulum.yaml", "--units", "kg", "-o", "no.html")
    assert code in (Exit.USAGE, Exit.MODEL)
    assert "'kg' does not fit" in text
    assert not Path("no.html").exists()
