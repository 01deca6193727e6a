"""Accounts: sign-in, passwords, profiles. Refusals appear in the form, which keeps the name."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, Final

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect
from litestar.status_codes import HTTP_200_OK

import zunft
from zunft.server.notices.sender import Sender
from zunft.server.people import accounts, profiles
from zunft.server.people.names import checked_name
from zunft.server.refusals import Forbidden, NotFound, Refused, TooMany
from zunft.server.store import tokens
from zunft.server.store.database import Database
from zunft.server.store.tokens import RESET
from zunft.server.tables.clocks import now
from zunft.server.texts import refusal_text, site_texts
from zunft.server.web.dependencies import DatabaseDep, SenderDep, VisitorDep
from zunft.server.web.errors import status_of
from zunft.server.web.forms import Form, page_to_return_to
from zunft.server.web.page import Page, duration, page
from zunft.server.web.preferences import SESSION_COOKIE, AnyRequest, cookie, language_of, wants_page
from zunft.server.web.visitors import INVITATION_COOKIE, SEAT_COOKIE, account_of, household_of

OPENING: Final = re.compile(rf"({SEAT_COOKIE}|{INVITATION_COOKIE})[\w-]+|{SESSION_COOKIE}", re.ASCII)  # cookies


@get("/account", include_in_schema=False)
async def account_page(request: AnyRequest, visitor: VisitorDep) -> Page:
    back = page_to_return_to(request.query_params.get("back", "/"))
    return page(request, "account.html", account=visitor.account, refused="", reason="", name="", back=back)


@post("/account/{what:str}", include_in_schema=False)
async def account_do(
    request: AnyRequest,
    what: FromPath[str],
    data: Form,
    database: DatabaseDep,
) -> Response[Any]:
    old = request.cookies.get(SESSION_COOKIE, "")
    match what:
        case "register" | "sign-in" | "password":
            return await in_form(request, what, data, database, partial(new_session, what, data, database, old))
        case "sign-out" | "sign-out-everywhere":
            end = accounts.end_session if what == "sign-out" else accounts.end_all_sessions
            await database.work(lambda session: end(session, old))
            return Redirect("/", status_code=303, cookies=deleted_cookies(request))
    raise NotFoundException


async def new_session(what: str, data: dict[str, str], database: Database, old: str) -> str:
    """Returns the session's token."""
    name, password = data.get("name", ""), data.get("password", "")
    if what == "register":
        return await accounts.register(database, name, password)
    if what == "sign-in":
        return await accounts.sign_in(database, name, password)
    return await accounts.change_password(database, old, password, data.get("new", ""))


async def in_form(
    request: AnyRequest, what: str, data: dict[str, str], database: Database, work: Callable[[], Awaitable[str]]
) -> Response[Any]:
    """Signs in; or shows the form again, with the reason in the visitor's language. Programs get the refusal itself."""
    back = page_to_return_to(data.get("back", "/"))
    try:
        token = await work()
    except Refused as error:
        if not wants_page(request):
            raise
        reason = refusal_text(language_of(request), error.code, **error.arguments)
        account, name = await account_of(request, database), data.get("name", "")
        values = {"account": account, "refused": what, "reason": reason, "name": name[: accounts.LONGEST], "back": back}
        return page(request, "account.html", status_of(error), **values)
    return Redirect(back, status_code=303, cookies=[cookie(request, SESSION_COOKIE, token)])


def deleted_cookies(request: AnyRequest) -> list[Cookie]:
    """Deletes all cookies that open seats or sessions, for shared devices."""
    return [cookie(request, name, "", 0) for name in request.cookies if OPENING.fullmatch(name)]


# Reset password


@get("/account/forgot", include_in_schema=False)
async def forgot_page(request: AnyRequest, sender: SenderDep) -> Page:
    return page(request, "forgot.html", has_mail=sender.mail is not None, is_sent=False)


@post("/account/forgot", include_in_schema=False, status_code=HTTP_200_OK)
async def forgot(request: AnyRequest, data: Form, database: DatabaseDep, sender: SenderDep) -> Page:
    """Neither the response nor its time reveals whether the account exists, or whether it has an address."""
    folded, household = checked_name(data.get("name", "")).casefold(), household_of(request)
    if sender.mail is not None:
        sender.background.spawn(send_link(folded, household, database, sender))
    return page(request, "forgot.html", has_mail=True, is_sent=True)


async def send_link(folded: str, household: str, database: Database, sender: Sender) -> None:
    work = partial(accounts.reset_by_mail, folded=folded, household=household, now=now())
    try:
        found = await database.work(work)
    except TooMany:
        return
    if found is not None:
        address, language, token = found
        subject = site_texts()[language].say("mail.reset_subject")
        sender.write_later(address, subject, language, "mail.reset", f"{sender.site}/account/reset/{token}")


@get("/account/reset/{token:str}", include_in_schema=False)
async def reset_page(request: AnyRequest, token: FromPath[str], database: DatabaseDep) -> Page:
    if await database.read(partial(tokens.subject_of, purpose=RESET, token=token, now=now())) is None:
        raise Forbidden("link_expired")
    return page(request, "reset.html", token=token, reason="")


@post("/account/reset", include_in_schema=False)
async def set_password(request: AnyRequest, data: Form, database: DatabaseDep) -> Response[Any]:
    token = data.get("token", "")
    try:
        session = await accounts.reset_password(database, token, data.get("password", ""))
    except Refused as error:
        if error.code == "link_expired" or not wants_page(request):
            raise
        reason = refusal_text(language_of(request), error.code, **error.arguments)
        return page(request, "reset.html", status_of(error), token=token, reason=reason)
    return Redirect("/", status_code=303, cookies=[cookie(request, SESSION_COOKIE, session)])


# Profiles


@get("/people/{name:str}", include_in_schema=False)
async def profile_page(request: AnyRequest, name: FromPath[str], database: DatabaseDep, visitor: VisitorDep) -> Page:
    folded = checked_name(name).casefold()
    found = await database.read(partial(profiles.profile, folded=folded, reader=visitor.id))
    if found is None:
        raise NotFound("unknown_person")
    titles = {each: zunft.load(each).title for each in zunft.game_names()}
    return page(
        request,
        "profile.html",
        account=visitor.account,
        profile=found,
        titles=titles,
        duration=lambda milliseconds: duration(milliseconds, language_of(request)),
    )


ACCOUNT_PAGES: Final = [account_page, account_do, forgot_page, forgot, reset_page, set_password, profile_page]
