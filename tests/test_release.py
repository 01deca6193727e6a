"""make release: versions and changelog, and an honest summary."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from tools import release


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "version.py").write_text('__version__ = "0.1.0"\n', encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased (0.1.0)\n\n- New.\n", encoding="utf-8")
    (tmp_path / "dist/release").mkdir(parents=True)
    monkeypatch.setattr(release, "VERSION_FILE", tmp_path / "version.py")
    monkeypatch.setattr(release, "CHANGELOG", tmp_path / "CHANGELOG.md")
    monkeypatch.setattr(release, "RELEASE", tmp_path / "dist/release")
    return tmp_path


def test_a_version_is_set_and_the_changelog_dated(project: Path) -> None:
    release.set_version("0.2.0rc1")
    assert release.present_version() == "0.2.0rc1"
    log = (project / "CHANGELOG.md").read_text(encoding="utf-8")
    assert "## 0.2.0rc1 (20" in log and "Unreleased" not in log


@pytest.mark.parametrize("version", ["1.0", "v1.0.0", "1.0.0-rc1"])
def test_an_invalid_version_changes_nothing(project: Path, version: str) -> None:
    with pytest.raises(SystemExit, match="is not a version such as"):
        release.set_version(version)
    assert release.present_version() == "0.1.0"


def test_a_changelog_without_news_is_refused(project: Path) -> None:
    release.set_version("0.2.0")
    with pytest.raises(SystemExit, match="no section 'Unreleased'"):
        release.set_version("0.3.0")
    assert release.present_version() == "0.2.0"


def test_a_pure_wheel_does_not_pass_for_a_compiled_one(project: Path) -> None:
    (missing,) = release.add_wheel(project / "zunft-0.1.0-py3-none-any.whl")
    assert "no C compiler" in missing
    assert not release.artefacts()


def test_the_summary_names_what_there_is_and_what_is_missing(project: Path) -> None:
    wheel = project / "dist/release/zunft-0.1.0-py3-none-any.whl"
    wheel.write_bytes(b"wheel")
    release.write_checksums()
    sums = (project / "dist/release/SHA256SUMS").read_text(encoding="utf-8")
    assert sums == f"{hashlib.sha256(b'wheel').hexdigest()}  {wheel.name}\n"
    text = release.summary("0.1.0", ["wheels for other systems"])
    built, _, missing = text.partition("Not built here:")
    assert wheel.name in built and "wheels for other systems" in missing and "git tag" in missing
