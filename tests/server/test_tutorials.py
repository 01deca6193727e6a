"""Guided first games on the site: one click, the real board, responses to wrong tries, then a normal game."""

from __future__ import annotations

import html
import re
import time
from collections.abc import Iterator
from functools import partial

import pytest
from litestar import Litestar
from litestar.testing import TestClient

import zunft
from tests.server.apps import application, in_loop, tables_of
from zunft.core.tutorial import Beat, Tutorial, in_language
from zunft.server.store import queries
from zunft.server.store.prune import DAY, Policy, prune
from zunft.server.tables import guidance
from zunft.server.tables.records import record_so_far
from zunft.server.tables.table import Table

Client = TestClient[Litestar]
GUIDED = [name for name in zunft.game_names() if zunft.load(name).tutorial() is not None]
LANGUAGES = ("en", "de", "ru")
BROWSER = {"accept": "text/html"}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with application(tmp_path_factory.mktemp("tutorials") / "zunft.sqlite") as client:
        yield client


@pytest.fixture
def client(app: Client) -> Client:
    app.cookies.clear()
    return app


def tutorial_of(game: str) -> Tutorial:
    found = zunft.load(game).tutorial()
    assert found is not None
    return found


def learn(client: Client, game: str, language: str = "en") -> str:
    """One click; the URL of the table."""
    client.cookies.set("language", language)
    made = client.post(f"/learn/{game}", headers=BROWSER, follow_redirects=False)
    assert made.status_code == 303, made.text
    return str(made.headers["location"])


def table_at(client: Client, address: str) -> Table:
    table: Table = in_loop(client, tables_of(client).table, address.removeprefix("/t/"))
    return table


def waiting(client: Client, address: str, learner: int) -> Table:
    """The table, once the learner has to decide or read, or the script has ended."""
    for _ in range(600):
        table = table_at(client, address)
        beat = guidance.present_beat(table)
        if beat is None or beat.is_reading() or beat.player == learner:
            return table
        time.sleep(0.05)
    raise TimeoutError(address)


def choose(client: Client, address: str, table: Table, learner: int, action: str) -> tuple[int, str]:
    data = {"action": action, "number": str(table.number(learner))}
    answer = client.post(f"{address}/choose", data=data, headers={"x-live": "1"})
    return answer.status_code, answer.json()["detail"] if answer.content else ""


def guide(client: Client, address: str, what: str) -> int:
    return client.post(f"{address}/guide", data={"what": what}, headers={"x-live": "1"}).status_code


def wrong_try(table: Table, beat: Beat, learner: int) -> str | None:
    legal = [table.game.text(action) for action in table.state.legal_actions(learner)]
    return next((text for text in legal if not beat.accepts(text)), None)


def check_page(client: Client, address: str, beat: Beat, tutorial: Tutorial, language: str) -> None:
    """The stop's text is shown; everything it refers to is highlighted, but no choice that it does not ask for."""
    page = client.get(address, headers=BROWSER).text
    stop = tutorial.stops[beat.stop]
    assert in_language(stop.texts, language) in html.unescape(page), stop.name
    for place in stop.light:
        tags = re.findall(f'<[^>]*data-place="{place}"[^>]*>', page)
        assert tags and all("data-lit" in tag or "value=" in tag for tag in tags), f"{stop.name}: {place}"
    for choice in re.findall(r'<button class="[^"]*pick[^>]* value="([^"]*)"[^>]*data-lit', page):
        assert beat.accepts(html.unescape(choice)), f"{stop.name}: {choice}"
    if beat.is_reading():
        assert 'id="next"' in page and 'class="pick"' not in page
    elif "*" not in beat.accepted:
        assert re.search(r'<button class="pick"[^>]* data-lit', page), stop.name


def check_guided_actions(table: Table, tutorial: Tutorial) -> None:
    """They are the script's own, of all players, except where every choice was fine."""
    record = record_so_far(table)
    asked = [beat for beat in tutorial.beats if not beat.is_reading() and "*" not in beat.accepted]
    found = sorted(guidance.guided_actions(table))
    assert [record.actions[number] for number in found] == [beat.action for beat in asked]


