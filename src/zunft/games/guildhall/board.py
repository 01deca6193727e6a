"""The position as sheets of words, and what a choice costs or brings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zunft.core.actions import Action
from zunft.core.sheet import Sheet
from zunft.core.text import Texts


def sheets(view: Mapping[str, Any], say: Texts) -> list[Sheet]:
    return []


def details(view: Mapping[str, Any], action: Action) -> dict[str, Any]:
    return {}
