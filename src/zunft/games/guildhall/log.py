"""Log entries: one function for each event."""

from __future__ import annotations

from typing import Any

from zunft.core.state import PUBLIC
from zunft.games.guildhall.cards import KIND_IDS, PRESTIGE, PROFESSIONS
from zunft.games.guildhall.table import Table

DECK = "deck"
PILE = "pile"
ROW = "row"


def hand(player: int) -> str:
    return f"hand-{player + 1}"


def hall(player: int) -> str:
    return f"hall-{player + 1}"


def area(player: int) -> str:
    return f"area-{player + 1}"


def complete(player: int) -> str:
    """The place of complete chapters."""
    return f"complete-{player + 1}"


def names(cards: tuple[int, ...]) -> list[str]:
    return [KIND_IDS[kind] for kind in cards]


def swapped(table: Table) -> dict[str, Any]:
    return {"given": names(table.given), "taken": names(table.taken)}


# The course of the game


def game_begins(table: Table) -> None:
    if table.journal is not None:
        table.log("game_begins", professions=[PROFESSIONS[profession] for profession in table.professions])


def starts(table: Table, player: int) -> None:
    if table.journal is not None:
        table.log("starts", player=player)


def turn_begins(table: Table, player: int) -> None:
    if table.journal is not None:
        table.log("turn_begins", player=player, turn=table.turn)


def limit_reached(table: Table) -> None:
    if table.journal is not None:
        table.log("limit_reached", turn=table.turn)


def game_ends(table: Table) -> None:
    if table.journal is not None:
        table.log("game_ends", players=table.winners())


# Deck and discard pile


def draws(table: Table, player: int, number: int) -> None:
    if table.journal is not None and number > 0:
        table.log("draws", DECK, hand(player), player=player, count=number)


def draws_card(table: Table, player: int, kind: int) -> None:
    """Only the drawing player sees which card it is."""
    if table.journal is not None:
        table.log("draws_card", DECK, hand(player), player, card=KIND_IDS[kind])


def reshuffles(table: Table) -> None:
    if table.journal is not None:
        table.log("reshuffles", PILE, DECK, count=table.deck_size)


def searches(table: Table, player: int) -> None:
    if table.journal is not None:
        table.log("searches", player=player)


def falls_back(table: Table, level: int) -> None:
    """The pile lacks the cards for the chosen level."""
    if table.journal is not None:
        table.log("falls_back", level=level)


def finds_nothing(table: Table, player: int) -> None:
    if table.journal is not None:
        table.log("finds_nothing", player=player)


def finds(table: Table, player: int, kind: int, depth: int) -> None:
    """The card's depth in the pile is public."""
    if table.journal is not None:
        table.log("finds", player=player, card=KIND_IDS[kind], depth=depth)


def discards(table: Table, player: int) -> None:
    if table.journal is not None and table.batch:
        top = KIND_IDS[table.batch[-1]]
        table.log("discards", hand(player), PILE, player=player, count=len(table.batch), card=top)


def lays(table: Table, player: int, kind: int, depth: int, is_open: bool) -> None:
    """Cards from halls are laid face up; of complete chapters others see only the top card."""
    if table.journal is not None:
        only = PUBLIC if is_open else player
        table.log("lays", "", PILE, only, player=player, card=KIND_IDS[kind], depth=depth)


def shows_top(table: Table) -> None:
    if table.journal is not None:
        table.log("shows_top", card=KIND_IDS[table.pile[-1]])


# Actions


def plays(table: Table, player: int, kind: int) -> None:
    if table.journal is not None:
        table.log("plays", hand(player), area(player), player=player, card=KIND_IDS[kind])


def uses(table: Table, player: int, profession: int, level: int) -> None:
    if table.journal is not None:
        name = PROFESSIONS[profession]
        table.log("uses", player=player, profession=name, level=level, effect=f"{name}-{level}")


def declines(table: Table, player: int) -> None:
    if table.journal is not None:
        table.log("declines", player=player)


def buys(table: Table, player: int, card: int) -> None:
    if table.journal is not None:
        table.log("buys", ROW, f"prestige-{player + 1}", player=player, prestige=PRESTIGE[card])


def pays_with(table: Table, player: int, profession: int) -> None:
    """Only the player knows which chapters (G64)."""
    if table.journal is not None:
        table.log("pays_with", only=player, profession=PROFESSIONS[profession])


def pays(table: Table, player: int, number: int) -> None:
    if table.journal is not None:
        table.log("pays", complete(player), PILE, player=player, count=number)


