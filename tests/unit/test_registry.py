"""To define a class is to register its word, and nothing else lists words; users' classes are chosen like ours."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from click.testing import CliRunner

import snodo as sn
from snodo.cli.main import main
from snodo.constraint_methods import method_from
from snodo.registry import FORMULATIONS, INTEGRATORS, METHODS, REGISTRIES

SOURCE = Path(sn.__file__).parent

PENDULUM = """
mechanism: pendulum
gravity: [0, -9.81]
points: {A: [0, 0], B: [1, 0]}
bodies: {arm: {bar: [A, B], mass: 1}}
joints: {A: {revolute: [ground, arm]}}
initial: {A.angle: 0.5}
"""


@pytest.fixture(autouse=True)
def _forget_what_was_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for registry in REGISTRIES.values():
        list(registry)
        monkeypatch.setattr(registry, "_classes", dict(registry._classes))


def heun() -> type[sn.FixedStep]:
    class Heun(sn.FixedStep):
        name = "heun"
        order = 2
        A = ((), (1,))
        b = (1 / 2, 1 / 2)

    return Heun


def pair() -> type[sn.AdaptiveStep]:
    class Pair(sn.AdaptiveStep):
        """Bogacki and Shampine's."""

        name = "pair"
        order = 3
        A = ((), (1 / 2,), (0, 3 / 4))
        b = (2 / 9, 1 / 3, 4 / 9)
        embedded = (7 / 24, 1 / 4, 1 / 3, 1 / 8)

    return Pair


@pytest.fixture(scope="module")
def end() -> np.ndarray:
    return sn.simulate(sn.loads(PENDULUM), 1.0, integrator=sn.DOP853(rtol=1e-13), output=1.0).states[-1, :6]


def error(integrator: object, end: np.ndarray, **more: object) -> float:
    found = sn.simulate(sn.loads(PENDULUM), 1.0, integrator=integrator, output=1.0, **more)  # type: ignore[arg-type]
    return float(np.abs(found.states[-1, :6] - end).max())


# ---------------------------------------------------------------- integrators
def test_a_users_fixed_steps_have_their_order(end: np.ndarray) -> None:
    Heun = heun()
    errors = [error(Heun(step=h), end, error_bars=False) for h in (4e-3, 2e-3, 1e-3)]
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.1)
    assert np.log2(errors[1] / errors[2]) == pytest.approx(2.0, abs=0.1)


def test_a_users_embedded_pair_chooses_its_steps(end: np.ndarray) -> None:
    """The steps grow in number like the third root of the tolerance, and the error follows it."""
    Pair = pair()
    runs = [
        sn.simulate(sn.loads(PENDULUM), 1.0, integrator=Pair(rtol=rtol), output=1.0, error_bars=False)
        for rtol in (1e-6, 1e-9)
    ]
    assert runs[1].info["steps"] / runs[0].info["steps"] == pytest.approx(10.0, rel=0.1)
    for run, rtol in zip(runs, (1e-6, 1e-9)):
        assert 0.01 * rtol < np.abs(run.states[-1, :6] - end).max() < 100 * rtol


@pytest.mark.parametrize("make", [lambda: heun()(step=1e-3), lambda: pair()(rtol=1e-6)], ids=["heun", "pair"])
def test_their_error_bars_cover_the_error(make: object, end: np.ndarray) -> None:
    result = sn.simulate(sn.loads(PENDULUM), 1.0, integrator=make(), output=1.0, error_bars=True)  # type: ignore[operator]
    true = np.abs(result.states[-1, :6] - end).max() / np.ptp(result.states[:, :3])
    assert 0.1 * true < result.info["accuracy"]["motion"] < 30 * true


@pytest.mark.parametrize("make", [lambda: heun()(step=2e-3), lambda: pair()(rtol=1e-7)], ids=["heun", "pair"])
def test_they_run_in_batches(make: object) -> None:
    integrator, angles = make(), np.linspace(0.2, 1.0, 9)  # type: ignore[operator]
    m = sn.loads(PENDULUM)
    batch = sn.simulate(m, 0.3, formulation="tree", integrator=integrator, initial={"A.angle": angles})
    assert "lanes" in batch.how
    for k in (0, 8):
        alone = sn.simulate(m, 0.3, formulation="tree", integrator=integrator, initial={"A.angle": angles[k]})
        assert np.allclose(batch[k].q, alone.q, atol=1e-6)


