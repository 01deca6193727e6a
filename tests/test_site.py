"""The documentation site builds without warnings, covers the public interface and loads nothing from other sites."""

from __future__ import annotations

import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import zunft

ROOT = Path(__file__).parent.parent
LOADED = re.compile(r"""<(?:script|img|iframe)[^>]+src="(https?:)?//|<link[^>]+href="(https?:)?//""")
IMPORTED = re.compile(r"^(?:>>> )?from (zunft[\w.]*) import ([\w, ]+)$", re.MULTILINE)
DOCUMENTED = re.compile(r'<dt [^>]*id="(zunft[\w.]+)"|id="module-(zunft[\w.]+)"')
REFERENCE = ("python", "environments", "authors")
LINK = re.compile(r'<a [^>]*href="(?!https?:|mailto:)([^"#]*)(?:#([^"]*))?"')

once = pytest.mark.skipif(zunft.is_compiled(), reason="the site is built once, by the interpreted run")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """The one that `make test` has just built for the wheel, or a new one."""
    if "ZUNFT_SITE" in os.environ:
        return Path(os.environ["ZUNFT_SITE"])
    done = subprocess.run(
        [sys.executable, "-m", "tools.make_site", str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return tmp_path


@once
def test_the_site_is_built_completely(site: Path) -> None:
    pages = {path: path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
    assert len(pages) > 40
    assert not [path for path, text in pages.items() if LOADED.search(text)]
    assert not [path for path, text in pages.items() if '<meta name="description" content="' not in text]
    assert not [f"{path.name}: {link}" for path in pages for link in dead_links(path, pages)]
    reference = "".join(pages[site / f"reference/{name}.html"] for name in REFERENCE)
    assert not [name for name in zunft.__all__ if f"zunft.{name}" not in reference]
    assert not missing_in(reference)


def missing_in(reference: str) -> list[str]:
    """Classes, functions and modules that documents and examples import, but the reference does not describe."""
    names = {name or module for name, module in DOCUMENTED.findall(reference)}
    described = [pkgutil.resolve_name(name) for name in names if not name.startswith("zunft.envs.sb3")]
    texts = [path.read_text(encoding="utf-8") for folder in ("docs", "examples") for path in documents(folder)]
    used = {
        (module, name.strip())
        for text in texts
        for module, found in IMPORTED.findall(text)
        for name in found.split(",")
    }
    return [
        f"{module}.{name}"
        for module, name in sorted(used)
        if f"{module}.{name}" not in names
        and not isinstance(value := pkgutil.resolve_name(f"{module}.{name}"), int | str)
        and not any(value is each for each in described)
    ]


def documents(folder: str) -> list[Path]:
    return [path for path in (ROOT / folder).rglob("*") if path.suffix in (".md", ".py")]


def dead_links(path: Path, pages: dict[Path, str]) -> list[str]:
    """Links to pages or to headings that do not exist."""
    dead = []
    for target, heading in LINK.findall(pages[path]):
        page = (path.parent / target).resolve() if target else path
        if not page.exists() or (heading and page in pages and f'id="{heading}"' not in pages[page]):
            dead.append(f"{target}#{heading}")
    return dead
