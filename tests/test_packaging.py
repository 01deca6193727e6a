"""The built package: pure Python where it cannot be compiled, complete in any case."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import zunft

ROOT = Path(__file__).parent.parent
NEEDED = ("src", "pyproject.toml", "setup.py", "README.md", "LICENSE")
DATA = ("*.toml", "README.md", "py.typed")

once = pytest.mark.skipif(zunft.is_compiled(), reason="building is tested once, by the interpreted run")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy to build in, so that other builds are not disturbed."""
    copy = tmp_path / "project"
    copy.mkdir()
    for name in NEEDED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("*.egg-info", "__pycache__"))
        else:
            shutil.copy(ROOT / name, copy / name)
    return copy


def build(project: Path, hook: str, **environment: str) -> Path:
    """The result of this build backend hook, called like an installer does."""
    out = project.parent / hook
    out.mkdir(exist_ok=True)
    code = f"from setuptools import build_meta; print('built', build_meta.{hook}({str(out)!r}))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=project,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return out / done.stdout.rsplit("built ", 1)[1].strip()


def package_data() -> set[str]:
    source = ROOT / "src"
    found = [path for pattern in DATA for path in (source / "zunft").rglob(pattern)]
    return {path.relative_to(source).as_posix() for path in found}


@once
@pytest.mark.parametrize("environment", [{"CC": "/nowhere/cc"}, {"ZUNFT_PURE": "1"}], ids=["no-compiler", "asked-for"])
def test_without_a_compiler_the_wheel_is_pure_and_complete(project: Path, environment: dict[str, str]) -> None:
    wheel = build(project, "build_wheel", **environment)
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as content:
        names = set(content.namelist())
    assert package_data() and package_data() <= names
    assert not [name for name in names if name.endswith((".so", ".pyd", ".c"))]


@once
def test_an_editable_install_is_never_compiled(project: Path) -> None:
    wheel = build(project, "build_editable")
    with zipfile.ZipFile(wheel) as content:
        assert not [name for name in content.namelist() if name.endswith((".so", ".pyd"))]
    assert not list((project / "src").rglob("*.so"))


@once
def test_the_source_distribution_can_be_built_from(project: Path, tmp_path: Path) -> None:
    """It contains everything needed to build a wheel."""
    with tarfile.open(build(project, "build_sdist")) as content:
        content.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    wheel = build(unpacked, "build_wheel", ZUNFT_PURE="1")
    with zipfile.ZipFile(wheel) as content:
        assert package_data() <= set(content.namelist())
