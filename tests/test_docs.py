"""The documents are correct: their code runs, their commands exist, their tables are up to date."""

from __future__ import annotations

import doctest
import re
import runpy
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?://|#)([^)#]+)[^)]*\)")
TARGET = re.compile(r"^([a-z][a-z-]*):", re.MULTILINE)

WITH_CODE = (
    "README.md",
    "docs/guide.md",
    "docs/review.md",
    *(
        f"docs/research/{page}.md"
        for page in ("README", "data", "gymnasium", "observations", "openspiel", "pettingzoo", "text")
    ),
)
DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/**/*.md", "examples/*/*.md")
    for path in ROOT.glob(pattern)
)


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", WITH_CODE)
def test_the_code_runs_and_answers_what_is_printed(name: str) -> None:
    """All code blocks of a document form one session."""
    code = "\n".join(PYTHON.findall(read(name)))
    session = doctest.DocTestParser().get_doctest(code, {}, name, name, 0)
    assert session.examples
    report: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session, out=report.append)
    assert not report, "".join(report)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_make_commands_exist(name: str) -> None:
    named = set(re.findall(r"\bmake ([a-z]+)\b(?=[^a-z]*`|$| +#)", read(name), re.MULTILINE))
    assert named <= set(TARGET.findall(read("Makefile")))


def test_the_readme_begins_with_the_two_commands() -> None:
    first_screen = read("README.md").split("\n## ")[0]
    assert "make play" in first_screen and "make test" in first_screen


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_resolve(name: str) -> None:
    missing = [link for link in LINK.findall(read(name)) if not ((ROOT / name).parent / link).exists()]
    assert not missing


def test_the_licence_of_every_direct_dependency_is_listed() -> None:
    project = tomllib.loads(read("pyproject.toml"))["project"]
    wanted = list(project["dependencies"])
    for extra, requirements in project["optional-dependencies"].items():
        if extra not in ("test", "dev"):
            wanted += requirements
    packages = {re.split(r"[\[<>=]", each)[0] for each in wanted} - {"zunft"}
    assert packages <= set(re.findall(r"`([\w-]+)`", read("docs/reference/licences.md")))


def test_the_table_of_games_is_up_to_date() -> None:
    tables = runpy.run_path(str(ROOT / "docs/make_tables.py"))
    assert tables["games"]() in read("docs/games.md"), "run `make docs`"


def test_the_table_of_observations_is_up_to_date() -> None:
    written = runpy.run_path(str(ROOT / "docs/make_observations.py"))
    assert written["page"]() == read("docs/research/observations.md"), "run `make docs`"
