"""The MCP server, called by the official client over stdin and stdout."""

from __future__ import annotations

import asyncio
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

import zunft
from tests.server.servers import Server
from zunft.core.state import Event
from zunft.mcp import site
from zunft.mcp.server import Tools
from zunft.mcp.sessions import Sessions, new_local

# By default the client passes on only a few variables, and not the path of the package that is tested.
PROGRAM = StdioServerParameters(command=sys.executable, args=["-m", "zunft", "mcp"], env=dict(os.environ))
TOOLS = {"list_games", "rules", "new_game", "join_game", "position", "choices", "choose", "log", "end_game"}
OVER = "The game is over. Points: "


async def call(client: Any, tool: str, **arguments: Any) -> str:
    """The tool's result; a refusal begins with "REFUSED: "."""
    result = await client.call_tool(tool, arguments)
    text: str = result.content[0].text
    return f"REFUSED: {text}" if result.is_error else text


def id_of(answer: str) -> str:
    return answer.split("\n")[0].removeprefix("Game id: ")


def choices_in(answer: str) -> list[str]:
    parts = answer.split("\n# YOUR DECISION\n")
    return [line.split(" | ")[0] for line in parts[1].split("\n")[1:]] if len(parts) > 1 else []


async def play_to_the_end(client: Any, answer: str, rng: random.Random) -> str:
    """Any legal choice until the game is over; waits if it is not our turn."""
    while OVER not in answer:
        legal = choices_in(answer)
        if legal:
            answer = await call(client, "choose", game_id=id_of(answer), choice=rng.choice(legal))
        else:
            answer = await call(client, "position", game_id=id_of(answer), wait_seconds=60)
        assert not answer.startswith("REFUSED"), answer
    return answer


@pytest.mark.parametrize("name", zunft.game_names())
def test_a_whole_game_against_bots(name: str) -> None:
    async def check() -> None:
        async with Client(PROGRAM) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
            assert "# " not in await call(client, "rules", game=name)
            answer = await call(client, "new_game", game=name, opponents=["random"], seat=2, seed=1)
            assert "You are P2 (seat 2 of " in answer
            explained = await call(client, "choices", game_id=id_of(answer))
            listed, helps = explained.split("\n\n")
            assert [line.split(" | ")[0] for line in listed.split("\n")] == choices_in(answer)
            kinds = {choice.split(" ")[0] for choice in choices_in(answer)}
            assert {line.split(": ")[0] for line in helps.split("\n")} == kinds, "one sentence for each kind"
            wrong = await call(client, "choose", game_id=id_of(answer), choice="dance")
            assert wrong.startswith("REFUSED: ") and "legal are" in wrong
            end = await play_to_the_end(client, answer, random.Random(1))
            assert "P1" in end.split("\n# ")[0] and choices_in(end) == []
            assert len((await call(client, "log", game_id=id_of(end), last=500)).split("\n")) > 20
            refused = await call(client, "choose", game_id=id_of(end), choice="pass")
            assert refused.startswith("REFUSED: ") and refused.endswith("the game is over")

    asyncio.run(check())


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("mcp")
    with Server(str(folder / "zunft.sqlite"), folder / "log.txt") as found:
        yield found


def test_a_whole_game_at_a_site_by_its_link(web: Server) -> None:
    """Invited by a link; the seat's own link opens it again."""
    host = web.client.create("norenberc", 2, ["open", "random"])
    invitation = f"{web.url}/t/{host.table}/s/{host.invitations[0]}"

    async def check() -> str:
        async with Client(PROGRAM) as client:
            answer = await call(client, "join_game", link=invitation, name="Clara")
            assert "You are Clara (seat 1 of 2)" in answer
            assert (await call(client, "choices", game_id=id_of(answer))).count(" | ") >= len(choices_in(answer)) > 0
            assert "is not an action" in await call(client, "choose", game_id=id_of(answer), choice="dance")
            used = await call(client, "join_game", link=invitation, name="Dora")
            assert used.startswith("REFUSED: ") and "the site says: " in used
            end = await play_to_the_end(client, answer, random.Random(2))
            assert "Clara" in await call(client, "log", game_id=id_of(end))
            return end

    end = asyncio.run(check())
    found = web.client.watch(host.table).position()
    assert found["status"] == "over"
    assert f"Clara {found['players'][0]['points']}, " in end


def test_ones_own_seat_at_a_site(web: Server) -> None:
    seat = web.client.create("norenberc", 2, ["human", "random"], name="Emma")
    answer = Tools().join_game(f"{web.url}/t/{seat.table}/s/{seat.secret}", "somebody else")
    assert "You are Emma (seat 1 of 2)" in answer and choices_in(answer)


