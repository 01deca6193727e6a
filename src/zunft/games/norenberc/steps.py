"""Steps: kinds of tasks; several numbers in `place` are packed by core.pair."""

from __future__ import annotations

from typing import Final

# Chance
DRAW_ORDER: Final = 0
DRAW_WINDOW: Final = 1  # place: guild
DRAW_CITIZEN: Final = 2
DRAW_GUEST: Final = 3  # place: guild, room

# Decisions, with the numbers of the rule specification
PLAN: Final = 10  # D1
ACT: Final = 11  # D2, with the first part of D3, D4, D5
BUY_MORE: Final = 12  # D4; place: goods still allowed, first good still offered
PAY_ANY: Final = 13  # D5: goods of any type; place: how many, first good still offered
PAY_LAST: Final = 14  # D5: the last own good, or others instead; place: how many others
PAY_OTHERS: Final = 15  # D5: the others; place: how many, first good still offered
ROB: Final = 16  # D6: whom
STEAL: Final = 17  # D6: what; place: victim, how many, first good still offered
SWAP: Final = 18  # D7: the first craftsman
SWAP_WITH: Final = 19  # D7: the second; place: where the first lies
PUT_GOOD: Final = 20  # D8
PLACE_MAYOR: Final = 21  # D9
TURN_ORDER: Final = 22  # D10

# Automatic steps
BEGIN: Final = 30  # set-up is complete
ROUND: Final = 31
TURN: Final = 32
PLANNED: Final = 33  # all plans are in
CALL: Final = 34  # place: guild
ACTIVATE: Final = 35  # place: player
TAKE_GUEST: Final = 36  # place: player, room
HIRE_BONUS: Final = 37  # place: player
OFFER_TURN_ORDER: Final = 38  # place: player
AGENT_TO_ROOF: Final = 39  # place: player
END_TURN: Final = 40
FAVOURITES: Final = 41
RETURN_AGENTS: Final = 42
INCOME: Final = 43
TURN_PASS_MARKERS: Final = 44
NEW_MASTERS: Final = 45
REFILL_ROOMS: Final = 46
NEW_PRESTIGE_GUILD: Final = 47
GAME_END: Final = 48

DECISIONS: Final = {
    PLAN: "plan",
    ACT: "act",
    BUY_MORE: "buy_more",
    PAY_ANY: "pay",
    PAY_LAST: "pay_last",
    PAY_OTHERS: "pay",
    ROB: "rob",
    STEAL: "steal",
    SWAP: "swap",
    SWAP_WITH: "swap_with",
    PUT_GOOD: "put_good",
    PLACE_MAYOR: "place_mayor",
    TURN_ORDER: "turn_order",
}
