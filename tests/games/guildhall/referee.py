"""A referee of Guildhall, written from docs/rules/guildhall.md and not from the engine.

It keeps its own position, receives every action as text, and lists the next choices: the player and the
texts. Sections and rulings refer to the specification. It is meant to be read beside it, not to be fast: where a
choice consists of several cards, it enumerates all complete choices and removes those that the rules forbid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from itertools import combinations
from typing import Any

CHANCE = -1
AIMED = ("robber", "peddler", "assassin", "trader")  # effects on one other player
COLOURS = ("red", "blue", "yellow", "green", "purple")

Question = tuple[int, dict[str, int]]
"""The deciding player, and the texts of the legal answers with weights (used by chance only)."""

Course = Generator[Question, str, None]
Answer = Generator[Question, str, str]
Cards = frozenset[str]
Pair = tuple[tuple[str, ...], tuple[str, ...]]
"""Cards given and cards taken."""


def profession(card: str) -> str:
    return card.partition("-")[2]


class Seat:
    """Section 4: a player's possessions."""

    def __init__(self) -> None:
        self.hand: Counter[str] = Counter()
        self.hall: set[str] = set()
        self.complete: list[str] = []
        self.area: list[str] = []
        self.prestige: list[str] = []
        self.chits = 0

    def chapters(self) -> dict[str, Cards]:
        """The face-up cards by profession."""
        found: dict[str, Cards] = {}
        for card in self.hall:
            found[profession(card)] = found.get(profession(card), frozenset()) | {card}
        return found

    def kinds(self) -> set[str]:
        return {card for card, copies in self.hand.items() if copies}


