"""Positions for the rulebook's examples: the start of a turn, with only the relevant cards."""

from __future__ import annotations

from typing import Any

import zunft
from zunft.core.state import Task
from zunft.games.guildhall import deck, hands, steps
from zunft.games.guildhall.cards import CHAPTER_SIZE, COLOURS, KIND_IDS, KINDS, PRESTIGE, PROFESSIONS, kinds, set_of
from zunft.games.guildhall.discard_pile import ALL_SEATS

GAME = zunft.load("guildhall")
ME, OTHER, THIRD = 0, 1, 2
FIVES = ("p5", "p5", "p5", "p5", "p9")


def cards(text: str) -> list[int]:
    """ "red robber, blue hunter" as kinds; "all but green scholar" as the other four of the chapter."""
    found: list[int] = []
    for name in filter(None, (part.strip() for part in text.split(","))):
        if name.startswith("all but "):
            colour, profession = name.removeprefix("all but ").split()
            found += [KIND_IDS.index(f"{other}-{profession}") for other in COLOURS if other != colour]
        else:
            found.append(KIND_IDS.index(name.replace(" ", "-")))
    return found


def position(
    *players: dict[str, Any],
    mode: str = "job_faire",
    pile: str = "",
    draw_pile: str | None = None,
    row: tuple[str, ...] = FIVES,
    actions: int = 2,
    **options: Any,
) -> Any:
    """Player 1's turn. `draw_pile` names all cards of the deck; by default it holds all remaining cards."""
    table: Any = GAME.new(len(players), mode=mode, **options)
    table.agenda = []
    table.row = tuple(PRESTIGE.index(card) for card in row)
    bag = list(table.prestige_deck)
    for card in table.row:
        bag[card] -= 1
    table.prestige_deck = tuple(bag)
    for me, wanted in zip(table.players, players, strict=True):
        seat(me, **wanted)
    table.pile = cards(pile)
    table.pile_seen = [ALL_SEATS] * len(table.pile)
    fill_deck(table, draw_pile)
    table.turn = 1
    table.actions_left = actions
    table.agenda = [Task(steps.NEXT_ACTION)]
    table.advance()
    return table


def seat(
    me: Any, hand: str = "", hall: str = "", complete: str = "", chits: int = 0, prestige: tuple[str, ...] = ()
) -> None:
    me.hand = sorted(cards(hand))
    me.hall = set_of(cards(hall))
    me.complete = tuple(sorted(PROFESSIONS.index(name) for name in complete.split()))
    me.certain = me.complete
    me.chits = chits
    me.prestige = tuple(PRESTIGE.index(card) for card in prestige)


def fill_deck(table: Any, wanted: str | None) -> None:
    copies = [0] * KINDS
    if wanted is not None:
        for kind in cards(wanted):
            copies[kind] += 1
    else:
        for profession in table.professions:
            for kind in range(profession * CHAPTER_SIZE, (profession + 1) * CHAPTER_SIZE):
                copies[kind] = 4 - elsewhere(table).count(kind)
    deck.fill(table, copies)


def elsewhere(table: Any) -> list[int]:
    found = list(table.pile)
    for me in table.players:
        found += [*me.hand, *kinds(me.hall)]
        for profession in me.complete:
            found += range(profession * CHAPTER_SIZE, (profession + 1) * CHAPTER_SIZE)
    return found


def play(table: Any, *texts: str) -> None:
    """Actions by name, including chance; "play red robber" stands for "play red-robber"."""
    for text in texts:
        verb, _, rest = text.partition(" ")
        zunft.play(table, GAME.parse(f"{verb} {rest.replace(' ', '-')}".strip()))


def options(table: Any) -> list[str]:
    return [GAME.text(action).replace("-", " ") for action in table.legal_actions()]


def asked(table: Any) -> str | None:
    """The pending decision and its player: "1 level"."""
    player = table.current_player()
    return None if player < 0 else f"{player + 1} {table.view(player)['decision']}"


def names(found: list[int]) -> str:
    return ", ".join(KIND_IDS[kind].replace("-", " ") for kind in found)


def hand(table: Any, player: int = ME) -> str:
    return names(table.players[player].hand)


def hall(table: Any, player: int = ME) -> str:
    return names(kinds(table.players[player].hall))


def pile(table: Any) -> str:
    """From bottom to top."""
    return names(table.pile)


def complete(table: Any, player: int = ME) -> list[str]:
    return [PROFESSIONS[profession] for profession in table.players[player].complete]


def end_turn(table: Any) -> None:
    """Refresh without discarding until the turn is over; hands of six cards or more draw nothing."""
    player = table.active
    while table.active == player and not table.is_over():
        if table.current_player() == zunft.CHANCE:
            table.apply(table.legal_actions()[0])
        else:
            play(table, "refresh" if asked(table) == f"{player + 1} action" else "stop")


def remember(table: Any, player: int, viewer: int, card: str) -> None:
    hands.remember(table.players[player], viewer, cards(card)[0])
