"""Reasons for illegal actions match the rules."""

from __future__ import annotations

import zunft
from tests.games.norenberc.positions import (
    BAKERS,
    BLUE,
    BREWERS,
    GAME,
    HATTERS,
    ORANGE,
    YELLOW,
    A,
    B,
    C,
    advance_to_round,
    choices,
    dealt,
    give_only,
    play,
    put_guest,
    send_guest_away,
    set_agents,
    set_talers,
    store,
    visit,
)
from zunft.games.norenberc.game import Norenberc

NAMES = ("Blue", "Orange", "Yellow")


def why(table: Norenberc, text: str, language: str = "en") -> str:
    found = zunft.why_not(table, GAME.parse(text))
    assert found is not None, f"{text} is legal"
    assert not found.general
    return found.say(GAME.texts[language].with_names(NAMES))


def key(table: Norenberc, text: str) -> str:
    found = zunft.why_not(table, GAME.parse(text))
    assert found is not None, f"{text} is legal"
    return found.key


def at_the_brewers(talers: int = 25, beer: int = 2, **goods: int) -> Norenberc:
    """Blue acts; the price is 6, as in the rulebook's example."""
    table = dealt()
    give_only(table, BLUE, beer=beer, **goods)
    set_talers(table, blue=talers)
    visit(table, BREWERS, BLUE)
    return table


def test_each_card_needs_an_agent() -> None:
    table = dealt(planning="turn_order")
    set_agents(table, ORANGE, 2)
    assert why(table, "plan 1 2 3") == "Each card needs an agent, and you have 2 agents."
    assert why(table, "plan 1 2 3", "de") == "Jede Karte braucht einen Handelsmann, und du hast 2 Handelsleute."
    assert why(table, "plan 1 2 3", "ru") == "На каждую карту нужен посредник, а у вас 2 посредника."
    play(table, "plan 1 2")


def test_a_guild_that_does_not_take_part() -> None:
    table = dealt(2)
    assert len(table.houses) < HATTERS + 1
    assert why(table, "plan 6") == "The hatters do not take part in this game."


def test_nobody_sells_more_than_they_have() -> None:
    assert why(at_the_brewers(beer=2), "sell 3") == "You have only 2 beers to sell."
    assert why(at_the_brewers(beer=0), "sell 1") == "You have no beer."
    assert why(at_the_brewers(beer=0), "sell 1", "de") == "Du hast kein Bier."
    assert why(at_the_brewers(beer=0), "sell 1", "ru") == "У вас нет пива."


def test_what_does_not_lie_in_the_storehouse_cannot_be_bought() -> None:
    table = at_the_brewers()
    assert why(table, "buy 1 shoes") == "This storehouse has no shoes."
    store(table, BREWERS, "shoes")
    assert why(table, "buy 2 shoes") == "This storehouse has only 1 pair of shoes."
    assert "buy 1 shoes" in choices(table)


def test_goods_cost_the_masters_price() -> None:
    assert why(at_the_brewers(talers=11), "buy 2 beer") == "That costs 12 talers, and you have 11 talers."


def test_the_limit_of_a_purchase_counts_all_goods_of_it() -> None:
    table = at_the_brewers(talers=99)
    store(table, BREWERS, "shoes", 2)
    play(table, "buy 2 beer")
    assert why(table, "buy 2 shoes") == "Here you may buy at most 1 good now."
    assert (
        why(table, "buy 1 beer") == "Within a purchase, goods are bought in the order of the guilds: too late for beer."
    )
    assert "buy 1 shoes" in choices(table)


def test_few_goods_and_few_talers_limit_a_purchase() -> None:
    """A3: three are within the limit, but two are there, and two are too dear."""
    table = at_the_brewers(talers=11)
    store(table, BREWERS, "shoes", 2)
    assert key(table, "buy 3 shoes") == "store_few"
    assert key(table, "buy 2 shoes") == "too_dear"


def test_the_reason_against_hiring_names_the_cost_of_the_room() -> None:
    """A5: all of it, with what may replace the last own good."""
    table = dealt()
    put_guest(table, BREWERS, A, "musician-5")
    give_only(table, BLUE, pastry=1)
    visit(table, BREWERS, BLUE)
    assert [why(table, f"hire {room}").split(". ")[0] for room in "ABCD"] == [
        "Room A costs 1 beer",
        "Room B costs 1 beer and 1 good of any kind",
        "Room C costs 2 beers, or 1 beer and 2 other goods",
        "Room D costs 3 beers, or 2 beers and 2 other goods",
    ]


def test_an_empty_room_and_a_room_that_costs_too_much() -> None:
    table = at_the_brewers(beer=1)
    assert why(table, "hire A") == "Nobody stays in room A."
    reason = why(table, "hire D")
    assert reason.startswith("Room D costs ") and reason.endswith("You have 1 beer and 0 other goods.")


def test_the_thief_finds_nothing() -> None:
    table = at_the_brewers(beer=5)
    put_guest(table, BREWERS, B, "thief")
    give_only(table, ORANGE)
    play(table, "hire B")
    while "decline" not in choices(table):
        play(table, choices(table)[0])
    assert why(table, "rob 2") == "Orange has no goods."
    assert why(table, "rob 1") == "You cannot steal from yourself."
    assert why(table, "rob 5") == "There is no such player."