class Referee:
    question: Question | None

    def __init__(self, tables: Mapping[str, Any], players: int, options: Mapping[str, Any]) -> None:
        self.numbers = tables["game"]
        self.trades = {row["id"]: row for row in tables["profession"]}
        self.cards = {row["id"]: row for row in tables["prestige"]}
        self.options = options
        self.seats = [Seat() for _ in range(players)]
        self.order = [f"{colour}-{name}" for name in self.trades for colour in COLOURS]  # G66
        self.professions: list[str] = []
        self.bag: Counter[str] = Counter()  # the deck, except for cards put back on it
        self.put_back: list[str] = []  # the last is the top
        self.pile: list[str] = []  # the last is the top
        self.row: list[str] = []
        self.prestige_deck: Counter[str] = Counter()
        self.active = 0
        self.turn = 0
        self.actions_left = 0
        self.played: set[str] = set()
        self.course = self.game()
        self.question = next(self.course)

    def answer(self, text: str) -> None:
        try:
            self.question = self.course.send(text)
        except StopIteration:
            self.question = None

    @property
    def me(self) -> Seat:
        return self.seats[self.active]

    def others(self) -> list[int]:
        return [seat for seat in range(len(self.seats)) if seat != self.active]

    # Decisions

    def ask(self, who: int, texts: Iterable[str]) -> Answer:
        """Forced choices are skipped (G66)."""
        found = list(texts)
        if len(found) == 1:
            return found[0]
        return (yield who, dict.fromkeys(found, 1))

    def pick(self, verb: str, cards: Iterable[str], *more: str) -> Answer:
        """One card, by the active player; the answer is the card, or one of the other texts."""
        text = yield from self.ask(self.active, [*(f"{verb} {card}" for card in cards), *more])
        return text if text in more else text.partition(" ")[2]

    def pick_set(self, verb: str, choices: Iterable[tuple[str, ...]]) -> Generator[Question, str, tuple[str, ...]]:
        """One of these sets of cards, card by card in ascending order (G66)."""
        left = [tuple(sorted(choice, key=self.order.index)) for choice in choices]
        picked: tuple[str, ...] = ()
        while len(picked) < len(left[0]):
            card = yield from self.pick(verb, {choice[len(picked)] for choice in left})
            picked += (card,)
            left = [choice for choice in left if choice[: len(picked)] == picked]
        return picked

    def pick_target(self, fits: Callable[[int], bool]) -> Generator[Question, str, int]:
        text = yield from self.ask(self.active, [f"target {seat + 1}" for seat in self.others() if fits(seat)])
        return int(text.split()[1]) - 1

    def pick_chapter(self, names: Iterable[str]) -> Answer:
        text = yield from self.ask(self.active, [f"chapter {name}" for name in names])
        return text.split()[1]

    def chance(self, verb: str, bag: Mapping[str, int]) -> Answer:
        """Chance is asked even with a single outcome."""
        text = yield CHANCE, {f"{verb} {thing}": copies for thing, copies in bag.items() if copies}
        return text.partition(" ")[2]

    # Section 4: set-up

    def game(self) -> Course:
        yield from self.choose_professions()
        for name in self.professions:
            self.bag.update({f"{colour}-{name}": self.numbers["copies_per_kind"] for colour in COLOURS})
        few = len(self.seats) < 4
        for name, card in self.cards.items():
            self.prestige_deck[name] = card["copies"] - (card["fewer"] if few else 0)
        yield from self.fill_row()
        first = int((yield from self.chance("start", {str(seat + 1): 1 for seat in range(len(self.seats))}))) - 1
        for seat in range(len(self.seats)):
            yield from self.draw(seat, self.numbers["opening_hand"])
        for step in range(len(self.seats)):
            self.active = (first + step) % len(self.seats)
            yield from self.open_hall()
        self.active = first
        while not (yield from self.take_turn()):
            self.active = (self.active + 1) % len(self.seats)

    def choose_professions(self) -> Course:
        mode = self.options["mode"]
        if mode == "six_random":
            while len(self.professions) < 6:
                left = {name: 1 for name in self.trades if name not in self.professions}
                self.professions.append((yield from self.chance("profession", left)))
        elif mode == "six_chosen":
            self.professions = list(self.options["professions"])
        else:
            self.professions = [name for name, row in self.trades.items() if mode in ("mega", row["set"])]

    def open_hall(self) -> Course:
        """G54: exchange any number of cards, then place three different ones."""
        yield from self.discard_and_draw(self.numbers["opening_hand"])
        number = self.numbers["opening_hall"]
        for card in (yield from self.pick_set("place", combinations(sorted(self.me.kinds()), number))):
            self.me.hand[card] -= 1
            self.me.hall.add(card)

    # Section 5: the turn

    def take_turn(self) -> Generator[Question, str, bool]:
        """Whether the game is over."""
        self.turn += 1
        self.played = set()
        self.actions_left = self.numbers["actions_per_turn"]
        while self.actions_left:
            self.actions_left -= 1
            yield from self.take_action()
        for card in self.me.area:  # 5.6, G8, G9
            if card in self.me.hall:
                self.pile.append(card)
            else:
                self.me.hall.add(card)
        self.me.area = []
        yield from self.complete(self.active)
        return bool(self.points(self.active) >= self.numbers["target_vp"] or self.turn >= self.options["turn_limit"])

    def take_action(self) -> Course:
        plays = [
            f"play {card}"
            for card in self.me.kinds()
            if profession(card) not in self.played and card not in self.me.hall
        ]
        buys = [f"buy {name}" for name in set(self.row) if self.cards[name]["cost"] <= len(self.me.complete)]
        text = yield self.active, dict.fromkeys([*plays, "refresh", *buys], 1)
        verb, _, thing = text.partition(" ")
        if verb == "play":
            yield from self.play(thing)
        elif verb == "buy":
            yield from self.buy(thing)
        else:
            yield from self.discard_and_draw(self.numbers["refresh_to"])

    def play(self, card: str) -> Course:
        """5.1."""
        self.me.hand[card] -= 1
        self.me.area.append(card)
        name = profession(card)
        self.played.add(name)
        levels = [level for level in self.levels(name) if self.may_use(name, level)]
        if name == "tax_collector":
            levels = levels[-1:]  # G17
        if not levels:
            return
        text = yield self.active, dict.fromkeys(["decline", *(f"level {level}" for level in levels)], 1)
        if text != "decline":
            yield from self.use(name, int(text.split()[1]))

    def levels(self, name: str) -> list[int]:
        in_hall = len(self.me.chapters().get(name, ()))
        return [level for level in self.trades[name]["levels"] if level <= in_hall]

    def amount(self, name: str, level: int, key: str = "amounts") -> int:
        found: int = self.trades[name][key][self.rank(name, level)]
        return found

    def rank(self, name: str, level: int) -> int:
        found: int = self.trades[name]["levels"].index(level)
        return found

    def discard_and_draw(self, size: int) -> Course:
        """5.2, G40: one by one, the last on top; then draw up to `size`."""
        gone: list[str] = []
        while +self.me.hand:
            enough = ["stop"] if self.me.hand.total() <= size else []
            card = yield from self.pick("discard", self.me.kinds(), *enough)
            if card == "stop":
                break
            self.me.hand[card] -= 1
            gone.append(card)
        self.pile += gone
        yield from self.draw(self.active, size - self.me.hand.total())

    # Section 7: drawing, complete chapters

    def next_card(self) -> Generator[Question, str, str | None]:
        """The top of the deck; only now is an empty deck refilled from the discard pile (G42)."""
        if self.put_back:
            return self.put_back.pop()
        if not +self.bag:
            self.bag, self.pile = Counter(self.pile), []
        if not +self.bag:
            return None
        card = yield from self.chance("draw", self.bag)
        self.bag[card] -= 1
        return card

    def draw(self, seat: int, number: int) -> Course:
        for _ in range(number):
            card = yield from self.next_card()
            if card is None:
                return
            self.seats[seat].hand[card] += 1

    def place(self, card: str) -> Course:
        """Into the player's hall, or discarded if a duplicate."""
        if card in self.me.hall:
            self.pile.append(card)
            return
        self.me.hall.add(card)
        yield from self.complete(self.active)

    def complete(self, *seats: int) -> Course:
        """5.4: first all chapters are completed, then the active player decides before the other (G10)."""
        for seat in seats:
            owner = self.seats[seat]
            for name, cards in owner.chapters().items():
                if len(cards) == len(COLOURS):
                    owner.hall -= cards
                    owner.complete.append(name)
                    if seat == self.active and self.options["same_profession_after_completion"]:
                        self.played.discard(name)  # G3
        for seat in seats:
            owner = self.seats[seat]
            while len(owner.complete) > self.numbers["max_complete_chapters"]:
                text = yield from self.ask(seat, [f"chapter {name}" for name in sorted(set(owner.complete))])
                owner.complete.remove(text.split()[1])
                yield from self.discard_in_order(seat, self.whole(text.split()[1]))

    def whole(self, name: str) -> list[str]:
        return [f"{colour}-{name}" for colour in COLOURS]

    def discard_in_order(self, seat: int, cards: list[str]) -> Course:
        """G43: with Historians from the top down, else in given order, last on top."""
        left, laid = list(cards), []
        while "historian" in self.professions and len(set(left)) > 1:
            text = yield from self.ask(seat, [*(f"discard {card}" for card in set(left)), "stop"])
            if text == "stop":
                break
            laid.append(text.partition(" ")[2])
            left.remove(laid[-1])
        self.pile += left + laid[::-1]

    # 5.3: buying

    def buy(self, name: str) -> Course:
        """G47: pay, take the card, use its effect, fill the row."""
        card = self.cards[name]
        self.row.remove(name)
        self.me.prestige.append(name)
        paid: list[str] = []
        for _ in range(card["cost"]):
            chapter = yield from self.pick_chapter(sorted(set(self.me.complete)))
            self.me.complete.remove(chapter)
            paid += self.whole(chapter)
        yield from self.discard_in_order(self.active, paid)
        if self.may_use_prestige(name):
            text = yield self.active, {"decline": 1, "accept": 1}
            if text == "accept":
                yield from self.use_prestige(name, card["amount"])
        yield from self.fill_row()

    def fill_row(self) -> Course:
        while len(self.row) < self.numbers["row"] and +self.prestige_deck:
            name = yield from self.chance("show", self.prestige_deck)
            self.prestige_deck[name] -= 1
            self.row.append(name)

    def may_use_prestige(self, name: str) -> bool:
        match name:
            case "p2_chapter":
                return any(self.movable(seat) for seat in self.others())
            case "p3_swap":
                return any(self.hall_swaps(seat, 1, 2) for seat in self.others())
            case "p3_hand":
                return bool(self.me.kinds() - self.me.hall)
            case "p4_take":
                return any(self.seats[seat].hall - self.me.hall for seat in self.others())
            case "p4_draw" | "p4_action" | "p7":
                return True
            case _:
                return False

    def use_prestige(self, name: str, amount: int) -> Course:
        match name:
            case "p2_chapter":
                seat = yield from self.pick_target(lambda seat: bool(self.movable(seat)))
                chapter = yield from self.pick_chapter(self.movable(seat))
                cards = self.seats[seat].chapters()[chapter]
                self.seats[seat].hall -= cards
                self.me.hall |= cards
                yield from self.complete(self.active)
            case "p3_swap":
                seat = yield from self.pick_target(lambda seat: bool(self.hall_swaps(seat, 1, amount)))
                yield from self.swap_halls(seat, self.hall_swaps(seat, 1, amount))
            case "p3_hand":
                while (card := (yield from self.pick("place", self.me.kinds() - self.me.hall, "stop"))) != "stop":
                    self.me.hand[card] -= 1
                    yield from self.place(card)
            case "p4_draw":
                yield from self.draw(self.active, amount)
            case "p4_take":
                seat = yield from self.pick_target(lambda seat: bool(self.seats[seat].hall - self.me.hall))
                card = yield from self.pick("take", self.seats[seat].hall - self.me.hall)
                self.seats[seat].hall.remove(card)
                yield from self.place(card)
            case _:
                self.actions_left += amount

    def movable(self, seat: int) -> list[str]:
        """Chapters that share no card with the player's hall (G24)."""
        return sorted(name for name, cards in self.seats[seat].chapters().items() if not cards & self.me.hall)

    # 6.2: swaps between two halls

    def hall_swaps(self, seat: int, give: int, take: int) -> list[Pair]:
        """Afterwards no hall has duplicates (G5, G25)."""
        mine, theirs = self.me.hall, self.seats[seat].hall
        return [
            (given, taken)
            for given in combinations(sorted(mine), give)
            for taken in combinations(sorted(theirs), take)
            if not set(taken) & (mine - set(given)) and not set(given) & (theirs - set(taken))
        ]

    def swap_halls(self, seat: int, swaps: list[Pair]) -> Course:
        given = yield from self.pick_set("give", {pair[0] for pair in swaps})
        taken = yield from self.pick_set("take", [pair[1] for pair in swaps if set(pair[0]) == set(given)])
        yield from self.exchange(seat, set(given), set(taken))

    def exchange(self, seat: int, given: set[str], taken: set[str]) -> Course:
        self.me.hall = self.me.hall - given | taken
        self.seats[seat].hall = self.seats[seat].hall - taken | given
        yield from self.complete(self.active, seat)

    def chapter_swaps(self, seat: int) -> list[tuple[str, str]]:
        """Chapters of the player and the other (G24)."""
        mine, theirs = self.me, self.seats[seat]
        return [
            (own, other)
            for own, given in mine.chapters().items()
            for other, taken in theirs.chapters().items()
            if not taken & (mine.hall - given) and not given & (theirs.hall - taken)
        ]

    # 6.2: swaps of hand cards with another hall

    def peddler_swaps(self, seat: int, number: int) -> list[Pair]:
        """Cards given enter the other hall; cards taken enter the hand (G33, G34)."""
        theirs = self.seats[seat].hall
        return [
            (given, taken)
            for given in combinations(sorted(self.me.kinds()), number)
            for taken in combinations(sorted(theirs), number)
            if not set(given) & (theirs - set(taken))
        ]

    def peddler_chapters(self, seat: int, number: int) -> dict[str, list[tuple[str, ...]]]:
        """For each chapter that can be taken, the possible cards to give."""
        theirs = self.seats[seat]
        found = {
            name: list(combinations(sorted(self.me.kinds() - (theirs.hall - cards)), number))
            for name, cards in sorted(theirs.chapters().items())
        }
        return {name: choices for name, choices in found.items() if choices}

    def weaver_swaps(self, give: int, take: int) -> list[Pair]:
        """Hand cards into the player's hall for cards of it (G39)."""
        return [
            (given, taken)
            for given in combinations(sorted(self.me.kinds()), give)
            for taken in combinations(sorted(self.me.hall), take)
            if not set(given) & (self.me.hall - set(taken))
        ]

    # 6.2: the discard pile

    def may_have(self, barred: set[str]) -> int:
        """G63: only the size and the top card of the pile are public."""
        return len(self.pile) - bool(self.pile and self.pile[-1] in barred)

    def has(self, barred: set[str]) -> int:
        return len(set(self.pile) - barred)

    def barred(self, given: set[str]) -> set[str]:
        """G6: the Hunter takes no kind in the hall; with the option, none that remains there."""
        return self.me.hall - given if self.options["hunter_swaps_identical"] else set(self.me.hall)

    def hunter_chapters(self, number: int, count: Callable[[set[str]], int]) -> list[str]:
        return sorted(name for name, cards in self.me.chapters().items() if count(self.barred(set(cards))) >= number)

    def can_hunt(self, level: int, count: Callable[[set[str]], int]) -> bool:
        number = self.amount("hunter", level)
        if self.rank("hunter", level) == 2:
            return bool(self.hunter_chapters(number, count))
        return len(self.me.hall) >= number and count(self.barred(self.me.hall)) >= number

    def can_study(self, level: int, is_searched: bool) -> bool:
        """G37, G63."""
        if self.rank("historian", level) == 0:
            return bool(self.pile) and self.pile[-1] not in self.me.hall
        if not is_searched:
            enough = self.rank("historian", level) == 1 or len(self.pile) >= self.amount("historian", level)
            return enough and self.may_have(self.me.hall) > 0
        return self.can_take(Counter(self.pile), self.me.hall, self.amount("historian", level))

    def can_take(self, pile: Counter[str], hall: set[str], number: int) -> bool:
        """`number` cards of the pile in sequence; completed chapters free their kinds."""
        if number == 0:
            return True
        for card in set(pile) - hall:
            after = hall | {card}
            chapter = set(self.whole(profession(card)))
            if self.can_take(+(pile - Counter([card])), after - chapter if chapter <= after else after, number - 1):
                return True
        return False

    def take_from_pile(self, card: str) -> None:
        """G65: the topmost one; the rest keeps its order."""
        place = len(self.pile) - 1 - self.pile[::-1].index(card)
        del self.pile[place]

    def after_search(self, name: str, level: int, is_possible: Callable[[int], bool]) -> int | None:
        """G63: the chosen level, or the next lower one possible with the pile."""
        return next((lower for lower in self.levels(name)[::-1] if lower <= level and is_possible(lower)), None)

    # Section 3: what the professions need

    def may_use(self, name: str, level: int) -> bool:
        return (
            any(self.may_aim(name, level, seat) for seat in self.others()) if name in AIMED else self.may(name, level)
        )

    def may_aim(self, name: str, level: int, seat: int) -> bool:
        other, number, rank = self.seats[seat], self.amount(name, level), self.rank(name, level)
        match name, rank:
            case "robber", _:
                return other.hand.total() >= number  # G27
            case "peddler", 2:
                return bool(self.peddler_chapters(seat, number))
            case "peddler", _:
                return len(self.me.kinds()) >= number and len(other.hall) >= number
            case "assassin", 1:
                return len(other.chapters()) >= number  # G38
            case "assassin", _:
                return len(other.hall) >= number
            case "trader", 2:
                return bool(self.chapter_swaps(seat))
            case _:
                return bool(self.hall_swaps(seat, number, number))

    def may(self, name: str, level: int) -> bool:
        match name:
            case "scholar":
                return bool(self.put_back or +self.bag or self.pile)
            case "hunter":
                return self.can_hunt(level, self.may_have)
            case "tax_collector":
                return bool(self.gifts())
            case "historian":
                return self.can_study(level, is_searched=False)
            case "weaver":
                return self.may_weave(level)
            case _:
                return True

    def may_weave(self, level: int) -> bool:
        give, take = self.amount("weaver", level), self.amount("weaver", level, "second_amounts")
        match self.rank("weaver", level):
            case 0:
                return bool(self.me.kinds() - self.me.hall)
            case 1:
                return bool(self.weaver_swaps(give, take))
            case _:
                return len(self.me.hall) >= take

    def gifts(self) -> dict[str, list[int]]:
        """Hall cards that other halls lack, and which halls (G19)."""
        found = {card: [seat for seat in self.others() if card not in self.seats[seat].hall] for card in self.me.hall}
        return {card: seats for card, seats in found.items() if seats}

    # Section 3: what the professions do

    def use(self, name: str, level: int) -> Course:
        effects: dict[str, Callable[[int], Course]] = {
            "robber": self.robber,
            "scholar": self.scholar,
            "hunter": self.hunter,
            "peddler": self.peddler,
            "bricklayer": self.bricklayer,
            "tax_collector": self.tax_collector,
            "assassin": self.assassin,
            "dancer": self.dancer,
            "farmer": self.farmer,
            "historian": self.historian,
            "trader": self.trader,
            "weaver": self.weaver,
        }
        yield from effects[name](level)

    def aim(self, name: str, level: int) -> Generator[Question, str, int]:
        return (yield from self.pick_target(lambda seat: self.may_aim(name, level, seat)))

    def robber(self, level: int) -> Course:
        other = self.seats[(yield from self.aim("robber", level))]
        for _ in range(self.amount("robber", level)):
            if self.rank("robber", level) == 0:
                card = yield from self.chance("draw", other.hand)
            else:
                card = yield from self.pick("take", other.kinds() - self.me.hall or other.kinds())  # G28
            other.hand[card] -= 1
            yield from self.place(card)

    def scholar(self, level: int) -> Course:
        for _ in range(self.amount("scholar", level)):
            card = yield from self.next_card()
            if card is None:
                return
            yield from self.place(card)

    def hunter(self, level: int) -> Course:
        found = self.after_search("hunter", level, lambda lower: self.can_hunt(lower, self.has))
        if found is None:
            return
        number = self.amount("hunter", found)
        if self.rank("hunter", found) == 2:
            yield from self.hunt_for_chapter(number)
            return
        taken = yield from self.pick_set("take", combinations(set(self.pile) - self.barred(self.me.hall), number))
        for card in taken:
            self.take_from_pile(card)
        given: list[str] = []
        while len(given) < number:  # duplicates of cards taken must be given
            left = self.me.hall - set(given)
            forced = left & set(taken)
            given.append((yield from self.pick("give", forced if len(forced) == number - len(given) else left)))
        self.pile += given
        self.me.hall = self.me.hall - set(given) | set(taken)
        yield from self.complete(self.active)

    def hunt_for_chapter(self, number: int) -> Course:
        name = yield from self.pick_chapter(self.hunter_chapters(number, self.has))
        given = self.me.chapters()[name]
        allowed = set(self.pile) - self.barred(set(given))
        taken = yield from self.pick_set("take", combinations(allowed, number))
        for card in taken:
            self.take_from_pile(card)
        self.me.hall -= given
        yield from self.discard_in_order(self.active, sorted(given, key=self.order.index))
        self.me.hall |= set(taken)
        yield from self.complete(self.active)

    def peddler(self, level: int) -> Course:
        seat = yield from self.aim("peddler", level)
        other, number = self.seats[seat], self.amount("peddler", level)
        if self.rank("peddler", level) == 2:
            choices = self.peddler_chapters(seat, number)
            name = yield from self.pick_chapter(choices)
            given = yield from self.pick_set("give", choices[name])
            taken = tuple(other.chapters()[name])
        else:
            swaps = self.peddler_swaps(seat, number)
            given = yield from self.pick_set("give", {pair[0] for pair in swaps})
            taken = yield from self.pick_set("take", [pair[1] for pair in swaps if set(pair[0]) == set(given)])
        self.me.hand.subtract(given)
        self.me.hand.update(taken)
        other.hall = other.hall - set(taken) | set(given)
        self.actions_left += 1
        yield from self.complete(seat)

    def bricklayer(self, level: int) -> Course:
        yield from self.draw(self.active, self.amount("bricklayer", level))
        for _ in range(min(self.amount("bricklayer", level, "second_amounts"), self.me.hand.total())):  # G35
            card = yield from self.pick("put_back", self.me.kinds())
            self.me.hand[card] -= 1
            self.put_back.append(card)

    def tax_collector(self, level: int) -> Course:
        self.me.chits += self.amount("tax_collector", level)
        card = yield from self.pick("give", self.gifts())
        seats = self.gifts()[card]
        seat = yield from self.pick_target(lambda seat: seat in seats)
        self.me.hall.remove(card)
        self.seats[seat].hall.add(card)
        yield from self.complete(seat)

    def assassin(self, level: int) -> Course:
        other = self.seats[(yield from self.aim("assassin", level))]
        struck: list[str] = []
        for _ in range(self.amount("assassin", level)):
            hall = set(other.hall)
            if self.rank("assassin", level) == 1:
                hall = {card for card in hall if profession(card) not in map(profession, struck)}
            struck.append((yield from self.pick("discard", hall)))
            other.hall.remove(struck[-1])
        self.pile += struck

    def dancer(self, level: int) -> Course:
        self.actions_left += 1
        yield from self.draw(self.active, self.amount("dancer", level))

    def farmer(self, level: int) -> Course:
        self.me.chits += self.amount("farmer", level)
        yield from ()

    def historian(self, level: int) -> Course:
        if self.rank("historian", level) == 0:
            yield from self.place(self.pile.pop())
            return
        found = self.after_search("historian", level, lambda lower: self.can_study(lower, is_searched=True))
        for _ in range(0 if found is None else self.amount("historian", found)):
            card = yield from self.pick("take", set(self.pile) - self.me.hall)
            self.take_from_pile(card)
            yield from self.place(card)

    def trader(self, level: int) -> Course:
        seat = yield from self.aim("trader", level)
        if self.rank("trader", level) < 2:
            number = self.amount("trader", level)
            yield from self.swap_halls(seat, self.hall_swaps(seat, number, number))
            return
        swaps = self.chapter_swaps(seat)
        own = yield from self.pick_chapter(sorted({pair[0] for pair in swaps}))
        other = yield from self.pick_chapter(sorted(pair[1] for pair in swaps if pair[0] == own))
        yield from self.exchange(seat, set(self.me.chapters()[own]), set(self.seats[seat].chapters()[other]))

    def weaver(self, level: int) -> Course:
        give, take = self.amount("weaver", level), self.amount("weaver", level, "second_amounts")
        if self.rank("weaver", level) == 0:
            card = yield from self.pick("place", self.me.kinds() - self.me.hall)
            self.me.hand[card] -= 1
            yield from self.place(card)
            return
        if self.rank("weaver", level) == 1:
            swaps = self.weaver_swaps(give, take)
            given = yield from self.pick_set("place", {pair[0] for pair in swaps})
            taken = yield from self.pick_set("take", [pair[1] for pair in swaps if set(pair[0]) == set(given)])
        else:
            taken = yield from self.pick_set("take", combinations(sorted(self.me.hall), take))
            given = yield from self.weave_any(self.me.hall - set(taken))
        self.me.hand.subtract(given)
        self.me.hand.update(taken)
        self.me.hall = self.me.hall - set(taken) | set(given)
        yield from self.complete(self.active)

    def weave_any(self, stays: set[str]) -> Generator[Question, str, tuple[str, ...]]:
        """Any number of different hand cards that the hall lacks, in ascending order."""
        given: tuple[str, ...] = ()
        left = sorted(self.me.kinds() - stays, key=self.order.index)
        while (card := (yield from self.pick("place", left, "stop"))) != "stop":
            given += (card,)
            left = left[left.index(card) + 1 :]
        return given

    # Section 8

    def points(self, seat: int) -> int:
        return sum(self.sources(seat).values())

    def sources(self, seat: int) -> dict[str, int]:
        owner = self.seats[seat]
        return {"prestige": sum(self.cards[name]["vp"] for name in owner.prestige), "chits": owner.chits}

    def winners(self) -> list[int]:
        points = [self.points(seat) for seat in range(len(self.seats))]
        return [seat for seat, sum_of in enumerate(points) if sum_of == max(points)]
