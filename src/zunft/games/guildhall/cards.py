"""Cards: twelve professions in five colours. A kind is a profession in a colour; sets of kinds are bit masks."""

from __future__ import annotations

from typing import Final

from zunft.core.reason import Reason, because

COLOURS = ("red", "blue", "yellow", "green", "purple")
PROFESSIONS = (
    "robber",
    "scholar",
    "hunter",
    "peddler",
    "bricklayer",
    "tax_collector",
    "assassin",
    "dancer",
    "farmer",
    "historian",
    "trader",
    "weaver",
)
PRESTIGE = ("p2_chapter", "p3_swap", "p3_hand", "p4_draw", "p4_take", "p4_action", "p5", "p7", "p9")

ROBBER: Final = 0
SCHOLAR: Final = 1
HUNTER: Final = 2
PEDDLER: Final = 3
BRICKLAYER: Final = 4
TAX_COLLECTOR: Final = 5
ASSASSIN: Final = 6
DANCER: Final = 7
FARMER: Final = 8
HISTORIAN: Final = 9
TRADER: Final = 10
WEAVER: Final = 11

# Prestige cards; their effects are numbered after the professions' effects.
P2_CHAPTER: Final = 0
P3_SWAP: Final = 1
P3_HAND: Final = 2
P4_DRAW: Final = 3
P4_TAKE: Final = 4
P4_ACTION: Final = 5
P5: Final = 6
P7: Final = 7
P9: Final = 8
PRESTIGE_EFFECTS: Final = 12
CHAPTER_EFFECT: Final = 12
SWAP_EFFECT: Final = 13
CARD_EFFECT: Final = 16

SEATS: Final = 4
CHAPTER_SIZE: Final = 5
KINDS: Final = 60
NO_KIND: Final = -1

KIND_IDS = tuple(f"{colour}-{profession}" for profession in PROFESSIONS for colour in COLOURS)

WHOLE: Final = 31  # all colours of the first profession
CHAPTERS: Final = [WHOLE << CHAPTER_SIZE * profession for profession in range(len(PROFESSIONS))]
COLOURS_IN: Final = [
    [colour for colour in range(CHAPTER_SIZE) if chapter & 1 << colour] for chapter in range(WHOLE + 1)
]

COLOURS_COUNTED: Final = [len(colours) for colours in COLOURS_IN]


def kinds(cards: int) -> list[int]:
    """The kinds of a set, ascending."""
    return offers(0, cards)


def offers(first: int, cards: int) -> list[int]:
    """An action for each kind of a set: the first code plus the kind."""
    found: list[int] = []
    while cards:
        for colour in COLOURS_IN[cards & WHOLE]:
            found.append(first + colour)
        cards >>= CHAPTER_SIZE
        first += CHAPTER_SIZE
    return found


def size(cards: int) -> int:
    return cards.bit_count()


def set_of(cards: list[int]) -> int:
    """The set of kinds among these cards."""
    found = 0
    for kind in cards:
        found |= 1 << kind
    return found


def set_of_laid(cards: tuple[int, ...]) -> int:
    """The same for cards that were laid out."""
    found = 0
    for kind in cards:
        found |= 1 << kind
    return found


def last(cards: tuple[int, ...]) -> int:
    return cards[-1] if cards else NO_KIND


def above(kind: int) -> int:
    """All kinds after this one."""
    return -1 << kind + 1


def rising(options: int, forced: int, left: int, after: int) -> int:
    """The next choices if `left` kinds must still be chosen in ascending order, including all forced ones.

    Every set then has exactly one encoding, and every prefix can be completed.
    """
    options &= above(after)
    found = options
    for _ in range(left - 1):
        if found:
            found -= 1 << found.bit_length() - 1
    if forced:
        lowest = forced & -forced
        found &= lowest if size(forced) == left else 2 * lowest - 1
    return found


def why_not_rising(kind: int, forced: int, left: int, after: int) -> Reason:
    """Why an otherwise valid card is not next: passed over, a twin comes first, or too few would follow."""
    if kind <= after:
        return because("order_passed", card=KIND_IDS[kind])
    lowest = (forced & -forced).bit_length() - 1
    if forced and (kind > lowest or (size(forced) == left and kind != lowest)):
        return because("twin_first", card=KIND_IDS[lowest])
    return because("order_first", card=KIND_IDS[kind])