def test_the_guard_moves_craftsmen_of_one_guild_but_no_master() -> None:
    table = at_the_brewers(beer=5)
    put_guest(table, BREWERS, B, "guard")
    put_guest(table, BREWERS, A, "musician-5")
    play(table, "hire B")
    while "decline" not in choices(table):
        play(table, choices(table)[0])
    assert why(table, "swap brewers-window-1") == "A master stays in his window."
    assert why(table, "swap brewers-room-B") == "There is nobody here."
    assert why(table, "swap brewers-room-A") == ("The Guard swaps craftsmen only, and this is a citizen: Musician 5.")
    play(table, "swap brewers-window-2")
    assert why(table, "swap brewers-window-2") == "You have already chosen him. Who do you swap him with?"
    assert why(table, "swap bakers-window-2") == "Both must be craftsmen of the brewers."


def test_goods_are_paid_in_the_order_of_the_guilds() -> None:
    """The Peddler takes the player's goods."""
    table = at_the_brewers(beer=4, shoes=1, cloth=1)
    put_guest(table, BREWERS, B, "peddler")
    play(table, "hire B")
    while "put beer" not in choices(table):
        play(table, choices(table)[0])
    assert why(table, "put hats") == "You have no hats."


def hired(name: str, **orange: int) -> Norenberc:
    """Blue has hired this citizen from room A; Orange has these goods, Yellow none."""
    table = at_the_brewers(beer=5)
    put_guest(table, BREWERS, A, name)
    give_only(table, ORANGE, **orange)
    give_only(table, YELLOW)
    play(table, "hire A")
    return table


def test_players_and_guilds_that_are_not_in_the_game() -> None:
    """There are three players and four guilds."""
    table = hired("thief", beer=1)
    assert (key(table, "rob 4"), key(table, "rob 5")) == ("no_player", "no_player")
    table = hired("guard")
    assert (key(table, "swap tailors-window-2"), key(table, "swap hatters-room-B")) == ("guild_out", "guild_out")


def test_what_a_thief_cannot_take() -> None:
    """T2: two goods in the order of the guilds, of those that Orange has."""
    table = hired("thief", beer=1, pastry=2, shoes=1)
    play(table, "rob 2")
    assert choices(table) == ["steal beer", "steal pastry"]
    assert key(table, "steal paper") == "steal_none"
    assert key(table, "steal shoes") == "give_earlier"
    play(table, "steal pastry")
    assert choices(table) == ["steal pastry", "steal shoes"]
    assert key(table, "steal beer") == "give_later"


def test_which_craftsman_the_guard_takes_first() -> None:
    """T3: pairs are chosen from left to right, and both are different."""
    table = hired("guard")
    assert key(table, "swap printers-room-B") == "swap_earlier", "the last brewer"
    play(table, "swap brewers-window-3")
    assert key(table, "swap brewers-window-2") == "swap_later"
    assert key(table, "swap shoemakers-room-B") == "swap_equal", "both are brewers of value 5"
    assert key(table, "swap bakers-covered") == "swap_guild"


def test_a_craftsman_without_a_different_one_of_his_guild() -> None:
    """T3: in round 4 there are only two bakers of value 6 that are no masters, and two different brewers."""
    table = dealt()
    advance_to_round(table, 4)
    for guild in range(4):
        for room in range(4):
            send_guest_away(table, guild, room)
    put_guest(table, BAKERS, B, "bakers-6")
    put_guest(table, BAKERS, C, "brewers-2+")
    put_guest(table, BREWERS, A, "guard")
    visit(table, BREWERS, BLUE)
    play(table, "hire A")
    assert choices(table) == ["decline", "swap brewers-covered"]
    assert key(table, "swap bakers-covered") == key(table, "swap bakers-room-B") == "swap_alone"
    assert key(table, "swap bakers-room-C") == "swap_earlier"


def test_what_replaces_the_last_good_of_the_guild() -> None:
    """A5: room C for a beer and two other goods, in the order of the guilds."""
    table = at_the_brewers(beer=2, pastry=1, shoes=1, paper=1)
    play(table, "hire C")
    assert choices(table) == ["pay beer", "pay pastry", "pay shoes"]
    assert key(table, "pay paper") == "give_earlier"
    play(table, "pay shoes")
    assert choices(table) == ["pay paper"]
    assert key(table, "pay beer") == "pay_other"
    assert key(table, "pay pastry") == "give_later"


def test_a_single_other_good_replaces_nothing() -> None:
    """A5: two are needed."""
    table = at_the_brewers(beer=2, shoes=1)
    play(table, "hire C")
    assert choices(table) == ["pay beer"]
    assert key(table, "pay shoes") == "pay_instead"
    assert key(table, "pay pastry") == "none"


def test_replacements_are_paid_in_the_order_of_the_guilds() -> None:
    """A5: exactly two other goods, so the pastry comes first."""
    table = at_the_brewers(beer=2, pastry=1, paper=1)
    play(table, "hire C")
    assert choices(table) == ["pay beer", "pay pastry"]
    assert key(table, "pay paper") == "give_earlier"


def test_goods_of_any_kind_in_the_order_of_the_guilds() -> None:
    """A5: room B costs a beer and any other good."""
    table = at_the_brewers(beer=1, shoes=1)
    play(table, "hire B")
    assert choices(table) == ["pay shoes"]
    assert key(table, "pay beer") == "none"