def accepts(table: Table, player: int, card: int) -> None:
    if table.journal is not None:
        table.log("accepts", player=player, prestige=PRESTIGE[card])


def shows(table: Table, card: int) -> None:
    if table.journal is not None:
        table.log("shows", "prestige-deck", ROW, prestige=PRESTIGE[card])


def leaves(table: Table, player: int, kind: int) -> None:
    if table.journal is not None:
        table.log("leaves", area(player), PILE, player=player, card=KIND_IDS[kind])


# Chapters


def completes(table: Table, player: int, profession: int) -> None:
    if table.journal is not None:
        table.log("completes", hall(player), complete(player), player=player, profession=PROFESSIONS[profession])


def drops(table: Table, player: int, profession: int) -> None:
    if table.journal is not None:
        table.log("drops_chapter", only=player, profession=PROFESSIONS[profession])
        table.log("drops", complete(player), PILE, player=player)


# Effects


def earns(table: Table, player: int, points: int) -> None:
    if table.journal is not None and points:
        table.log("earns", "chits", hall(player), player=player, count=points)


def extra_actions(table: Table, player: int, number: int) -> None:
    if table.journal is not None:
        table.log("extra_actions", player=player, count=number)


def places(table: Table, player: int, kind: int) -> None:
    if table.journal is not None:
        table.log("places", hand(player), hall(player), player=player, card=KIND_IDS[kind])


def looks(table: Table, player: int, other: int) -> None:
    if table.journal is not None:
        table.log("looks", player=player, other=other)
        cards = names(tuple(table.players[other].hand))
        table.log("looked", only=player, other=other, cards=cards)


def robs(table: Table, player: int, other: int, kind: int, is_duplicate: bool) -> None:
    if table.journal is not None:
        key, target = ("robs_in_vain", PILE) if is_duplicate else ("robs", hall(player))
        table.log(key, hand(other), target, player=player, other=other, card=KIND_IDS[kind])


def reveals(table: Table, player: int, kind: int, is_duplicate: bool) -> None:
    if table.journal is not None:
        key, target = ("reveals_in_vain", PILE) if is_duplicate else ("reveals", hall(player))
        table.log(key, DECK, target, player=player, card=KIND_IDS[kind])


def hunts(table: Table, player: int) -> None:
    if table.journal is not None:
        table.log("hunts", PILE, hall(player), player=player, **swapped(table))


def peddles(table: Table, player: int, other: int) -> None:
    if table.journal is not None:
        table.log("peddles", hand(player), hall(other), player=player, other=other, **swapped(table))


def puts_back(table: Table, player: int, number: int) -> None:
    if table.journal is not None and number > 0:
        table.log("puts_back", hand(player), DECK, player=player, count=number)


def puts_back_card(table: Table, player: int, kind: int) -> None:
    """Only the player knows the card."""
    if table.journal is not None:
        table.log("puts_back_card", hand(player), DECK, player, card=KIND_IDS[kind])


def gives(table: Table, player: int, other: int, kind: int) -> None:
    if table.journal is not None:
        table.log("gives", hall(player), hall(other), player=player, other=other, card=KIND_IDS[kind])


def strikes(table: Table, player: int, other: int) -> None:
    if table.journal is not None:
        table.log("strikes", hall(other), PILE, player=player, other=other, cards=names(table.taken))


def takes_from_pile(table: Table, player: int, kind: int) -> None:
    if table.journal is not None:
        table.log("takes_from_pile", PILE, hall(player), player=player, card=KIND_IDS[kind])


def trades(table: Table, player: int, other: int) -> None:
    if table.journal is not None:
        table.log("trades", hall(player), hall(other), player=player, other=other, **swapped(table))


def weaves(table: Table, player: int) -> None:
    if table.journal is not None:
        key = "weaves" if table.given else "unravels"
        table.log(key, hand(player), hall(player), player=player, **swapped(table))


def takes_chapter(table: Table, player: int, other: int, profession: int) -> None:
    if table.journal is not None:
        args: dict[str, Any] = {
            "player": player,
            "other": other,
            "profession": PROFESSIONS[profession],
            "cards": names(table.taken),
        }
        table.log("takes_chapter", hall(other), hall(player), **args)


def takes_card(table: Table, player: int, other: int, kind: int) -> None:
    if table.journal is not None:
        table.log("takes_card", hall(other), hall(player), player=player, other=other, card=KIND_IDS[kind])
