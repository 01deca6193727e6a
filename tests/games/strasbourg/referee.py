"""An independent referee: the rules of docs/rules/strasbourg.md played beside the engine, with its own position.

The referee shares no code with the game. It receives every action as text, chance included, and always knows
who may choose what; at the end it counts the points. Numbers in the docstrings are those of the document.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from itertools import product
from typing import Any

CHANCE = -1

Ask = dict[int, list[str]]  # the choices of each deciding player
Answer = tuple[int, str]
Course = Generator[Ask, Answer, None]
Square = tuple[int, int]

SEATS = ("nobility", "church", "smiths", "vintners", "shoemakers", "butchers", "bakers", "merchants")
MASTER, JOURNEYMAN, APPRENTICE = "master", "journeyman", "apprentice"


class Family:
    """A player's possessions."""

    def __init__(self, coins: int, copies: int) -> None:
        self.coins = coins
        self.goods: Counter[str] = Counter()
        self.privileges = 0
        self.prestige = 0
        self.members: set[Square] = set()
        self.pile = Counter(dict.fromkeys(range(1, 7), copies))  # in unknown order
        self.under: list[int] = []  # reclaimed cards below it, next to be drawn first
        self.hand: list[int] = []
        self.stacks: list[list[int]] = []
        self.bid: list[int] = []
        self.dealt: list[str] = []
        self.kept: list[str] = []

    def cards_left(self) -> int:
        return self.pile.total() + len(self.under)