def test_their_words_are_understood_where_ours_are(tmp_path: Path) -> None:
    Heun, Pair = heun(), pair()
    file = tmp_path / "pendulum.yaml"
    file.write_text(PENDULUM + "run: {duration: 0.1, integrator: heun, step: 1 ms}\n", encoding="utf-8")
    assert sn.simulate(sn.load(file)).info["integrator"] == repr(Heun(step=1e-3))
    assert sn.simulate(sn.load(file), integrator="pair", tolerance=1e-5).info["integrator"] == repr(Pair(rtol=1e-5))
    found = sn.compare(sn.load(file), 0.1, formulations="planar", methods="projection", integrators=["pair"])
    assert [row.integrator for row in found.rows] == ["pair"]
    assert "Heun(step=0.001)" in CliRunner().invoke(main, ["run", str(file)]).output
    told = CliRunner().invoke(main, ["run", str(file), "--integrator", "Heun", "--step", "2 ms"]).output
    assert "Heun(step=0.002)" in told
    told = CliRunner().invoke(main, ["run", str(file), "--step", "2 ms"]).output
    assert "the integrators rk4 or generalized_alpha or heun" in told
    assert "heun" in CliRunner().invoke(main, ["run", "--help"]).output


@pytest.fixture
def installed(tmp_path: Path) -> Callable[[str], subprocess.CompletedProcess[str]]:
    """Runs `snodo run` on a pendulum where a package is installed that has the given module as an entry point."""

    def run(module: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "heun_for_snodo.py").write_text(module, encoding="utf-8")
        about = tmp_path / "heun_for_snodo-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: heun-for-snodo\nVersion: 1.0\n", encoding="utf-8")
        (about / "entry_points.txt").write_text("[snodo]\nheun = heun_for_snodo\n", encoding="utf-8")
        (tmp_path / "pendulum.yaml").write_text(PENDULUM + "run: {duration: 0.1}\n", encoding="utf-8")
        command = [sys.executable, "-m", "snodo", "run", "pendulum.yaml", "--integrator", "heun", "--step", "1 ms"]
        path = os.pathsep.join([str(tmp_path), str(SOURCE.parent)])
        environment = {**os.environ, "PYTHONPATH": path}
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)

    return run


def test_the_command_line_knows_the_words_of_installed_packages(installed: Callable[..., Any]) -> None:
    lines = ["import snodo as sn", "class Heun(sn.FixedStep):", "    name, order = 'heun', 2"]
    found = installed("\n".join([*lines, "    A, b = ((), (1,)), (1 / 2, 1 / 2)"]))
    assert found.returncode == 0, found.stderr
    assert "Heun(step=0.001)" in found.stdout


def test_a_package_that_cannot_be_imported_is_named(installed: Callable[..., Any]) -> None:
    found = installed("import no_such_module_at_all")
    assert found.returncode != 0
    assert "the module heun_for_snodo, an entry point of snodo, cannot be imported" in found.stderr
    assert "Traceback" not in found.stderr


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ({"order": 2, "A": ((), (1,)), "b": (1 / 2, 1 / 2)}, "needs a name of its own"),
        ({"name": "rk4", "order": 2, "A": ((), (1,)), "b": (1 / 2, 1 / 2)}, "already an integrator 'rk4', snodo.integ"),
        ({"name": "My Way", "order": 2, "A": ((), (1,)), "b": (1 / 2, 1 / 2)}, "'My Way' cannot be the name"),
        ({"name": "mine", "order": 3, "A": ((), (1,)), "b": (1 / 2, 1 / 2)}, "not have the order 3: Σ b c² = 0.5"),
        ({"name": "mine", "order": 2, "A": ((), (1, 1)), "b": (1 / 2, 1 / 2)}, "A has rows of 0, 2 numbers"),
        ({"name": "mine", "order": 2}, "needs its order, A and b"),
    ],
)
def test_what_is_wrong_with_an_integrator_is_said_where_it_is_defined(content: dict, told: str) -> None:
    before = list(INTEGRATORS)
    with pytest.raises(sn.SnodoError) as caught:
        type("Mine", (sn.FixedStep,), content)
    assert told in str(caught.value)
    assert list(INTEGRATORS) == before


