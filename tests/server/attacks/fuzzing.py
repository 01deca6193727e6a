"""Random requests: forms, the JSON interface, component files, records. None may make the server fail."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable, Sequence
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings

import zunft
from tests.server.attacks.asking import Answer, Fields, ask, bearer, get, post_files, post_form
from tests.server.servers import Server
from tests.server.test_schema import check
from zunft.core.record import Record

MOST_SECONDS = 1.0  # server CPU time per response
MOST_GROWTH = 100 << 20  # bytes, from the first tenth of a run to its end
NASTY = (
    *("", "0", "-1", "1", "2", "9", "1e9", "0x1", "9" * 30, "-" + "9" * 30, "nan", "inf", "null", "true", "None"),
    *('"', "'", '"""', "[", "]", "[[", "{", "}", "\\", "=", ",", ".", "a.b.c.d", "#", "\n", "\r\n", "\t", " " * 50),
    *("\x00", "\x1b", "\u202e", "\ufeff", "é", "龍", "𝔘", "<b>", "&amp;", "%00", "%s", "{x}", "{0}", "../", "//"),
    *("@0", "@999999999999", "human", "open", "random", "norenberc", "yes", "pass", "x" * 300),
)
FORMS = (
    *(
        "/tables",
        "/import",
        "/preferences",
        "/account/register",
        "/account/sign-in",
        "/account/password",
        "/account/sign-out",
        "/account/forgot",
        "/account/reset",
    ),
    *("/t/{table}/sit", "/t/{table}/choose", "/t/{table}/undo", "/t/{table}/redo", "/t/{table}/reset"),
    *("/t/{table}/ask-undo", "/t/{table}/answer", "/t/{table}/chat", "/t/{table}/replace", "/t/{table}/fill"),
    *(
        "/notices/add",
        "/notices/test",
        "/notices/remove",
        "/confirm",
        "/push/renew",
        "/t/{table}/rematch",
        "/t/{table}/return",
        "/branch/{table}",
        "/t/{nasty}/{nasty}",
    ),
)
PAGES = (
    *("/", "/new/{nasty}", "/rules/{nasty}", "/components/{nasty}", "/t/{table}", "/t/{nasty}", "/account", "/ratings"),
    *("/notices", "/notices?table={table}", "/notices?table={nasty}", "/confirm/{nasty}", "/offline"),
    *("/people/{nasty}", "/account/reset/{nasty}", "/account/forgot"),
    *("/t/{table}/replay?at={nasty}", "/t/{table}/s/{nasty}", "/static/{nasty}", "/games/norenberc/{nasty}"),
    *("/api/v1/tables/{nasty}", "/api/v1/tables/{table}/record", "/t/{table}/record", "/credits", "/{nasty}"),
)
FIELDS = (
    *("game", "players", "name", "password", "new", "seat", "seat0", "seat1", "number", "action", "text", "url", "bot"),
    *("yes", "at", "key", "pace", "listed", "level", "language", "theme", "back", "option-components", "record"),
    *("table", "kind", "format", "address", "p256dh", "auth", "channel", "token"),
)
ENCODINGS = ("zip", "hex", "idna", "ascii", "utf-8", "utf-16", "")
CONTENT_TYPES = (
    *("multipart/form-data; boundary=a", "multipart/form-data", "application/x-www-form-urlencoded; charset=zip"),
    *("application/json", "text/plain", "a", ""),
)
EDIT = st.tuples(st.sampled_from(("insert", "value", "cut", "twice")), st.integers(0, 1 << 20), st.sampled_from(NASTY))
EDITS = st.lists(EDIT, min_size=1, max_size=5)