@pytest.mark.parametrize(
    "link", ["", "norenberc", "file:///etc/passwd", "http://127.0.0.1/t/x", "ftp://h/t/a/s/b", "http:///t/a/s/b"]
)
def test_invalid_links_are_refused(link: str) -> None:
    with pytest.raises(zunft.BadOption, match="looks like"):
        site.parse(link)


def test_links_are_parsed() -> None:
    assert site.parse("https://example.org/t/abc/s/xyz") == ("https://example.org", "abc", "xyz")
    assert site.parse("http://h:8000/games/t/abc/s/xyz ") == ("http://h:8000/games", "abc", "xyz")


def test_an_unreachable_site() -> None:
    with pytest.raises(site.SiteRefused, match="the site cannot be reached: Connection refused"):
        Tools().join_game("http://127.0.0.1:9/t/abc/s/xyz")


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": "norenberc", "players": 9}, "2 to 5 players"),
        ({"game": "norenberc", "seat": 3}, "seat must be 1 to 2"),
        ({"game": "norenberc", "opponents": ["./bot.py:Bot"]}, "opponents must be among "),
        ({"game": "norenberc", "opponents": ["exec:sh"]}, "opponents must be among "),
        ({"game": "norenberc", "options": {"components": "/etc/passwd"}}, "components"),
        ({"game": "norenberc", "options": {str(number): "x" for number in range(21)}}, "at most 20"),
        ({"game": "norenberc", "options": {"open_money": 3}}, "option open_money"),
        ({"game": "norenberc", "language": "la"}, "language must be"),
    ],
)
def test_unplayable_settings_are_refused(wrong: dict[str, Any], reason: str) -> None:
    with pytest.raises(zunft.ZunftError, match=reason):
        Tools().new_game(**wrong)


def test_settings_as_models_write_them() -> None:
    """The title, one bot as a text, and options as text or as JSON has them: all the same game."""

    async def check() -> None:
        async with Client(PROGRAM) as client:
            several = [
                {"game": "guildhall", "opponents": ["random"], "options": {"turn_limit": "40"}},
                {"game": "Guildhall", "opponents": "random", "options": {"turn_limit": 40}},
            ]
            answers = [await call(client, "new_game", seed=1, **settings) for settings in several]
            first, second = (answer.partition("\n")[2] for answer in answers)
            assert first == second and "You are P1" in first

    asyncio.run(check())


def test_a_limited_number_of_games_is_kept() -> None:
    """The least recently used game is dropped."""
    sessions = Sessions(most=2)
    games = [new_local(zunft.load("norenberc"), 2, 1, ["random"], {}, seed, "en") for seed in range(3)]
    first, second = sessions.add(games[0]), sessions.add(games[1])
    assert sessions.get(first) is games[0]
    third = sessions.add(games[2])
    assert sessions.get(first) is games[0] and sessions.get(third) is games[2]
    with pytest.raises(zunft.BadOption, match="At most 2 are kept"):
        sessions.get(second)
    sessions.end(first)
    with pytest.raises(zunft.BadOption, match="there is no game"):
        sessions.get(first)


@pytest.mark.parametrize("name", zunft.game_names())
def test_tools_reveal_nothing_hidden_from_the_seat(name: str) -> None:
    """Twin games that differ only in what the seat cannot know give the same results, byte for byte."""
    tools, rng = Tools(), random.Random(4)
    game = new_local(zunft.load(name), None, 1, ["random"], {}, 4, "en")
    for _ in range(25):
        if game.state.is_over():
            break
        twin = new_local(zunft.load(name), None, 1, ["random"], {}, 4, "en")
        twin.state = game.state.resample(0, rng)
        events = game.state.journal or []
        twin.state.journal = [event if event.is_visible_to(0) else Event("x", only=event.only) for event in events]
        twin.notes = game.notes
        ids = tools.sessions.add(game), tools.sessions.add(twin)
        for tool in (tools.position, tools.choices, tools.log):
            one, other = (tool(found).replace(found, "g") for found in ids)
            assert one == other
        game.choose(rng.choice([game.game.text(action) for action in game.state.legal_actions(0)]))


def test_the_languages(tmp_path: Path) -> None:
    for language, said in (("de", "Du bist P1"), ("ru", "Вы — P1")):
        assert said in Tools().new_game("norenberc", language=language, opponents=["random"], seed=1)
