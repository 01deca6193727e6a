"""Form input: numbers, options, files; and the way to a new table."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final
from urllib.parse import quote

from litestar.datastructures import UploadFile
from litestar.enums import RequestEncodingType
from litestar.exceptions import ClientException
from litestar.params import Body
from litestar.response import Redirect

from zunft.core.components import parse
from zunft.core.game import COMPONENTS, Game
from zunft.core.option import MEMBERS
from zunft.core.record import HUMAN
from zunft.server.refusals import Invalid
from zunft.server.tables.creation import Wanted
from zunft.server.tables.service import TableService
from zunft.server.web.preferences import NAME_COOKIE, AnyRequest, cookie
from zunft.server.web.visitors import SEAT_COOKIE, household_of

LONGEST_KEY: Final = 64  # characters of an idempotency key
LONGEST_ID: Final = 64  # characters of the name of a game, bot or table, or of an invitation
LONGEST_ACTION: Final = 100  # characters of an action as text
LONGEST_NUMBER: Final = 9  # digits
LARGEST_NUMBER: Final = 999_999_999
LARGEST: Final = 65_536  # bytes of a request's body: reading a megabyte of form fields would take a third of a second
LARGEST_WITH_FILES: Final = 1_000_000  # … where records and components are taken

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]


async def form_with_files(request: AnyRequest) -> dict[str, Any]:
    """By name, a list if there are several. Nothing from other kinds of forms, which are read more slowly."""
    if request.content_type[0] != RequestEncodingType.MULTI_PART:
        return {}
    try:
        form = await request.form()
    except (LookupError, UnicodeError):  # a field in an unknown encoding, or not in the one that it names
        raise ClientException("Invalid multipart/form-data") from None
    return {name: values if len(values) > 1 else values[0] for name, values in form.dict().items()}


def words(data: dict[str, Any], name: str, default: str = "") -> str:
    """A short text: what is longer fits nothing, and need not be repeated in a message."""
    return str(data.get(name) or default)[:LONGEST_ID]


def integer(value: Any, default: int, field: str, most: int = LARGEST_NUMBER) -> int:
    text = str(value or "")
    if not text:
        return default
    if not (text.isascii() and text.isdecimal()) or len(text) > LONGEST_NUMBER or int(text) > most:
        raise Invalid("not_an_integer", field=field, most=most)
    return int(text)


def optional_integer(value: Any, field: str) -> int | None:
    return integer(value, 0, field) if value else None


def page_to_return_to(target: str) -> str:
    """A path of this site; the lobby in place of anything else."""
    is_ours = target.startswith("/") and not target.startswith("//") and "\\" not in target
    return target if is_ours else "/"


def key_of(request: AnyRequest) -> str:
    """The idempotency key of a request."""
    return request.headers.get("idempotency-key", "")[:LONGEST_KEY]


async def options_of(game: Game, data: dict[str, Any]) -> dict[str, Any]:
    """The options as typed in the form; the game validates them."""
    chosen: dict[str, Any] = {}
    for name, option in game.options.items():
        value = data.get(f"option-{name}")
        if name == COMPONENTS:
            if isinstance(value, UploadFile) and value.filename:
                chosen[name] = await asyncio.to_thread(parse, await value.read())
        elif option.kind() == MEMBERS and value is not None:
            chosen[name] = [str(member) for member in (value if isinstance(value, list) else [value]) if member]
        elif value not in (None, ""):
            chosen[name] = option.read(str(value))
    return chosen


async def text_of(file: Any) -> str:
    if not isinstance(file, UploadFile):
        raise Invalid("file_missing")
    try:
        return (await file.read()).decode("utf-8")
    except UnicodeDecodeError:
        raise Invalid("not_a_text_file") from None


async def create_table(request: AnyRequest, tables: TableService, wanted: Wanted) -> Redirect:
    """Redirects to the new table, with the cookie of the creator's seat."""
    wanted.household = household_of(request)
    table, secrets = await tables.create(wanted)
    return to_table(request, table.setup.id, secrets[wanted.seats.index(HUMAN)])


def to_table(request: AnyRequest, table: str, secret: str, name: str = "") -> Redirect:
    """Redirects to the table, with the seat's cookie."""
    cookies = [cookie(request, SEAT_COOKIE + table, secret)] if secret else []
    if name:
        cookies.append(cookie(request, NAME_COOKIE, quote(name)))
    return Redirect(f"/t/{table}", status_code=303, cookies=cookies)
