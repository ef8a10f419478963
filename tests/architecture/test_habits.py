"""Files beside the code that name parts of it: they must not be left behind."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import yaml

import snodo

ROOT = Path(__file__).parents[2]
MAKE = (ROOT / "Makefile").read_text(encoding="utf-8")


def test_the_citation_has_the_version_and_the_licence_of_the_package() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert citation["version"] == snodo.__version__
    assert citation["license"] == project["license"]
    assert [author["name"] for author in citation["authors"]] == [author["name"] for author in project["authors"]]


def test_checks_before_a_commit_are_local_and_run_tools_that_are_declared() -> None:
    settings = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert [repository["repo"] for repository in settings["repos"]] == ["local"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {re.split(r"[>\[]", word)[0] for word in project["optional-dependencies"]["dev"]}
    for hook in settings["repos"][0]["hooks"]:
        tool = hook["entry"].split()[0].removeprefix(".venv/bin/")
        assert tool == "python" or tool in declared
        assert hook["language"] == "system"


def test_the_tests_that_run_uncompiled_exist() -> None:
    (listed,) = re.findall(r"^UNCOMPILED := (.*)$", MAKE, re.M)
    assert listed.split()
    assert all((ROOT / name).exists() for name in listed.split())


def test_every_command_of_make_that_is_described_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", MAKE, re.M))
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`make ([a-z-]+)`", text)) <= targets
    (phony,) = re.findall(r"^\.PHONY: (.*)$", MAKE, re.M)
    assert set(phony.split()) == targets