class Referee:
    def __init__(self, players: int, options: dict[str, Any], tables: dict[str, Any]) -> None:
        self.tables = tables
        self.options = options
        self.seats = range(players)
        game = tables["game"]
        self.families = [Family(game["start_coins"], tables["influence"]["copies_each"]) for _ in self.seats]
        self.council: dict[str, int] = {}
        self.chapels: list[Square] = []
        self.built: dict[str, Square] = {}
        self.tiles: list[str] = []
        self.buildings: list[str] = []
        self.start = 0
        self.round = 0
        self.over = False
        self.read_map()
        self.course = self.game()
        self.asked: Ask = next(self.course)

    def read_map(self) -> None:
        """2.3: letter = guild, digit = price, ## = plot."""
        letters = {row["letter"]: row["id"] for row in self.tables["guild"]}
        self.guild_of: dict[Square, str] = {}
        self.price: dict[Square, int] = {}
        self.plots: set[Square] = set()
        for row, line in enumerate(self.tables["city"]["grid"], 1):
            for column, mark in enumerate(line.split(), 1):
                if mark == "##":
                    self.plots.add((row, column))
                else:
                    self.guild_of[row, column] = letters[mark[0]]
                    self.price[row, column] = int(mark[1:])
        self.spots = [(row, column) for row, column in self.tables["city"]["chapel_spots"]]
        self.good_of = {row["id"]: row["good"] for row in self.tables["guild"]}
        self.value_of = {row["id"]: row["value"] for row in self.tables["building"]}

    def apply(self, player: int, text: str) -> None:
        """Apply an action."""
        try:
            self.asked = self.course.send((player, text))
        except StopIteration:
            self.asked = {}
            self.over = True

    # 3 Set-up

    def game(self) -> Course:
        yield from self.lay_out(self.tiles, [str(row["id"]) for row in self.tables["round_tile"]], "tile")
        yield from self.lay_out(self.buildings, [row["id"] for row in self.tables["building"]], "building")
        if self.options["first_player"] == "random":
            _, text = yield {CHANCE: [f"start {player + 1}" for player in self.seats]}
            self.start = int(text.split()[1]) - 1
        self.council = {"nobility": self.start, "church": self.after(self.start)}
        yield from self.deal_tasks()
        yield from together({player: self.choose_tasks(player) for player in self.seats})
        for self.round in range(1, 6):
            yield from self.planning_phase()
            for step in "ABCDEFG":
                yield from self.bidding_step(step)
            yield from self.chapel()
            yield from self.building()
            self.council_phase()

    def lay_out(self, laid: list[str], pieces: list[str], kind: str) -> Course:
        """The last one is forced."""
        while len(laid) < len(pieces) - 1:
            _, text = yield {CHANCE: [f"{kind} {piece}" for piece in pieces if piece not in laid]}
            laid.append(text.split()[1])
        laid += [piece for piece in pieces if piece not in laid]

    def deal_tasks(self) -> Course:
        deck = [row["id"] for row in self.tables["task"]]
        for family in self.families:
            for _ in range(5):
                _, text = yield {CHANCE: [f"deal {task}" for task in deck]}
                deck.remove(text.split()[1])
                family.dealt.append(text.split()[1])

    def choose_tasks(self, player: int) -> Course:
        """Keep at least one: the fifth is kept automatically if none was (F17)."""
        family = self.families[player]
        for place, task in enumerate(family.dealt):
            if place == 4 and not family.kept:
                family.kept.append(task)
                return
            _, text = yield {player: ["keep", "return"]}
            if text == "keep":
                family.kept.append(task)

    def after(self, player: int) -> int:
        """The left neighbour."""
        return (player + 1) % len(self.seats)

    def clockwise(self) -> list[int]:
        return [(self.start + distance) % len(self.seats) for distance in self.seats]

    # 4.1 Planning phase

    def planning_phase(self) -> Course:
        if self.options["planning"] == "sealed":
            for player in self.clockwise():
                yield from self.draw_card(player)
            yield from together({player: self.plan(player) for player in self.clockwise()})
        else:
            for player in self.clockwise():
                yield from self.draw_card(player)
                yield from self.plan(player)

    def draw_card(self, player: int) -> Course:
        """From the unknown part of the pile by chance, then the reclaimed cards in order (R6, R7, R31)."""
        family = self.families[player]
        if family.pile.total():
            _, text = yield {CHANCE: [f"card {value}" for value in sorted(+family.pile)]}
            value = int(text.split()[1])
            family.pile[value] -= 1
            family.hand.append(value)
        elif family.under:
            family.hand.append(family.under.pop(0))

    def plan(self, player: int) -> Course:
        """Draw any number of cards (R8), then split the whole hand, highest card first (R9, R10)."""
        family = self.families[player]
        while family.cards_left():
            _, text = yield {player: ["draw", "stop"]}
            if text == "stop":
                break
            yield from self.draw_card(player)
        for card in sorted(family.hand, reverse=True):
            where = "new-stack"
            if family.stacks:
                _, where = yield {player: ["new-stack", *self.stacks_to_join(family)]}
            if where == "new-stack":
                family.stacks.append([card])
            else:
                family.stacks[int(where.split()[1]) - 1].append(card)
        family.hand = []
        family.stacks.sort(key=lambda stack: (len(stack), sorted(stack, reverse=True)), reverse=True)

    def stacks_to_join(self, family: Family) -> list[str]:
        return [f"join {place}" for place in different(family.stacks)]

    # 4.2 Action phase, steps A to G

    def bidding_step(self, step: str) -> Course:
        yield from self.bids()
        ranks = self.ranking()
        if not ranks:
            return
        self.start = ranks[0]
        awards = self.awards(step)
        for player, award in zip(ranks, awards, strict=False):
            yield from self.award(player, award, step)
        if self.round < 5:
            for player in ranks[len(awards) :]:
                yield from self.reclaim(player)
        for family in self.families:
            family.bid = []

    def bids(self) -> Course:
        """Players with a stack decide in turn; a privilege lets a player wait for the others (R13 to R17)."""
        queue = [player for player in self.clockwise() if self.families[player].stacks]
        while queue:
            player = queue.pop(0)
            family = self.families[player]
            choices = [f"reveal {place}" for place in different(family.stacks)] + ["pass"]
            if family.privileges and queue:
                choices.append("defer")
            _, text = yield {player: choices}
            if text == "defer":
                family.privileges -= 1
                queue.append(player)
            elif text != "pass":
                family.bid = family.stacks.pop(int(text.split()[1]) - 1)

    def ranking(self) -> list[int]:
        """Most influence points first; ties by seat from the start player (R20)."""
        bidders = [player for player in self.clockwise() if self.families[player].bid]
        return sorted(bidders, key=lambda player: -sum(self.families[player].bid))

    def awards(self, step: str) -> list[str]:
        if step == "A":
            return ["nobility", "church"]
        if step in "BDF":
            return [MASTER, APPRENTICE] if len(self.seats) == 3 else [MASTER, JOURNEYMAN, APPRENTICE]
        return ["sell"]

    def award(self, player: int, award: str, step: str) -> Course:
        family = self.families[player]
        if award in ("nobility", "church"):
            self.council[award] = player
        elif award == "sell":
            if step == "G":
                self.council["merchants"] = player
            yield from self.sell(player)
        else:
            guild = self.guild_of_step(step)
            if award == MASTER:
                self.council[guild] = player
            if award == APPRENTICE:
                yield from self.apprentice(player, guild)
            else:
                family.goods[self.good_of[guild]] += 1
                if self.fields(player, guild):
                    yield from self.take_field(player, guild, ["decline"])

    def guild_of_step(self, step: str) -> str:
        tiles = {str(row["id"]): row for row in self.tables["round_tile"]}
        guild: str = tiles[self.tiles[self.round - 1]][step]
        return guild

    def fields(self, player: int, guild: str) -> list[Square]:
        """Free fields of the guild that the player can afford (R28)."""
        taken = set().union(*[family.members for family in self.families])
        coins = self.families[player].coins
        return [
            square
            for square, owner in self.guild_of.items()
            if owner == guild and square not in taken and self.price[square] <= coins
        ]

    def apprentice(self, player: int, guild: str) -> Course:
        """One of the two; the good if no field is affordable; a single field is forced (R29)."""
        family, fields, text = self.families[player], self.fields(player, guild), "good"
        if fields:
            _, text = yield {player: ["good", "place"]}
        if text == "good":
            family.goods[self.good_of[guild]] += 1
        elif len(fields) == 1:
            self.place(player, fields[0])
        else:
            yield from self.take_field(player, guild, [])

    def take_field(self, player: int, guild: str, otherwise: list[str]) -> Course:
        _, text = yield {player: [f"field {square_id(square)}" for square in self.fields(player, guild)] + otherwise}
        if text != "decline":
            self.place(player, square_of(text.split()[1]))

    def place(self, player: int, square: Square) -> None:
        self.families[player].coins -= self.price[square]
        self.families[player].members.add(square)

    def sell(self, player: int) -> Course:
        """Any number of goods, each for its value (R34)."""
        family = self.families[player]
        while +family.goods:
            _, text = yield {player: [f"sell {good}" for good in +family.goods] + ["enough"]}
            if text == "enough":
                return
            good = text.split()[1]
            family.goods[good] -= 1
            family.coins += self.tables["good_values"][good]

    def reclaim(self, player: int) -> Course:
        """A player whose rank won nothing may put exactly one card under the pile (R30, R31)."""
        family = self.families[player]
        _, text = yield {player: [f"reclaim {value}" for value in set(family.bid)] + ["leave"]}
        if text != "leave":
            family.under.append(int(text.split()[1]))

    # 4.3 Steps H and I, 4.4 end of the round

    def chapel(self) -> Course:
        """The current holder of the church seat builds; the last free spot is forced (R36)."""
        free = [spot for spot in self.spots if spot not in self.chapels]
        chosen = free[0]
        if len(free) > 1:
            names = {f"chapel {row}/{column}": (row, column) for row, column in free}
            _, text = yield {self.council["church"]: list(names)}
            chosen = names[text]
        self.chapels.append(chosen)

    def building(self) -> Course:
        """The current holder of the nobility seat places the building of this round (R37)."""
        free = [plot for plot in self.plots if plot not in self.built.values()]
        _, text = yield {self.council["nobility"]: [f"build {square_id(plot)}" for plot in free]}
        self.built[self.buildings[self.round - 1]] = square_of(text.split()[1])

    def council_phase(self) -> None:
        """1 prestige per member in the council; a privilege for all with the most. Unused stacks are lost."""
        held = Counter(self.council.values())
        for player, family in enumerate(self.families):
            family.stacks = []
            family.prestige += held[player]
            family.privileges += held[player] == max(held.values())

    # 7 Scoring and end

    def points(self) -> list[dict[str, int]]:
        return [
            {
                "council": family.prestige,
                "members": len(family.members),
                "chapels": sum(len(family.members & touching(spot)) for spot in self.chapels),
                "buildings": sum(self.value_of[name] * len(self.beside(player, name)) for name in self.built),
                "privileges": family.privileges,
                "tasks": sum(self.task_points(player, task) for task in family.kept),
            }
            for player, family in enumerate(self.families)
        ]

    def winners(self) -> list[int]:
        """Most points; then members in the city; then shared (R48)."""
        marks = [(sum(points.values()), points["members"]) for points in self.points()]
        return [player for player in self.seats if marks[player] == max(marks)]

    def beside(self, player: int, building: str) -> set[Square]:
        return self.families[player].members & next_to(self.built[building])

    def task_points(self, player: int, task: str) -> int:
        row = next(row for row in self.tables["task"] if row["id"] == task)
        return row["points"] if self.is_fulfilled(player, row) else -3

    def is_fulfilled(self, player: int, task: dict[str, Any]) -> bool:
        """2.5, by kind."""
        mine = self.families[player].members
        at_buildings = [len(self.beside(player, name)) for name in self.built]
        at_chapels = [len(mine & touching(spot)) for spot in self.chapels]
        match task["kind"]:
            case "building_pair":
                return len(self.beside(player, task["building"])) >= 2
            case "guild_three":
                return len([square for square in mine if self.guild_of[square] == task["guild"]]) >= 3
            case "same_building_three":
                return max(at_buildings) >= 3
            case "row_three":
                return has_line(mine, (0, 1)) or has_line(mine, (1, 0))
            case "council":
                wanted = {3: 4, 4: 3, 5: 2}[len(self.seats)]
                return list(self.council.values()).count(player) >= wanted
            case "four_buildings":
                return sum(number > 0 for number in at_buildings) >= 4
            case "diagonal_three":
                return has_line(mine, (1, 1)) or has_line(mine, (1, -1))
            case "most_in_city":
                others = max(len(self.families[other].members) for other in self.seats if other != player)
                tie_counts = bool(task["tie_counts"]) or self.options["most_in_city_tie"] == "counts"
                return len(mine) > others or (tie_counts and len(mine) == others)
            case "square_four":
                return any(touching(spot) <= mine for spot in mine)
            case "all_guilds":
                return {self.guild_of[square] for square in mine} == set(self.good_of)
            case "different_chapels":
                return sum(number > 0 for number in at_chapels) >= 3
            case "same_chapel_three":
                return max(at_chapels) >= 3
            case "chapel_members":
                return sum(any(square in touching(spot) for spot in self.chapels) for square in mine) >= 4
            case "border":
                return sum(row in (1, 6) or column in (1, 9) for row, column in mine) >= 4
            case "corners":
                return len(mine & {(1, 1), (1, 9), (6, 1), (6, 9)}) >= 2
            case "connected_four":
                return any(len(group(mine, square)) >= 4 for square in mine)
            case "privileges":
                return self.families[player].privileges >= 2
            case kind:
                raise ValueError(f"no kind of task {kind}")


