"""Files of the program: pages' scripts and styles, boards, documentation. Compressed once each, off the event loop."""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
from email.utils import formatdate
from pathlib import Path
from typing import Any, Final, NamedTuple

from litestar import Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.router import Router
from litestar.status_codes import HTTP_304_NOT_MODIFIED

from zunft.server.web.preferences import AnyRequest

COMPRESSED: Final = "compressed"  # marks handlers whose responses must not be compressed again
WORTH_IT: Final = 0.9  # of its size that a compressed file may have
OTHER: Final = "application/octet-stream"
KEPT: Final = "public, max-age=31536000, immutable"  # addresses with a version, and fonts, which never change
CHECKED: Final = "no-cache"  # kept, but revalidated: scripts import each other without a version
FONT: Final = ".woff2"
PAGE: Final = ".html"  # a query there is not a version: the search of the documentation has one


class Packed(NamedTuple):
    """A compressed file; None: compressing it does not help."""

    changed: int  # nanoseconds: the time of the file when it was read
    content: bytes | None


class Files:
    """A folder. Keeps compressed contents only, and only of files that exist, so its memory is bounded."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.packed: dict[Path, Packed] = {}
        self.packing = asyncio.Lock()

    def find(self, path: str) -> Path:
        found = (self.folder / path.lstrip("/")).resolve()
        if not found.is_relative_to(self.folder) or not found.is_file():
            raise NotFoundException
        return found

    async def answer(self, path: str, request: AnyRequest) -> Response[bytes | None]:
        file = self.find(path)
        at = file.stat()
        has_version = (bool(request.url.query) and file.suffix != PAGE) or file.suffix == FONT
        headers = {
            "cache-control": KEPT if has_version else CHECKED,
            "last-modified": formatdate(at.st_mtime, usegmt=True),
            "etag": f'"{at.st_mtime_ns:x}-{at.st_size:x}"',
            "vary": "accept-encoding",
        }
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(None, status_code=HTTP_304_NOT_MODIFIED, headers=headers)
        accepted = request.headers.get("accept-encoding", "")
        content = await self.compressed(file, at.st_mtime_ns) if "gzip" in accepted else None
        if content is None:
            content = await asyncio.to_thread(file.read_bytes)
        else:
            headers["content-encoding"] = "gzip"
        return Response(content, media_type=mimetypes.guess_type(file.name)[0] or OTHER, headers=headers)

    async def compressed(self, file: Path, changed: int) -> bytes | None:
        found = self.packed.get(file)
        if found is None or found.changed != changed:
            async with self.packing:  # many may ask for the same file at once
                found = self.packed.get(file)
                if found is None or found.changed != changed:
                    found = self.packed[file] = Packed(changed, await asyncio.to_thread(packed, file))
        return found.content


def packed(file: Path) -> bytes | None:
    content = file.read_bytes()
    small = gzip.compress(content, mtime=0)
    return small if len(small) < WORTH_IT * len(content) else None


def files_at(address: str, folder: Path) -> Any:
    """A route to the files of a folder."""
    files = Files(folder)

    @get("/{path:path}", include_in_schema=False)
    async def show(request: AnyRequest, path: FromPath[str]) -> Response[bytes | None]:
        return await files.answer(path, request)

    return Router(address, route_handlers=[show], opt={COMPRESSED: True})
