"""Steps: kinds of tasks. Two numbers in `place` are packed as a pair."""

from __future__ import annotations

from typing import Final

from zunft.core.pair import pair

# Chance
DRAW_CARD: Final = 0  # into a hand; place: how many cards, player
REVEAL_CARD: Final = 1  # Scholar, into the hall; place: how many cards
ROB_CARD: Final = 2  # Robber, a random hand card; place: whose
SHOW_PRESTIGE: Final = 3
DRAW_START: Final = 4
DRAW_PROFESSION: Final = 5  # place: how many

# Decisions
ACTION: Final = 10
REFRESH: Final = 11
LEVEL: Final = 12  # place: profession
TARGET: Final = 13  # place: effect, rank of the level
USE: Final = 14  # place: prestige card
PAY: Final = 15  # place: how many complete chapters
OVERFLOW: Final = 16
ORDER: Final = 17  # laid-out cards to the discard pile, top first; place: how many so far
EXCHANGE: Final = 18
OPENING_HALL: Final = 19

# Decisions within an effect; place: rank of the level, other player, unless noted otherwise
ROBBER_PICK: Final = 20  # place: how many cards, other player
HUNTER_CHAPTER: Final = 21
HUNTER_TAKE: Final = 22
HUNTER_GIVE: Final = 23
PEDDLER_CHAPTER: Final = 24
PEDDLER_GIVE: Final = 25
PEDDLER_TAKE: Final = 26
BRICKLAYER_PUT_BACK: Final = 27  # place: how many cards
TAX_COLLECTOR_GIVE: Final = 28
ASSASSIN_STRIKE: Final = 29
HISTORIAN_TAKE: Final = 30  # place: how many cards
TRADER_CHAPTER: Final = 31
TRADER_OTHER_CHAPTER: Final = 32
TRADER_GIVE: Final = 33
TRADER_TAKE: Final = 34
WEAVER_PLACE: Final = 35
WEAVER_GIVE: Final = 36
WEAVER_TAKE: Final = 37
P2_CHAPTER: Final = 38
P3_GIVE: Final = 39
P3_TAKE: Final = 40
P3_PLACE: Final = 41
P4_TAKE: Final = 42

# Automatic steps
BEGIN: Final = 50  # the cards in play are chosen
DEAL: Final = 51  # place: player
OPENING: Final = 52  # place: player
FIRST_TURN: Final = 53
NEXT_ACTION: Final = 54
END_TURN: Final = 55
TURN_ENDED: Final = 56
SCHOLAR: Final = 57  # place: how many cards
HUNTER_SWAPPED: Final = 58
BRICKLAYER: Final = 59  # place: how many cards
HISTORIAN: Final = 60  # place: how many cards
PRESTIGE_EFFECT: Final = 61  # place: prestige card
FILL_ROW: Final = 62
ROBBER: Final = 63  # place: how many cards, other player
P3_HAND: Final = 64
CHECK_LIMIT: Final = 65  # place: player
EXCHANGED: Final = 66  # place: player

DECISIONS = {
    ACTION: "action",
    REFRESH: "refresh",
    LEVEL: "level",
    TARGET: "target",
    USE: "use",
    PAY: "pay",
    OVERFLOW: "overflow",
    ORDER: "order",
    EXCHANGE: "exchange",
    OPENING_HALL: "opening_hall",
    ROBBER_PICK: "robber_pick",
    HUNTER_CHAPTER: "hunter_chapter",
    HUNTER_TAKE: "hunter_take",
    HUNTER_GIVE: "hunter_give",
    PEDDLER_CHAPTER: "peddler_chapter",
    PEDDLER_GIVE: "peddler_give",
    PEDDLER_TAKE: "peddler_take",
    BRICKLAYER_PUT_BACK: "bricklayer_put_back",
    TAX_COLLECTOR_GIVE: "tax_collector_give",
    ASSASSIN_STRIKE: "assassin_strike",
    HISTORIAN_TAKE: "historian_take",
    TRADER_CHAPTER: "trader_chapter",
    TRADER_OTHER_CHAPTER: "trader_other_chapter",
    TRADER_GIVE: "trader_give",
    TRADER_TAKE: "trader_take",
    WEAVER_PLACE: "weaver_place",
    WEAVER_GIVE: "weaver_give",
    WEAVER_TAKE: "weaver_take",
    P2_CHAPTER: "p2_chapter",
    P3_GIVE: "p3_give",
    P3_TAKE: "p3_take",
    P3_PLACE: "p3_place",
    P4_TAKE: "p4_take",
}
WAITING = {
    SCHOLAR: "scholar",
    ROBBER: "robber",
    HUNTER_SWAPPED: "hunter_swapped",
    BRICKLAYER: "bricklayer",
    HISTORIAN: "historian",
    PRESTIGE_EFFECT: "prestige_effect",
    P3_HAND: "p3_hand",
    FILL_ROW: "fill_row",
    CHECK_LIMIT: "check_limit",
}
SEARCHING = (HUNTER_CHAPTER, HUNTER_TAKE, HUNTER_GIVE, HISTORIAN_TAKE)


def against(other: int, rank: int = 0) -> int:
    """The `place` of a decision about another player; prestige cards have no levels, so no rank."""
    return pair(rank, other)


def aiming(effect: int, rank: int) -> int:
    """The `place` of choosing a target."""
    return pair(effect, rank)