class Watch:
    """Checks the server's responses, CPU time and memory."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.inputs = 0
        self.slowest = 0.0
        self.statuses: dict[int, int] = {}

    def ask(self, request: Callable[[], Answer]) -> Answer:
        before = self.seconds()
        answer = request()
        took = self.seconds() - before
        self.inputs += 1
        self.slowest = max(self.slowest, took)
        self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
        assert answer.status < 500, f"{request}: {answer}"
        assert took < MOST_SECONDS, f"{took:.1f} s of the server's time"
        return answer

    def seconds(self) -> float:
        """CPU time of the server process; its bots run in separate processes."""
        assert self.server.process is not None
        fields = Path(f"/proc/{self.server.process.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / float(os.sysconf("SC_CLK_TCK"))

    def memory(self) -> int:
        assert self.server.process is not None
        found = re.search(r"VmRSS:\s*(\d+) kB", Path(f"/proc/{self.server.process.pid}/status").read_text())
        assert found is not None
        return int(found[1]) * 1024

    def __str__(self) -> str:
        statuses = ", ".join(f"{status}: {count}" for status, count in sorted(self.statuses.items()))
        return f"{self.inputs} inputs, slowest answer {self.slowest:.2f} s of CPU, {self.memory() >> 20} MB; {statuses}"


def tried(number: int, start: int, strategy: Any, attempt: Callable[[Any], None]) -> None:
    @seed(start)
    @settings(
        max_examples=number,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def run(value: Any) -> None:
        attempt(value)

    run()


def edited(base: str, edits: list[tuple[str, int, str]]) -> bytes:
    """The text with a few random edits."""
    for kind, place, nasty in edits:
        at = place % (len(base) + 1)
        if kind == "insert":
            base = base[:at] + nasty + base[at:]
        elif kind == "value":
            values = list(re.finditer(r"-?\d+|\"[^\"\n]*\"|true|false", base))
            if values:
                chosen = values[place % len(values)]
                base = base[: chosen.start()] + nasty + base[chosen.end() :]
        elif kind == "cut":
            base = base[:at] + base[at + place % 97 :]
        else:
            base = base[:at] + base[at : at + 200] + base[at:]
    return base.encode(errors="replace")


# Generators


def forms(watch: Watch, number: int, start: int) -> None:
    rng = random.Random(start)
    seat = watch.server.client.create("norenberc", 2, ["human", "open"], "Anna", listed=True)

    def path(pattern: str) -> str:
        nasty = re.sub(r"[^\w@.%-]", "%00", rng.choice(NASTY), flags=re.ASCII)
        return pattern.replace("{table}", seat.table).replace("{nasty}", nasty or "x")

    for place in range(number):
        if place % 200 == 0:
            seat = watch.server.client.create("guildhall", 2, ["human", "random"], "Anna")
        fields = {rng.choice(FIELDS): rng.choice(NASTY) for _ in range(rng.randrange(6))} or {"x": "1"}
        own = bearer(seat.secret) if rng.random() < 0.7 else {}
        if rng.random() < 0.3:
            target = path(rng.choice(PAGES))
            watch.ask(partial(get, watch.server, target, accept="text/html", **own))
            continue
        target = path(rng.choice(FORMS))
        if rng.random() < 0.2:
            headers = {"content-type": rng.choice(CONTENT_TYPES), "accept": "text/html", **own}
            watch.ask(partial(ask, watch.server, "POST", target, raw_field(rng), headers))
            continue
        send: Callable[..., Answer] = post_files if target in ("/tables", "/import") else post_form
        watch.ask(partial(send, watch.server, target, fields, accept="text/html", **own))


def raw_field(rng: random.Random) -> bytes:
    """One field of a form with files, in any encoding, named or not."""
    head = f'content-disposition: form-data; name="{rng.choice(FIELDS)}"{rng.choice(("", "; filename=x"))}'
    kind = f"content-type: text/plain; charset={rng.choice(ENCODINGS)}"
    return f"--a\r\n{head}\r\n{kind}\r\n\r\n".encode() + rng.randbytes(rng.randrange(20)) + b"\r\n--a--\r\n"


def interface(watch: Watch, number: int, start: int) -> None:
    """Schemathesis with all its checks, half of the requests for an existing table."""
    seat = watch.server.client.create("norenberc", 2, ["human", "open"], listed=True)
    schema: Any = schemathesis.openapi.from_url(f"{watch.server.url}/schema/openapi.json").exclude(
        path_regex="/events$"
    )
    operations = [found.ok() for found in schema.get_all_operations()]
    for operation in operations:

        def attempt(case: Any) -> None:
            check(case, seat)
            watch.inputs += 1

        tried(max(1, number // len(operations)), start, operation.as_strategy(), attempt)


def component_files(watch: Watch, number: int, start: int) -> None:
    games = [name for name in zunft.game_names() if "components" in zunft.load(name).options]
    texts = {name: (resources.files(zunft.load(name).package) / "components.toml").read_text() for name in games}

    def attempt(value: tuple[str, list[tuple[str, int, str]]]) -> None:
        game, edits = value
        file = ("components.toml", edited(texts[game], edits))
        form: Fields = {"game": game, "seat1": "open", "option-components": file}
        watch.ask(lambda: post_files(watch.server, "/tables", form))

    tried(number, start, st.tuples(st.sampled_from(games), EDITS), attempt)


def records(watch: Watch, number: int, start: int) -> None:
    texts = {name: record_of(name) for name in zunft.game_names()}

    def attempt(value: tuple[str, list[tuple[str, int, str]]]) -> None:
        file = ("record.json", edited(texts[value[0]], value[1]))
        watch.ask(lambda: post_files(watch.server, "/import", {"record": file}))

    tried(number, start, st.tuples(st.sampled_from(sorted(texts)), EDITS), attempt)


def record_of(name: str) -> str:
    """A short random game."""
    game = zunft.load(name)
    rng = random.Random(name)
    record = Record(game, game.players[0], {}, ["Anna", "Bruno", "Cleo", "Dora", "Emil"][: game.players[0]])
    state = record.new()
    for _ in range(60):
        if state.is_over():
            break
        if state.current_player() == zunft.CHANCE:
            action, player = zunft.draw(state, rng), None
        else:
            player = state.deciders()[0]
            action = rng.choice(state.legal_actions(player))
        record.add(state, action, player)
    return record.to_json()


KINDS = {"forms": forms, "interface": interface, "component files": component_files, "records": records}


def fuzz(
    server: Server,
    number: int,
    start: int,
    report: Callable[[str], None] = lambda line: None,
    kinds: Sequence[str] = tuple(KINDS),
) -> None:
    """`number` inputs of each kind; raises if the server fails, takes too long or keeps growing."""
    for name in kinds:
        kind, watch = KINDS[name], Watch(server)
        kind(watch, max(1, number // 10), start)
        before = watch.memory()
        kind(watch, number, start + 1)
        grown = watch.memory() - before
        assert grown < MOST_GROWTH, f"{name}: {grown >> 20} MB more after {number} inputs"
        report(f"{name}: {watch}")
