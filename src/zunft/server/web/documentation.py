"""The documentation under /docs, if `make site` has built it."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import Any, Final

from litestar import get
from litestar.response import Redirect

from zunft.server.web.files import files_at

FOLDER: Final = Path(__file__).parent / "docs"
ADDRESS: Final = "/docs"
INLINE_SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def is_built() -> bool:
    return (FOLDER / "index.html").exists()


@get(ADDRESS, include_in_schema=False)
async def first_page() -> Redirect:
    return Redirect(f"{ADDRESS}/index.html")


def documentation_pages() -> list[Any]:
    return [first_page, files_at(ADDRESS, FOLDER)] if is_built() else []


def content_policy() -> str:
    """The theme has a small inline script in every page, and diagrams have inline styles."""
    page = (FOLDER / "index.html").read_text(encoding="utf-8") if is_built() else ""
    scripts = " ".join(f"'sha256-{digest(script)}'" for script in INLINE_SCRIPT.findall(page))
    return (
        f"default-src 'none'; script-src 'self' {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
        " font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )


def digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