def together(courses: dict[int, Course]) -> Course:
    """All players decide in any order; chance in between is resolved at once."""
    asked: dict[int, list[str]] = {}
    for player, course in courses.items():
        for ask in course:  # the first question, if there is one
            asked[player] = ask[player]
            break
    while asked:
        player, text = yield dict(asked)
        del asked[player]
        try:
            ask = courses[player].send((player, text))
            while CHANCE in ask:
                ask = courses[player].send((yield ask))
            asked[player] = ask[player]
        except StopIteration:
            pass


# The grid


def square_id(square: Square) -> str:
    return f"r{square[0]}c{square[1]}"


def square_of(text: str) -> Square:
    row, column = text[1:].split("c")
    return int(row), int(column)


def next_to(square: Square) -> set[Square]:
    """Not diagonally."""
    row, column = square
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


def touching(spot: Square) -> set[Square]:
    """The four squares around the corner to the lower right of a square."""
    return {(spot[0] + down, spot[1] + right) for down, right in product((0, 1), repeat=2)}


def has_line(squares: set[Square], direction: Square) -> bool:
    """Three in a line without a gap (R44)."""
    down, right = direction
    return any({(row + step * down, column + step * right) for step in range(3)} <= squares for row, column in squares)


def group(squares: set[Square], square: Square) -> set[Square]:
    found, frontier = {square}, {square}
    while frontier:
        frontier = {other for each in frontier for other in next_to(each) & squares} - found
        found |= frontier
    return found


def different(stacks: Iterable[list[int]]) -> list[int]:
    """Indices, from 1, of stacks with different contents: the first of equal ones."""
    seen: list[list[int]] = []
    places = []
    for place, stack in enumerate(stacks, 1):
        if sorted(stack) not in seen:
            places.append(place)
            seen.append(sorted(stack))
    return places