@pytest.mark.parametrize("game", GUIDED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tutorial_is_played_to_its_end_with_a_wrong_try_at_every_stop(
    client: Client, game: str, language: str
) -> None:
    tutorial = tutorial_of(game)
    learner = tutorial.learner
    address = learn(client, game, language)
    stops: set[str] = set()
    while True:
        table = waiting(client, address, learner)
        beat = guidance.present_beat(table)
        if beat is None:
            break
        stops.add(tutorial.stops[beat.stop].name)
        check_page(client, address, beat, tutorial, language)
        if beat.is_reading():
            assert guide(client, address, "next") == 204
            continue
        wrong = wrong_try(table, beat, learner)
        if wrong is not None:
            status, reason = choose(client, address, table, learner, wrong)
            assert status == 409 and reason == tutorial.answer(tutorial.stops[beat.stop], wrong, language)
            assert table_at(client, address) is table  # nothing has changed
        assert choose(client, address, table, learner, table.game.text(beat.action)) == (204, "")
    assert stops == {stop.name for stop in tutorial.stops}
    check_guided_actions(waiting(client, address, learner), tutorial)
    page = client.get(address, headers=BROWSER).text
    assert in_language(tutorial.ending, language) in html.unescape(page)
    assert f'href="/summary/{game}"' in page


def test_after_the_script_apprentices_play_on(client: Client) -> None:
    address = learn(client, "norenberc")
    assert guide(client, address, "skip") == 204
    for _ in range(40):
        table = table_at(client, address)
        if table.is_over or len([move for move in table.moves if move.player == 1]) > 3:
            break
        if 0 in table.deciders:
            action = table.game.text(table.state.legal_actions(0)[-1])
            assert choose(client, address, table, 0, action)[0] == 204
        else:
            time.sleep(0.05)
    table = table_at(client, address)
    assert any(move.player == 1 for move in table.moves)
    assert table.seats[1].bot == "apprentice"
    assert guide(client, address, "next") == 409  # no longer guided


def test_a_place_is_not_highlighted_if_pressing_it_is_a_wrong_try(client: Client) -> None:
    """Strasbourg: draw four cards from the pile, then stop."""
    address, tutorial = learn(client, "strasbourg"), tutorial_of("strasbourg")
    pile = re.compile(r'<button[^>]*data-place="pile-1"[^>]*>')
    found = {}
    while (beat := guidance.present_beat(waiting(client, address, tutorial.learner))) is not None:
        if tutorial.stops[beat.stop].name == "draw":
            button = pile.search(client.get(address, headers=BROWSER).text)
            found[beat.accepted[0]] = button is not None and "data-lit" in button[0]
        elif "stop" in found:
            break
        if beat.is_reading():
            guide(client, address, "next")
        else:
            table = table_at(client, address)
            choose(client, address, table, tutorial.learner, table.game.text(beat.action))
    assert found == {"draw": True, "stop": False}


def test_the_last_text_can_be_closed_once(client: Client) -> None:
    """So that it does not take room from the board for the rest of the game."""
    address, ending = learn(client, "norenberc"), in_language(tutorial_of("norenberc").ending, "en")
    assert guide(client, address, "close") == 409  # still guided
    guide(client, address, "skip")
    assert ending in html.unescape(client.get(address, headers=BROWSER).text)
    assert guide(client, address, "close") == 204
    assert ending not in html.unescape(client.get(address, headers=BROWSER).text)
    assert guide(client, address, "close") == 409


def test_after_the_script_sets_are_ticked_as_in_any_game(client: Client) -> None:
    address = learn(client, "guildhall")
    guide(client, address, "next")
    for action in ("discard purple-hunter", "stop"):
        assert choose(client, address, table_at(client, address), 0, action)[0] == 204
    assert "data-parts-of" not in client.get(address, headers=BROWSER).text  # card by card, as the text says
    guide(client, address, "skip")
    assert "data-parts-of" in client.get(address, headers=BROWSER).text


def test_reading_comes_before_choosing(client: Client) -> None:
    address = learn(client, "norenberc")
    table = table_at(client, address)
    status, reason = choose(client, address, table, 0, "plan 1 3")
    assert status == 409 and "Next" in reason


@pytest.mark.parametrize("game", GUIDED)
def test_hints_begin_where_the_guide_ends(client: Client, game: str) -> None:
    """A search could contradict the guide; both read and decide stops are guided."""
    learner = tutorial_of(game).learner
    address = learn(client, game)
    hints = f"/api/v1/tables{address.removeprefix('/t')}/hints"
    objection = hints.removesuffix("hints") + "objection"
    for _ in range(2):
        table = waiting(client, address, learner)
        assert f'action="{address}/hint"' not in client.get(address, headers=BROWSER).text
        refused = [client.post(hints), client.post(objection, json={"action": "pass"}), client.post(f"{address}/hint")]
        assert [answer.status_code for answer in refused] == [409] * 3
        assert refused[0].json()["code"] == "hints_guided"
        assert not table_at(client, address).hinted
        guide(client, address, "next")
    assert guide(client, address, "skip") == 204
    table = table_at(client, address)
    assert learner in table.deciders and len(table.state.legal_actions(learner)) > 1
    assert f'action="{address}/hint"' in client.get(address, headers=BROWSER).text
    assert client.post(hints).status_code == 200


def test_while_the_learner_reads_no_task_looks_decided(client: Client) -> None:
    """Strasbourg begins with a text to read; its tasks are chosen after it."""
    page = client.get(learn(client, "strasbourg"), headers=BROWSER).text
    assert page.count('class="task undecided"') == 5 and 'class="task returned"' not in page


def test_back_undoes_the_others_moves_since(client: Client) -> None:
    tutorial = tutorial_of("norenberc")
    address = learn(client, "norenberc")
    assert guide(client, address, "back") == 409
    guide(client, address, "next")
    first = waiting(client, address, 0)
    choose(client, address, first, 0, "plan 1 3")
    table = waiting(client, address, 0)
    assert guidance.beats_done(table, tutorial) == 3
    assert guide(client, address, "back") == 204
    table = waiting(client, address, 0)
    assert guidance.beats_done(table, tutorial) == 1 and not table.moves
    assert guide(client, address, "back") == 204
    assert guidance.is_reading(table_at(client, address))


def test_a_guided_game_always_has_the_same_deal(client: Client) -> None:
    addresses = [learn(client, "norenberc") for _ in range(2)]
    first, second = [table_at(client, address).state.view(0) for address in addresses]
    assert first == second


def test_a_guided_table_is_private_and_not_rated(client: Client) -> None:
    address = learn(client, "norenberc")
    table = table_at(client, address)
    assert not table.setup.listed and table.setup.origin == guidance.ORIGIN  # tables with an origin are unrated
    client.cookies.clear()
    assert address not in client.get("/", headers=BROWSER).text
    page = client.get(address, headers=BROWSER).text  # another visitor
    assert tutorial_of("norenberc").stops[0].texts["en"] not in html.unescape(page)


def test_a_learner_who_leaves_is_replaced_and_the_game_continues(client: Client) -> None:
    address = learn(client, "norenberc")
    assert client.post(f"{address}/leave", headers={"x-live": "1"}).status_code == 204
    for _ in range(600):
        table = table_at(client, address)
        if len(table.moves) > 3:
            break
        time.sleep(0.05)
    assert guidance.present_beat(table) is None and len(table.moves) > 3


@pytest.mark.parametrize("game", GUIDED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_summary_has_goal_turn_and_end(client: Client, game: str, language: str) -> None:
    client.cookies.set("language", language)
    page = html.unescape(client.get(f"/summary/{game}", headers=BROWSER).text)
    steps = zunft.load(game).texts[language].find("summary.picture")
    assert len(steps) == 4 and page.count('class="scene"') == 4
    assert all(caption in page for caption in steps.values())
    say = zunft.load(game).texts[language]
    for part in ("goal", "turn", "end"):
        assert isinstance(say.own(f"summary.{part}"), str) and say.say(f"summary.{part}") in page


def test_a_game_without_a_tutorial_says_so(client: Client) -> None:
    assert client.post("/learn/no-such-game").status_code == 404


def test_guided_games_abandoned_by_guests_are_pruned_like_open_tables(client: Client) -> None:
    address = learn(client, "norenberc")
    tables = tables_of(client)
    now = table_at(client, address).setup.created
    for days, is_there in ((13, True), (15, False)):
        in_loop(client, tables.database.work, partial(prune, now=now + days * DAY, policy=Policy()))
        counted = partial(queries.load_table, table=address.removeprefix("/t/"))
        assert (in_loop(client, tables.database.read, counted) is not None) == is_there
