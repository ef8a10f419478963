"""Works to cite: every method names its own, the data are complete, and the page of references lists them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import snodo as sn
from snodo.citations import REFERENCES, references
from snodo.registry import REGISTRIES

ROOT = Path(__file__).parents[2]
CHOICES = [(kind, word) for kind, registry in REGISTRIES.items() for word in registry.built_in()]


def pendulum() -> sn.Mechanism:
    m = sn.Mechanism("pendulum", gravity=(0, -9.81))
    m.bar("arm", (0, 0), (1, 0), mass=1)
    m.revolute("A", "ground", "arm", at=(0, 0))
    return m


@pytest.mark.parametrize(("kind", "word"), CHOICES)
def test_everything_that_can_be_chosen_has_a_reference(kind: str, word: str) -> None:
    cls = REGISTRIES[kind][word]
    assert cls.cites
    assert references([*cls.cites, *(key for keys in cls.cites_with.values() for key in keys)])


@pytest.mark.parametrize("key", REFERENCES)
def test_entries_are_complete_and_plain(key: str) -> None:
    work = REFERENCES[key]
    entry = work.bibtex()
    assert entry.isascii()
    assert entry.count("{") == entry.count("}")
    needed = {"article": ("journal", "volume", "pages", "year"), "book": ("publisher", "year"), "misc": ("version",)}
    assert work.authors
    assert work.title
    assert all(getattr(work, field) for field in needed[work.kind])
    assert entry.startswith(f"@{work.kind}{{{key},\n")


@pytest.mark.parametrize("key", [key for key in REFERENCES if key != "Snodo"])
def test_the_page_of_references_has_the_work(key: str) -> None:
    (page,) = (ROOT / "docs").rglob("references.md")
    text = re.sub(r"\s+", " ", page.read_text(encoding="utf-8")).lower()
    work = REFERENCES[key]
    assert work.title.partition(":")[0].lower() in text
    assert work.year in text
    assert all(author.partition(",")[0].lower() in text for author in work.authors)


def test_a_key_has_its_year_and_an_unknown_one_is_answered() -> None:
    assert all(key.endswith(work.year) for key, work in REFERENCES.items() if work.year)
    with pytest.raises(sn.NameNotFound, match="Baumgarte1972"):
        references(["Baumgarte1973"])


def test_a_run_cites_what_it_used() -> None:
    result = sn.simulate(pendulum(), 0.1, method="baumgarte", integrator="dop853", progress=False)
    keys = re.findall(r"^@\w+{(\w+),", result.cite(), re.M)
    assert keys == ["Snodo", "Nikravesh1988", "Baumgarte1972", "HairerNorsettWanner1993"]
    lines = result.cite("text").splitlines()
    assert len(lines) == len(keys)
    assert "S. P. Nørsett" in lines[3]


def test_parameters_add_works() -> None:
    stabilised = sn.simulate(pendulum(), 0.05, integrator=sn.Radau(index="stabilised"), progress=False)
    assert "GearLeimkuhlerGupta1985" in stabilised.cite()
    assert "GearLeimkuhlerGupta1985" not in sn.simulate(pendulum(), 0.05, integrator=sn.Radau(), progress=False).cite()
    hht = sn.simulate(pendulum(), 0.05, integrator=sn.GeneralizedAlpha(step=1e-3, hht=True), progress=False)
    assert "HilberHughesTaylor1977" in hht.cite()


def test_redundant_joints_and_other_analyses() -> None:
    doubled = pendulum()
    doubled.revolute("B", "ground", "arm", at=(0, 0))
    doubled.driver("motor", joint="A", speed=1.0)
    result = sn.kinematics(doubled, 0.1)
    assert "Wojtyra2005" in result.cite()
    assert "Eich1993" not in result.cite()


def test_a_users_method_cites_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for registry in REGISTRIES.values():
        monkeypatch.setattr(registry, "_classes", dict(registry._classes))

    class Heun(sn.FixedStep):
        name = "heun_of_the_citations"
        order = 2
        A = ((), (1,))
        b = (1 / 2, 1 / 2)
        cites = ("@misc{Heun, title = {My method}}",)

    class Silent(Heun):
        name = "silent_of_the_citations"
        cites = ()

    cited = sn.simulate(pendulum(), 0.01, integrator=Heun(step=1e-3), progress=False, error_bars=False).cite()
    assert "@misc{Heun" in cited
    silent = sn.simulate(pendulum(), 0.01, integrator=Silent(step=1e-3), progress=False, error_bars=False).cite()
    assert re.search(r"^% no reference is known for the integrator .*Silent\(step=0.001\)$", silent, re.M)


def test_the_human_body_cites_its_data() -> None:
    person = sn.human.body(1.8, 75.0, "male", joints="reduced")
    result = sn.simulate(person, 0.01, progress=False, error_bars=False)
    assert "deLeva1996" in result.cite()
    assert "Featherstone2008" in result.cite()


def test_an_unknown_style_is_refused() -> None:
    with pytest.raises(sn.NameNotFound, match="bibtex"):
        sn.simulate(pendulum(), 0.01, progress=False).cite("bibtext")