def test_adaptive_steps_need_an_error_estimate_and_a_base_that_says_how() -> None:
    content = {"name": "mine", "order": 2, "A": ((), (1,)), "b": (1 / 2, 1 / 2)}
    with pytest.raises(sn.SnodoError, match="no embedded weights"):
        type("Mine", (sn.AdaptiveStep,), content)
    with pytest.raises(sn.SnodoError, match=r"subclass of sn\.FixedStep or sn\.AdaptiveStep"):
        type("Mine", (sn.Integrator,), content)
    with pytest.raises(sn.SnodoError, match="embedded does not have the order 1"):
        type("Mine", (sn.AdaptiveStep,), {**content, "embedded": (0.9,)})


def test_a_class_defined_again_replaces_the_first_as_in_a_notebook() -> None:
    first, second = heun(), heun()
    assert first is not second
    assert INTEGRATORS["heun"] is second


# ---------------------------------------------------------------- methods
def stabilised() -> type[sn.ConstraintMethod]:
    @dataclass(frozen=True)
    class Stabilised(sn.ConstraintMethod):
        """All gains from one rate."""

        rate: float = 10.0
        name: ClassVar[str] = "stabilised"

        def start(self, formulation: sn.Planar) -> None:
            formulation.set_gains(self.rate, self.rate)

    return Stabilised


def drifting() -> type[sn.ConstraintMethod]:
    @dataclass(frozen=True)
    class Drifting(sn.Geometric):
        """Geometric projection of forces alone."""

        projection: bool = False
        name: ClassVar[str] = "drifting"

    return Drifting


@pytest.mark.parametrize("formulation", ["planar", "spatial"])
def test_users_methods_do_what_ours_do_with_the_same_parameters(formulation: str) -> None:
    Stabilised, Drifting = stabilised(), drifting()
    pairs = [(Stabilised(rate=5.0), sn.Baumgarte(alpha=5, beta=5)), (Drifting(), sn.Geometric(projection=False))]
    for own, ours in pairs:
        results = [
            sn.simulate(sn.loads(PENDULUM), 0.5, formulation=formulation, method=method, error_bars=False)
            for method in (own, ours)
        ]
        assert np.array_equal(results[0].states, results[1].states)
        assert np.array_equal(results[0].found["multiplier"], results[1].found["multiplier"])
        assert results[0].info["method"] == repr(own)


def test_a_users_method_solves_one_state_by_its_own_equations_or_not_at_all() -> None:
    Stabilised = stabilised()
    F = sn.Planar(sn.loads(PENDULUM))
    q, v = F.reference()
    for method in (Stabilised(), "stabilised"):
        with pytest.raises(sn.UnsupportedError, match=r"Stabilised does not say how to solve a single state"):
            F.solve(q, v, method=method)
    Stabilised.solved = lambda self, x: x.solved(x.gamma - self.rate)  # type: ignore[method-assign]
    a, _ = F.solve(q, v, method=Stabilised(rate=3.0))
    assert np.allclose(F.jacobian(q) @ a, F.gamma(q, v) - 3.0)


def test_users_methods_are_compared_with_ours_and_read_from_files() -> None:
    stabilised()
    m = sn.loads(PENDULUM + "run: {duration: 0.1, method: stabilised}\n")
    assert sn.simulate(m).info["method"].endswith("Stabilised(rate=10.0)")
    found = sn.compare(m, formulations="planar")
    assert [row.method for row in found.rows] == list(METHODS)
    assert "stabilised" in METHODS
    assert found.rows[-1].method == "stabilised"
    assert found.rows[-1].motion < 1e-6


