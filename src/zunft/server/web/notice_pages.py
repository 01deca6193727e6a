"""Setting up notices, for one seat or for all tables of an account. Only Web Push needs JavaScript."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody, Parameter
from litestar.response import Redirect
from litestar.status_codes import HTTP_204_NO_CONTENT

from zunft.server.notices.formats import FORMATS
from zunft.server.notices.mail import check_address
from zunft.server.notices.messages import trial_message
from zunft.server.notices.push import LONGEST_ENDPOINT, check_subscription
from zunft.server.notices.sender import Sender, check_url
from zunft.server.people.accounts import Account
from zunft.server.people.secrets import new_id
from zunft.server.refusals import Forbidden, Invalid, NotFound
from zunft.server.store import channels, tokens
from zunft.server.store.channels import MAIL, PUSH, WEBHOOK, Channel, Owner
from zunft.server.store.database import Session
from zunft.server.store.tokens import CONFIRM
from zunft.server.tables.clocks import now
from zunft.server.tables.service import TableService
from zunft.server.texts import site_texts
from zunft.server.web.dependencies import DatabaseDep, SenderDep, TablesDep, VisitorDep
from zunft.server.web.forms import LONGEST_ID, Form
from zunft.server.web.page import Page, page
from zunft.server.web.preferences import AnyRequest, language_of
from zunft.server.web.visitors import account_of, household_of, own_seat


class Shown(NamedTuple):
    """A channel as shown on the page: the address without its secret part."""

    channel: Channel
    address: str
    error: str


async def owner_of(request: AnyRequest, tables: TableService, table: str) -> tuple[Owner, Account | None]:
    if not table.isprintable():
        raise NotFound("unknown_table", table=table)
    if table:
        return Owner(table=table, seat=await own_seat(request, tables, table)), None
    account = await account_of(request, tables.database)
    if account is None:
        raise Forbidden("needs_account")
    return Owner(account.id), account


@get("/notices", include_in_schema=False)
async def notices(
    request: AnyRequest,
    tables: TablesDep,
    sender: SenderDep,
    table: Annotated[str, Parameter(max_length=LONGEST_ID)] = "",
) -> Page:
    owner, account = await owner_of(request, tables, table)
    found = await tables.database.read(lambda session: channels.of_owner(session, owner))
    return page(
        request,
        "notices.html",
        account=account,
        table=table,
        game=(await tables.table(table)).game if table else None,
        channels=[shown(each, language_of(request)) for each in found],
        has_mail=sender.mail is not None,
        key=await sender.keys.public(),
    )


def shown(channel: Channel, language: str) -> Shown:
    host = channel.address.partition("://")[2].partition("/")[0]
    code, _, number = channel.error.partition(" ")
    error = site_texts()[language].say(f"delivery.{code}", number=number) if code else ""
    return Shown(channel, channel.address if channel.kind == MAIL else host, error)


@post("/notices/{what:str}", include_in_schema=False)
async def change_notices(
    request: AnyRequest,
    what: FromPath[str],
    data: Form,
    tables: TablesDep,
    sender: SenderDep,
) -> Response[Any]:
    table = data.get("table", "")[:LONGEST_ID]
    owner, _ = await owner_of(request, tables, table)
    match what:
        case "add":
            await add(request, tables, sender, owner, data)
        case "test":
            channel = await own_channel(tables, owner, data.get("channel", ""))
            if not channel.confirmed:
                raise Forbidden("not_confirmed")
            await sender.try_once(channel, trial_message(channel, sender.site))
        case "remove":
            channel = await own_channel(tables, owner, data.get("channel", ""))
            forget(tables, await tables.database.work(partial(channels.remove, owner=owner, channel=channel.id)))
        case _:
            raise NotFoundException
    if request.headers.get("x-live"):
        return Response(None, status_code=204)
    return Redirect(f"/notices?table={table}" if table else "/notices", status_code=303)


async def add(request: AnyRequest, tables: TableService, sender: Sender, owner: Owner, data: dict[str, str]) -> None:
    channel = channel_in(request, owner, data, sender)

    def work(session: Session) -> tuple[list[str], str]:
        concerned = channels.add(session, channel)
        if channel.confirmed:
            return concerned, ""
        return concerned, tokens.new_token(session, CONFIRM, channel.id, household_of(request), now())

    concerned, token = await tables.database.work(work)
    forget(tables, concerned)
    if token:
        subject = site_texts()[channel.language].say("mail.confirm_subject")
        link = f"{sender.site}/confirm/{token}"
        sender.background.spawn(try_mail(sender, channel, subject, link))


async def try_mail(sender: Sender, channel: Channel, subject: str, link: str) -> None:
    """Sends a confirmation mail; errors are shown on the page."""
    try:
        await sender.write(channel.address, subject, channel.language, "mail.confirm", link)
    except OSError as error:
        await sender.note(channel, error)


def channel_in(request: AnyRequest, owner: Owner, data: dict[str, str], sender: Sender) -> Channel:
    """The channel described by the form; refuses invalid addresses."""
    kind, format, keys = data.get("kind", ""), "", ""
    if kind == WEBHOOK:
        address, format = check_url(data.get("address", "")), data.get("format", "")
        if format not in FORMATS:
            raise Invalid("webhook_format", formats=", ".join(FORMATS))
    elif kind == MAIL and sender.mail is not None:
        address = check_address(data.get("address", ""))
    elif kind == PUSH:
        subscription = data.get("address", ""), data.get("p256dh", ""), data.get("auth", "")
        address, keys = check_subscription(*subscription, allow_http=sender.postman.allow_private)
    else:
        raise Invalid("unknown_channel")
    origin = f"{request.url.scheme}://{request.headers.get('host', '')}"[:200]
    confirmed = int(kind != MAIL)
    return Channel(
        new_id(), *owner, kind, format, address, keys, language_of(request), origin, confirmed, created=now()
    )


def forget(tables: TableService, concerned: list[str]) -> None:
    """The cached channels of these tables, in this process."""
    for name in concerned:
        for listener in tables.on_invalidate:
            listener(name)


async def own_channel(tables: TableService, owner: Owner, name: str) -> Channel:
    found = await tables.database.read(lambda session: channels.of_owner(session, owner))
    channel = next((each for each in found if each.id == name), None)
    if channel is None:
        raise NotFound("unknown_channel")
    return channel


# Confirming an address: a page with a button, because mail programs open links by themselves


@get("/confirm/{token:str}", include_in_schema=False)
async def confirm_page(request: AnyRequest, token: FromPath[str], database: DatabaseDep, visitor: VisitorDep) -> Page:
    subject = await database.read(partial(tokens.subject_of, purpose=CONFIRM, token=token, now=now()))
    if subject is None:
        raise Forbidden("link_expired")
    return page(request, "confirm.html", token=token, account=visitor.account)


@post("/confirm", include_in_schema=False)
async def confirm(request: AnyRequest, data: Form, tables: TablesDep, visitor: VisitorDep) -> Page:
    token = data.get("token", "")

    def work(session: Session) -> list[str] | None:
        channel = tokens.use_token(session, CONFIRM, token, now())
        return None if channel is None else channels.confirm(session, channel)

    concerned = await tables.database.work(work)
    if concerned is None:
        raise Forbidden("link_expired")
    forget(tables, concerned)
    return page(request, "confirm.html", token="", account=visitor.account)


class Renewal(msgspec.Struct, forbid_unknown_fields=True):
    """A browser has replaced its push subscription by itself; the old address is its proof of ownership."""

    old: Annotated[str, msgspec.Meta(max_length=LONGEST_ENDPOINT, pattern="^[!-~]*$")]
    address: Annotated[str, msgspec.Meta(max_length=LONGEST_ENDPOINT)]
    p256dh: Annotated[str, msgspec.Meta(max_length=200)]
    auth: Annotated[str, msgspec.Meta(max_length=100)]


@post("/push/renew", include_in_schema=False, status_code=HTTP_204_NO_CONTENT)
async def renew(data: JSONBody[Renewal], tables: TablesDep, sender: SenderDep) -> None:
    allow = sender.postman.allow_private
    address, keys = check_subscription(data.address, data.p256dh, data.auth, allow_http=allow)
    concerned = await tables.database.work(partial(channels.renew, old=data.old, address=address, keys=keys))
    if concerned is None:
        raise NotFound("unknown_channel")
    forget(tables, concerned)


NOTICE_PAGES: Final = [notices, change_notices, confirm_page, confirm, renew]
