"""What the journal says: one function for each event."""

from __future__ import annotations

from typing import Any

from zunft.core.state import EVERYBODY, Event
from zunft.games.guildhall.cards import KIND_IDS, PRESTIGE, PROFESSIONS
from zunft.games.guildhall.table import Table

DECK = "deck"
PILE = "pile"
ROW = "row"


def tell(table: Table, key: str, source: str = "", target: str = "", only: int = EVERYBODY, **args: Any) -> None:
    table.note(Event(key, args, only, source, target))


def hand(player: int) -> str:
    return f"hand-{player + 1}"


def hall(player: int) -> str:
    return f"hall-{player + 1}"


def area(player: int) -> str:
    return f"area-{player + 1}"


def complete(player: int) -> str:
    """Where the complete chapters lie."""
    return f"complete-{player + 1}"


def names(cards: tuple[int, ...]) -> list[str]:
    return [KIND_IDS[kind] for kind in cards]


def swapped(table: Table) -> dict[str, Any]:
    return {"given": names(table.given), "taken": names(table.taken)}


# The course of the game


def game_begins(table: Table) -> None:
    if table.journal is not None:
        tell(table, "game_begins", professions=[PROFESSIONS[profession] for profession in table.professions])


def starts(table: Table, player: int) -> None:
    if table.journal is not None:
        tell(table, "starts", player=player)


def turn_begins(table: Table, player: int) -> None:
    if table.journal is not None:
        tell(table, "turn_begins", player=player, turn=table.turn)


def limit_reached(table: Table) -> None:
    if table.journal is not None:
        tell(table, "limit_reached", turn=table.turn)


def game_ends(table: Table, winners: list[int]) -> None:
    if table.journal is not None:
        tell(table, "game_ends", players=winners)


# Deck and discard pile


def draws(table: Table, player: int, number: int) -> None:
    if table.journal is not None and number > 0:
        tell(table, "draws", DECK, hand(player), player=player, count=number)


def draws_card(table: Table, player: int, kind: int) -> None:
    """Only the drawing player sees which card it is."""
    if table.journal is not None:
        tell(table, "draws_card", DECK, hand(player), player, card=KIND_IDS[kind])


def reshuffles(table: Table) -> None:
    if table.journal is not None:
        tell(table, "reshuffles", PILE, DECK, count=table.deck_size)


def searches(table: Table, player: int) -> None:
    if table.journal is not None:
        tell(table, "searches", player=player)


def finds(table: Table, player: int, kind: int, depth: int) -> None:
    """Where in the pile the card lay can be seen by all."""
    if table.journal is not None:
        tell(table, "finds", player=player, card=KIND_IDS[kind], depth=depth)


def discards(table: Table, player: int) -> None:
    if table.journal is not None and table.batch:
        top = KIND_IDS[table.batch[-1]]
        tell(table, "discards", hand(player), PILE, player=player, count=len(table.batch), card=top)


def lays(table: Table, player: int, kind: int, depth: int) -> None:
    """Cards from halls and chapters are laid openly."""
    if table.journal is not None:
        tell(table, "lays", "", PILE, player=player, card=KIND_IDS[kind], depth=depth)


# Actions


def plays(table: Table, player: int, kind: int) -> None:
    if table.journal is not None:
        tell(table, "plays", hand(player), area(player), player=player, card=KIND_IDS[kind])


def uses(table: Table, player: int, profession: int, level: int) -> None:
    if table.journal is not None:
        tell(table, "uses", player=player, profession=PROFESSIONS[profession], level=level)


def declines(table: Table, player: int) -> None:
    if table.journal is not None:
        tell(table, "declines", player=player)


def buys(table: Table, player: int, card: int) -> None:
    if table.journal is not None:
        tell(table, "buys", ROW, f"prestige-{player + 1}", player=player, prestige=PRESTIGE[card])


def pays(table: Table, player: int, profession: int) -> None:
    if table.journal is not None:
        tell(table, "pays", complete(player), PILE, player=player, profession=PROFESSIONS[profession])


def accepts(table: Table, player: int, card: int) -> None:
    if table.journal is not None:
        tell(table, "accepts", player=player, prestige=PRESTIGE[card])


def shows(table: Table, card: int) -> None:
    if table.journal is not None:
        tell(table, "shows", "prestige-deck", ROW, prestige=PRESTIGE[card])