@pytest.mark.parametrize(("projects", "advice"), [(False, "method=projection"), (True, "")])
def test_what_a_users_method_says_of_itself_decides_the_advice(projects: bool, advice: str) -> None:
    @dataclass(frozen=True)
    class Plain(sn.ConstraintMethod):
        """The augmented system, projected or not."""

        name: ClassVar[str] = "plain"

        @property
        def projects(self) -> bool:
            return projects

    result = sn.simulate(sn.loads(PENDULUM), 2.0, formulation="planar", method=Plain(), tolerance=1e-3)
    quality = result.quality()
    assert quality.against_drift == advice
    assert (advice in str(quality)) if advice else "method=projection" not in str(quality)
    assert (quality.position_drift < 1e-10) == projects


def test_the_springs_of_a_users_method_are_to_be_stiffened() -> None:
    @dataclass(frozen=True)
    class Rubber(sn.Penalty):
        """Soft springs."""

        factor: float = 30.0
        name: ClassVar[str] = "rubber"

    result = sn.simulate(sn.loads(PENDULUM), 1.0, formulation="planar", method=Rubber())
    assert "yield by design" in str(result.quality())
    found = sn.compare(sn.loads(PENDULUM), 1.0, formulations="planar", methods=["rubber"], progress=False)
    assert found.rows[0].elastic
    assert "The springs yield" in str(found)


def test_a_method_needs_a_word_that_is_free() -> None:
    with pytest.raises(sn.SnodoError, match="a constraint method needs a name of its own"):
        type("Mine", (sn.Projection,), {})
    with pytest.raises(sn.SnodoError, match=r"already a constraint method 'penalty', snodo\.constraint_methods"):
        type("Mine", (sn.ConstraintMethod,), {"name": "penalty"})


# ---------------------------------------------------------------- the tables
def test_the_words_of_this_library() -> None:
    assert list(FORMULATIONS) == ["planar", "tree", "spatial", "spatial_euler"]
    assert METHODS.built_in()[0] == METHODS.default == "projection"
    assert INTEGRATORS.built_in()[0] == INTEGRATORS.default == "dop853"
    for registry in REGISTRIES.values():
        assert all(registry[word].name == word for word in registry)


@pytest.mark.parametrize("word", ["spatial", "spatial_euler", "Spatial-Euler"])
def test_a_formulation_by_its_word(word: str) -> None:
    m = sn.loads(PENDULUM)
    found = sn.simulate(m, 0.05, formulation=word, method="augmented").formulation
    assert isinstance(found, sn.Spatial)
    assert found.name == word.lower().replace("-", "_")
    assert found.euler == (found.name == "spatial_euler")


def test_the_order_does_not_hang_on_what_was_imported_first() -> None:
    code = "from snodo.constraint_methods.{} import *; from snodo.registry import METHODS; print(list(METHODS))"
    told = {
        subprocess.run([sys.executable, "-c", code.format(name)], capture_output=True, text=True, check=True).stdout
        for name in ("quasi_velocities", "baumgarte")
    }
    assert len(told) == 1


def test_asking_for_words_does_not_load_the_compiler() -> None:
    code = "import sys, snodo.registry as r; [list(x) for x in r.REGISTRIES.values()]; print('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_unknown_words_are_answered_with_those_of_other_programs() -> None:
    with pytest.raises(sn.NameNotFound, match="here it is called 'dormand_prince'"):
        sn.simulate(sn.loads(PENDULUM), 0.1, integrator="ode45")
    with pytest.raises(sn.NameNotFound, match="did you mean 'planar'"):
        sn.simulate(sn.loads(PENDULUM), 0.1, formulation="plannar")
    with pytest.raises(sn.NameNotFound, match="there is no constraint method 3"):
        method_from(3)


def strings(file: Path) -> set[str]:
    """All texts in the code of a file, without docstrings."""
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    told = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    return {str(node.value) for node in nodes if isinstance(node, ast.Constant) and id(node) not in told}


def test_no_other_file_lists_the_words() -> None:
    for file in SOURCE.rglob("*.py"):
        found = strings(file)
        for registry in (METHODS, INTEGRATORS):
            named = found & set(registry.built_in())
            assert len(named) < 3, f"{file.relative_to(SOURCE)} names {', '.join(sorted(named))}"
