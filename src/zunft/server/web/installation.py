"""Zunft as an app: the manifest, the service worker, and the offline page."""

from __future__ import annotations

from importlib import resources
from typing import Any, Final

from litestar import Response, get

from zunft.core.text import LANGUAGES
from zunft.server.texts import site_texts
from zunft.server.views.site import static
from zunft.server.web.page import Page, page
from zunft.server.web.preferences import AnyRequest, language_of

BACKGROUND, ACCENT = "#f6efe0", "#8a2f1d"
ICONS: Final = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("icon-maskable-512.png", "512x512", "maskable"),
)
CHECKED_EACH_TIME: Final = {"cache-control": "no-cache"}


@get("/manifest.webmanifest", include_in_schema=False)
async def manifest(request: AnyRequest) -> Response[dict[str, Any]]:
    language = language_of(request)
    found = {
        "id": "/",
        "name": "Zunft",
        "short_name": "Zunft",
        "description": site_texts()[language].say("site.about"),
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": ACCENT,
        "icons": [
            {"src": static(name), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in ICONS
        ],
    }
    return Response(found, media_type="application/manifest+json", headers=CHECKED_EACH_TIME)


@get("/service-worker.js", include_in_schema=False)
async def service_worker() -> Response[str]:
    """At the root, because a worker only controls pages below its own path; the same for all languages."""
    file = resources.files("zunft.server.web") / "static" / "service-worker.js"
    return Response(
        file.read_text(encoding="utf-8"), media_type="text/javascript; charset=utf-8", headers=CHECKED_EACH_TIME
    )


@get("/offline", include_in_schema=False)
async def offline(request: AnyRequest) -> Page:
    """In all languages at once: browsers cache one copy, and the language may change later."""
    words = {language: site_texts()[language].say for language in LANGUAGES}
    return page(request, "offline.html", words=words)


INSTALLATION: Final = [manifest, service_worker, offline]