def leaves(table: Table, player: int, kind: int) -> None:
    if table.journal is not None:
        tell(table, "leaves", area(player), PILE, player=player, card=KIND_IDS[kind])


# Chapters


def completes(table: Table, player: int, profession: int) -> None:
    if table.journal is not None:
        tell(table, "completes", hall(player), complete(player), player=player, profession=PROFESSIONS[profession])


def drops(table: Table, player: int, profession: int) -> None:
    if table.journal is not None:
        tell(table, "drops", complete(player), PILE, player=player, profession=PROFESSIONS[profession])


# Effects


def earns(table: Table, player: int, points: int) -> None:
    if table.journal is not None and points:
        tell(table, "earns", "chits", hall(player), player=player, count=points)


def extra_actions(table: Table, player: int, number: int) -> None:
    if table.journal is not None:
        tell(table, "extra_actions", player=player, count=number)


def places(table: Table, player: int, kind: int) -> None:
    if table.journal is not None:
        tell(table, "places", hand(player), hall(player), player=player, card=KIND_IDS[kind])


def looks(table: Table, player: int, other: int) -> None:
    if table.journal is not None:
        tell(table, "looks", player=player, other=other)
        cards = names(tuple(table.players[other].hand))
        tell(table, "looked", only=player, other=other, cards=cards)


def robs(table: Table, player: int, other: int, kind: int, is_duplicate: bool) -> None:
    if table.journal is not None:
        key, target = ("robs_in_vain", PILE) if is_duplicate else ("robs", hall(player))
        tell(table, key, hand(other), target, player=player, other=other, card=KIND_IDS[kind])


def reveals(table: Table, player: int, kind: int, is_duplicate: bool) -> None:
    if table.journal is not None:
        key, target = ("reveals_in_vain", PILE) if is_duplicate else ("reveals", hall(player))
        tell(table, key, DECK, target, player=player, card=KIND_IDS[kind])


def hunts(table: Table, player: int) -> None:
    if table.journal is not None:
        tell(table, "hunts", PILE, hall(player), player=player, **swapped(table))


def peddles(table: Table, player: int, other: int) -> None:
    if table.journal is not None:
        args: dict[str, Any] = {
            "player": player,
            "other": other,
            "given": names(table.given),
            "taken": names(table.taken),
        }
        tell(table, "peddles", hand(player), hall(other), **args)


def puts_back(table: Table, player: int, number: int) -> None:
    if table.journal is not None and number > 0:
        tell(table, "puts_back", hand(player), DECK, player=player, count=number)


def puts_back_card(table: Table, player: int, kind: int) -> None:
    """Only the player knows which card lies there."""
    if table.journal is not None:
        tell(table, "puts_back_card", hand(player), DECK, player, card=KIND_IDS[kind])


def gives(table: Table, player: int, other: int, kind: int) -> None:
    if table.journal is not None:
        tell(table, "gives", hall(player), hall(other), player=player, other=other, card=KIND_IDS[kind])


def strikes(table: Table, player: int, other: int) -> None:
    if table.journal is not None:
        tell(table, "strikes", hall(other), PILE, player=player, other=other, cards=names(table.taken))


def takes_from_pile(table: Table, player: int, kind: int) -> None:
    if table.journal is not None:
        tell(table, "takes_from_pile", PILE, hall(player), player=player, card=KIND_IDS[kind])


def trades(table: Table, player: int, other: int) -> None:
    if table.journal is not None:
        args: dict[str, Any] = {
            "player": player,
            "other": other,
            "given": names(table.given),
            "taken": names(table.taken),
        }
        tell(table, "trades", hall(player), hall(other), **args)


def weaves(table: Table, player: int) -> None:
    if table.journal is not None:
        key = "weaves" if table.given else "unravels"
        tell(table, key, hand(player), hall(player), player=player, **swapped(table))


def takes_chapter(table: Table, player: int, other: int, profession: int) -> None:
    if table.journal is not None:
        args: dict[str, Any] = {
            "player": player,
            "other": other,
            "profession": PROFESSIONS[profession],
            "cards": names(table.taken),
        }
        tell(table, "takes_chapter", hall(other), hall(player), **args)


def takes_card(table: Table, player: int, other: int, kind: int) -> None:
    if table.journal is not None:
        tell(table, "takes_card", hall(other), hall(player), player=player, other=other, card=KIND_IDS[kind])
