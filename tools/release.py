"""Prepare a release: version and changelog, wheel and source distribution, checksums, component list, locked versions.

    make release                          everything for the present version, in dist/
    make release ARGS="--version 0.2.0"   set the version and date the changelog first

Nothing is published; the last lines say what to push by hand.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import subprocess
import sys
import tempfile
import venv
from datetime import date
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
DIST: Final = ROOT / "dist"
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
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", str(DIST), ".")
    artefacts = [newest("*.whl"), newest("*.tar.gz")]
    describe_environment(artefacts[0])
    write_checksums(artefacts)
    print(next_steps(present_version(), artefacts))
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


def newest(pattern: str) -> Path:
    return max(DIST.glob(f"zunft-{present_version()}{pattern}"), key=lambda path: path.stat().st_mtime)


def describe_environment(wheel: Path) -> None:
    """Install the wheel as an operator would, then write its dependencies: locked versions and a CycloneDX list."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder, "bin/python"))
        run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{wheel}[web]")
        frozen = subprocess.check_output([python, "-m", "pip", "freeze", "--exclude", "zunft"], text=True)
        LOCK.write_text(f"# What the container installs; written by `make release`.\n{frozen}", encoding="utf-8")
        listing = str(DIST / f"zunft-{present_version()}.cdx.json")
        run(sys.executable, "-m", "cyclonedx_py", "environment", python, "--output-file", listing)


def write_checksums(artefacts: list[Path]) -> None:
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in artefacts]
    (DIST / "SHA256SUMS").write_text("\n".join(lines) + "\n", encoding="utf-8")


def next_steps(version: str, artefacts: list[Path]) -> str:
    names = " ".join(f"dist/{path.name}" for path in artefacts)
    return f"""
Zunft {version} is ready in dist/. What is left for a person:
  git commit --all --message 'Release {version}'
  git tag --annotate v{version} --message 'Zunft {version}'
  git push origin main v{version}
  python -m twine upload {names}
  docker build --tag zunft:{version} . && docker push zunft:{version}
Wheels for macOS and Windows come from the CI run of the tag."""


def run(*command: str) -> None:
    subprocess.run(command, cwd=ROOT, check=True)


if __name__ == "__main__":
    sys.exit(main())
