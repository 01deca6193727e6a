"""The documents match the code: each promise has its test, each limit its value."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from zunft.server.config import Config
from zunft.server.store.prune import Policy

ROOT = Path(__file__).parents[3]
PROMISES = re.findall(r"\| `([\w/]+\.py)::(\w+)` \|", (ROOT / "docs/security.md").read_text(encoding="utf-8"))
HOSTING = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
LIMIT = re.compile(r"^((?:MOST|LONGEST|LARGEST)\w*|KEPT|KEPT_\w+|\w+_KEPT)(?:: Final)? = \d", re.M)
KEPT = re.compile(r"^(KEPT|KEPT_\w+|\w+_KEPT)(?:: Final)? = \d", re.M)
BOUNDS = re.findall(r"\| ([\d.]+) \| `([\w.]+)` \|", HOSTING)


def test_the_documents_list_promises_and_limits() -> None:
    assert len(PROMISES) > 40 and len(BOUNDS) > 20


@pytest.mark.parametrize(("file", "test"), PROMISES)
def test_each_promise_names_an_existing_test(file: str, test: str) -> None:
    assert re.search(rf"^def {test}\(", (ROOT / "tests/server" / file).read_text(encoding="utf-8"), re.M), test


@pytest.mark.parametrize(("value", "where"), BOUNDS)
def test_each_limit_is_as_documented(value: str, where: str) -> None:
    module, _, name = where.rpartition(".")
    if module == "config.Config":
        assert getattr(Config(), name) == float(value)
    else:
        package = "zunft" if module.startswith("core.") else "zunft.server"
        assert getattr(importlib.import_module(f"{package}.{module}"), name) == float(value)


def test_all_limits_of_the_server_are_documented() -> None:
    """Pages' own limits on what they show are no bounds on anything from outside; what they keep in memory is one."""
    documented, server = {where for _, where in BOUNDS}, ROOT / "src/zunft/server"
    found = set()
    pages = server / "web" / "docs"  # built pages, with the examples to download
    for file in sorted({*server.rglob("*.py")} - {*pages.rglob("*.py"), server / "client.py"}):
        module = ".".join(file.relative_to(server).with_suffix("").parts)
        names = KEPT if module.startswith("views.") else LIMIT
        found |= {f"{module}.{name}" for name in names.findall(file.read_text(encoding="utf-8"))}
    assert len(found) > 50 and found <= documented, found - documented


def test_retention_is_as_documented() -> None:
    documented = dict(re.findall(r"\| `--(open|stalled|over|sessions)` \| (\d+) \|", HOSTING))
    policy = Policy()
    assert {name: float(days) for name, days in documented.items()} == {
        name: getattr(policy, name) for name in documented
    }
    assert len(documented) == 4


def test_configured_limits_are_documented() -> None:
    for name in (
        "request_seconds",
        "connections",
        "streams",
        "open_tables",
        "bot_tables",
        "daily_tables",
        "absence",
        "webhook_seconds",
    ):
        assert f"`config.Config.{name}`" in HOSTING
