"""An independent referee, written from docs/rules/calimala.md and not from the engine.

It keeps its own position. The course of the game is one generator that reads like the rules: it yields decisions and
receives the answers as text. It is slow and simple on purpose; it checks the duty by trying all cards in every way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

CHANCE = -1

ACTIONS = ("wood", "brick", "marble", "build", "artwork", "weave", "ship", "transport", "contribute")
MATERIALS = ("wood", "brick", "marble")
PORTS = ("barcelona", "lisbon", "london")
TRADE_CITIES = ("troyes", "bruges", "hamburg")
CITIES = (*PORTS, *TRADE_CITIES)
CHURCHES = ("san_miniato", "santa_croce", "santa_maria")
ART_SITES = (*CHURCHES, "palazzo_vecchio")
TILES = tuple(f"t_{thing}" for thing in (*CITIES, "ports", "trade", *MATERIALS, *CHURCHES, "artwork"))
SCORING_CARDS = (*CITIES, *ART_SITES)
WHITE = "white"
CENTRE = 4
LAST_TILE = 15
FULL_STACK = 4
ACTIVATED = 3


class Question(NamedTuple):
    """The deciding player and the texts of all legal answers; for chance, with weights."""

    player: int
    choices: dict[str, int]


class Sealed(NamedTuple):
    """All players answer one question, in any order."""

    choices: list[set[str]]


Course = Generator[Question | Sealed, Any, None]
Answer = Generator[Question | Sealed, Any, str]


class Standing(NamedTuple):
    """The inputs for which actions are executable: a player's pieces, and free spaces on the board."""

    cubes: int
    store: tuple[int, int, int]  # wood, brick, marble
    workshops: tuple[int, ...]
    ships: int
    houses: tuple[bool, ...]  # by trade city
    hand: tuple[int, ...]  # by action
    material_room: tuple[int, int, int]  # in all churches together
    art_room: int
    port_room: int
    trade_room: tuple[int, ...]
    house_room: tuple[int, ...]


class Mat:
    """A player's pieces, and their cubes on the board."""

    def __init__(self, parts: dict[str, Any], players: int) -> None:
        dealt = next(row for row in parts["setup"] if row["players"] == players)
        self.coloured: int = dealt["coloured_discs"]
        self.white: int = dealt["white_discs"]
        self.store = Counter(parts["mat"]["start_material"])
        self.workshops = [0] * parts["player"]["workshops_at_start"]
        self.workshops[0] = parts["mat"]["start_cloth"]
        self.cubes: int = parts["player"]["cubes"] - sum(self.store.values()) - sum(self.workshops)
        self.ships = 0
        self.houses: set[str] = set()
        self.hand: Counter[str] = Counter()
        self.cloth: Counter[str] = Counter()
        self.given: Counter[tuple[str, str]] = Counter()  # church and material
        self.artworks: Counter[str] = Counter()
        self.dealt: set[str] = set()
        self.kept = ""
        self.points = {"tiles": 0, "cards": 0}


class Referee:
    asked: Question | Sealed | None  # None when the game is over

    def __init__(self, players: int, options: dict[str, Any], tables: dict[str, Any]) -> None:
        self.parts = tables
        self.options = options
        self.mats = [Mat(tables, players) for _ in range(players)]
        self.cells: list[str] = []
        self.stacks: dict[str, list[int | str]] = {space: [] for space in tables["spaces"] if space[1:].isdigit()}
        self.tiles: list[str] = []
        self.scored = 0
        self.seats: list[int | None] = []
        self.gallery: list[int] = []
        self.deck = Counter({action: tables["action_cards"][action] for action in ACTIONS})
        self.discard: Counter[str] = Counter()
        self.face_up = ""
        self.active = self.start_player = 0
        self.winner = -1
        self.course = self.play()
        self.asked = next(self.course)

    def apply(self, answer: object) -> None:
        """Answer the current question: a text; for a sealed question the texts of all players."""
        try:
            self.asked = self.course.send(answer)
        except StopIteration:
            self.asked = None

    def plays(self, option: str, value: object, second_edition: bool = False) -> bool:
        """Whether an option has this value, explicitly or because the second edition implies it."""
        chosen: object = self.options.get(option)
        return chosen == value or (second_edition and self.options.get("edition") == 2)

    def play(self) -> Course:
        yield from self.set_up()
        while True:
            yield from self.turn()
            if not self.pass_the_marker():
                break
        self.final_scoring()

    # Set-up (section 4)

    def set_up(self) -> Course:
        grid, players = self.parts["grid"], len(self.mats)
        tiles = yield from self.shuffled("lay", grid["random_tiles"])
        self.cells = [*tiles[:CENTRE], grid["centre"], *tiles[CENTRE:]]
        self.tiles = yield from self.shuffled("queue", TILES)
        if not self.plays("first_player", "seat_1"):
            answer = yield Question(CHANCE, {f"start {seat}": 1 for seat in range(1, players + 1)})
            self.active = self.start_player = int(answer.split()[1]) - 1
        dealt = next(row for row in self.parts["setup"] if row["players"] == players)
        yield from self.deal_scoring_cards(dealt["scoring_cards_dealt"], dealt["face_up_scoring_cards"])
        for player in range(players):
            for _ in range(dealt["action_cards_dealt"]):
                yield from self.draw_card(player)
        if self.plays("extra_start_card_seats", "4-5", second_edition=True):  # C3
            for seat in range(4, players + 1):
                yield from self.draw_card((self.start_player + seat - 1) % players)

    def shuffled(self, verb: str, things: Any) -> Generator[Question, str, list[str]]:
        """One after the other; the last one is forced."""
        left, found = list(things), []
        while len(left) > 1:
            answer = yield Question(CHANCE, {f"{verb} {thing}": 1 for thing in left})
            found.append(answer.split()[1])
            left.remove(found[-1])
        return found + left

    def deal_scoring_cards(self, each: int, face_up: int) -> Course:
        left = set(SCORING_CARDS)
        for mat in self.mats:
            for _ in range(each):
                answer = yield Question(CHANCE, {f"deal {card}": 1 for card in left})
                mat.dealt.add(answer.split()[1])
                left -= mat.dealt
        for _ in range(face_up):
            answer = yield Question(CHANCE, {f"deal {card}": 1 for card in left})
            self.face_up = answer.split()[1]
        answers = yield Sealed([{f"keep {card}" for card in mat.dealt} for mat in self.mats])
        for mat, answer in zip(self.mats, answers, strict=True):
            mat.kept = answer.split()[1]

    # A turn (5.1)

    def turn(self) -> Course:
        me = self.mats[self.active]
        self.drawn = 0
        colour = "coloured" if me.coloured else WHITE
        if me.coloured and me.white:
            colour = (yield from self.ask(self.active, {"disc coloured", "disc white"}, always=True)).split()[1]
        spaces = self.legal_spaces()
        space = (yield from self.ask(self.active, {f"space {space}" for space in spaces}, always=True)).split()[1]
        self.space = space
        self.duty = self.fulfils_duty(space)
        if colour == WHITE:
            me.white -= 1
            self.stacks[space].append(WHITE)
        else:
            me.coloured -= 1
            self.stacks[space].append(self.active)
        for level, disc in enumerate(self.stacks[space][::-1][:ACTIVATED]):
            if level == 0:
                yield from self.activate(self.active, level, 2 if colour == WHITE else 1)
            elif isinstance(disc, int):  # C10: a lower white disc does nothing
                yield from self.activate(disc, level, 1)
        if len(self.stacks[space]) == FULL_STACK:
            yield from self.fourth_disc()

    def legal_spaces(self) -> list[str]:
        """C4 to C6."""
        free = [space for space, stack in self.stacks.items() if len(stack) < FULL_STACK]
        return [space for space in free if self.fulfils_duty(space)] or free

    def fulfils_duty(self, space: str) -> bool:
        return self.can_reach(self.standing(self.active), self.actions_of(space))

    def actions_of(self, space: str) -> list[str]:
        return sorted((self.cells[cell] for cell in self.parts["spaces"][space]), key=ACTIONS.index)

    def ask(self, player: int, choices: set[str], always: bool = False) -> Answer:
        """A forced choice is made automatically."""
        if len(choices) == 1 and not always:
            return next(iter(choices))
        answer = yield Question(player, dict.fromkeys(choices, 1))
        return str(answer)

    # Activating a disc (5.2)

    def activate(self, owner: int, level: int, times: int) -> Course:
        actions = self.actions_of(self.space)
        self.duty = self.duty and level == 0
        self.level = level
        self.left = dict.fromkeys(actions, times)
        done = dict.fromkeys(actions, 0)
        while True:
            answer = yield from self.next_choice(owner, level)
            if answer == "finish":
                return
            kind, action = answer.split()
            match kind:
                case "do":
                    self.left[action] -= 1
                    done[action] += 1
                    self.duty = False
                    yield from self.execute(owner, action)
                case "cannot":
                    self.left[action] = 0
                    if not done[action]:
                        yield from self.earn_card(owner, level)
                case "skip":
                    self.left[action] = 0
                case "card":
                    self.mats[owner].hand[action] -= 1
                    self.discard[action] += 1
                    yield from self.execute(owner, action)

    def next_choice(self, owner: int, level: int) -> Answer:
        choices = self.next_choices(owner, level)
        may_play = self.may_play_cards(owner, level)
        if not may_play and all(choice.startswith("cannot") for choice in choices):
            return min(choices, key=lambda choice: ACTIONS.index(choice.split()[1]))
        return (yield from self.ask(owner, choices))

    def next_choices(self, owner: int, level: int) -> set[str]:
        standing = self.standing(owner)
        open_actions = [action for action, left in self.left.items() if left]
        found = set()
        for action in open_actions:
            others = [other for other in open_actions if other != action]
            may_settle = not self.duty or self.can_reach(standing, others)
            if executable(self.parts, standing, action):
                found.add(f"do {action}")
                if may_settle:
                    found.add(f"skip {action}")
            elif may_settle and (self.plays("order_draws_cards", True) or not self.any_executable(standing, others)):
                found.add(f"cannot {action}")
        if self.may_play_cards(owner, level):
            found |= {f"card {card}" for card in ACTIONS if self.may_play(standing, card)}
        if not open_actions:
            found.add("finish")
        return found

    def may_play_cards(self, owner: int, level: int) -> bool:
        """C12."""
        return owner == self.active and (level == 0 or self.plays("cards_at_own_lower_discs", True))

    def may_play(self, standing: Standing, card: str) -> bool:
        """C13; and the duty must remain possible."""
        if not standing.hand[ACTIONS.index(card)] or not executable(self.parts, standing, card):
            return False
        return not self.duty or any(self.keeps_duty(after) for after in after_card(self.parts, standing, card))

    def keeps_duty(self, standing: Standing) -> bool:
        return self.can_reach(standing, [action for action, left in self.left.items() if left])

    def any_executable(self, standing: Standing, actions: list[str]) -> bool:
        return any(executable(self.parts, standing, action) for action in actions)

    def can_reach(self, standing: Standing, actions: list[str]) -> bool:
        """Whether one of the actions is executable now or after playing hand cards in any way."""
        seen, ahead = {standing}, [standing]
        while ahead and actions:
            here = ahead.pop()
            if self.any_executable(here, actions):
                return True
            for card in ACTIONS:
                if here.hand[ACTIONS.index(card)] and executable(self.parts, here, card):
                    new = set(after_card(self.parts, here, card)) - seen
                    seen |= new
                    ahead += new
        return False

    # Action cards (C8, C15)

    def earn_card(self, owner: int, level: int) -> Course:
        limited = level == 0 or self.plays("own_turn_card_limit", 1, second_edition=True)
        if owner == self.active and limited and self.drawn:
            return
        if self.deck.total() or self.discard.total():
            if owner == self.active:
                self.drawn += 1
            yield from self.draw_card(owner)

    def draw_card(self, player: int) -> Course:
        if not self.deck.total():
            self.deck, self.discard = self.discard, Counter()
        answer = yield Question(CHANCE, {f"draw {card}": copies for card, copies in self.deck.items() if copies})
        self.deck[answer.split()[1]] -= 1
        self.mats[player].hand[answer.split()[1]] += 1

    # The nine actions (5.3)

    def execute(self, player: int, action: str) -> Course:
        me = self.mats[player]
        match action:
            case "wood" | "brick" | "marble":
                me.cubes -= 1
                me.store[action] += 1
            case "weave":
                me.cubes, me.workshops = woven(self.parts, me.cubes, me.workshops)
            case "build":
                yield from self.build(player)
            case "artwork":
                yield from self.donate(player)
            case "ship":
                yield from self.deliver(player, "port", PORTS, me.ships)
            case "transport":
                yield from self.deliver(
                    player, "trade", [city for city in TRADE_CITIES if city in me.houses], len(me.houses)
                )
            case "contribute":
                yield from self.contribute(player)

    def build(self, player: int) -> Course:
        me, standing = self.mats[player], self.standing(player)
        possible = {f"build {piece}" for piece, after in after_build(self.parts, standing) if self.allows(after)}
        piece = (yield from self.ask(player, possible)).split()[1]
        cost = next(row for row in self.parts["cost"] if row["id"] == piece)
        if piece == "house":
            cities = {f"house {city}" for city, after in after_house(self.parts, standing) if self.allows(after)}
            me.houses.add((yield from self.ask(player, cities)).split()[1])
        elif piece == "ship":
            me.ships += 1
        else:
            me.workshops.append(0)
        for material in ("wood", "brick"):
            me.store[material] -= cost[material]
            me.cubes += cost[material]

    def allows(self, after: Standing) -> bool:
        """While there is a duty, a choice within a card must keep it possible."""
        return not self.duty or self.keeps_duty(after)

    def donate(self, player: int) -> Course:
        sites = {f"art {site}" for site in ART_SITES if self.art_room(site)}
        site = (yield from self.ask(player, sites)).split()[1]
        self.mats[player].store["marble"] -= 1
        self.mats[player].artworks[site] += 1
        if site == "palazzo_vecchio":
            self.gallery.append(player)

    def deliver(self, player: int, verb: str, cities: Any, most: int) -> Course:
        """One cloth for each ship or house; fewer are allowed, but at least one (C9, C25)."""
        me = self.mats[player]
        for number in range(most):
            open_cities = [city for city in cities if self.city_room(city)]
            if not open_cities or not any(me.workshops):
                return
            standing = self.standing(player)
            choices = {f"{verb} {city}" for city in open_cities if self.allows(after_delivery(standing, city))}
            answer = yield from self.ask(player, choices | ({"stop"} if number else set()))
            if answer == "stop":
                return
            me.workshops = list(taken(tuple(me.workshops)))
            me.cloth[answer.split()[1]] += 1

    def contribute(self, player: int) -> Course:
        me, standing = self.mats[player], self.standing(player)
        possible = {f"material {material}" for material, after in after_contribution(standing) if self.allows(after)}
        material = (yield from self.ask(player, possible)).split()[1]
        churches = {f"church {church}" for church in CHURCHES if self.material_room(church, material)}
        church = (yield from self.ask(player, churches)).split()[1]
        me.store[material] -= 1
        me.given[church, material] += 1

    # Free spaces on the board

    def city_room(self, city: str) -> int:
        spaces: int = next(row["spaces"] for row in self.parts["city"] if row["id"] == city)
        return spaces - sum(mat.cloth[city] for mat in self.mats)

    def material_room(self, church: str, material: str) -> int:
        spaces: int = next(row[material] for row in self.parts["church"] if row["id"] == church)
        return spaces - sum(mat.given[church, material] for mat in self.mats)

    def art_room(self, site: str) -> int:
        rows = [*self.parts["church"], {"id": "palazzo_vecchio", "art": self.parts["palazzo_vecchio"]["art"]}]
        spaces: int = next(row["art"] for row in rows if row["id"] == site)
        return spaces - sum(mat.artworks[site] for mat in self.mats)

    def house_room(self, city: str) -> int:
        spaces: int = self.parts["house_spaces"][city]
        return spaces - sum(city in mat.houses for mat in self.mats)

    def standing(self, player: int) -> Standing:
        me = self.mats[player]
        wood, brick, marble = (sum(self.material_room(church, kind) for church in CHURCHES) for kind in MATERIALS)
        return Standing(
            me.cubes,
            (me.store["wood"], me.store["brick"], me.store["marble"]),
            tuple(me.workshops),
            me.ships,
            tuple(city in me.houses for city in TRADE_CITIES),
            tuple(me.hand[action] for action in ACTIONS),
            (wood, brick, marble),
            sum(self.art_room(site) for site in ART_SITES),
            sum(self.city_room(port) for port in PORTS),
            tuple(self.city_room(city) for city in TRADE_CITIES),
            tuple(self.house_room(city) for city in TRADE_CITIES),
        )

    # The council (5.4)

    def fourth_disc(self) -> Course:
        """C26 to C29, C38."""
        scores = self.scored < LAST_TILE
        if not scores and not self.plays("seats_beyond_15", True, second_edition=True):
            return
        disc = self.stacks[self.space].pop(0)
        if isinstance(disc, int):
            self.seats.append(disc)
        else:
            yield from self.exchange(scores)
        if scores:
            self.score_tile()

    def exchange(self, scores: bool) -> Course:
        """C28: the active player takes the white disc and seats a coloured one."""
        me = self.mats[self.active]
        if self.plays("white_pushed_out", "to_active_player"):
            me.white += 1
        tops = {f"seat {space}" for space, stack in self.stacks.items() if stack and stack[-1] == self.active}
        if me.coloured:
            me.coloured -= 1
            self.seats.append(self.active)
        elif tops:
            space = (yield from self.ask(self.active, tops)).split()[1]
            self.stacks[space].pop()
            self.seats.append(self.active)
        elif scores:
            self.seats.append(None)  # C29

    def pass_the_marker(self) -> bool:
        """Clockwise past players without discs; False if the game ends (section 8)."""
        out = [mat.coloured + mat.white == 0 for mat in self.mats]
        last_round = self.scored == LAST_TILE or (any(out) and self.plays("end_when", "any_out", second_edition=True))
        if all(out):
            return False
        while True:
            self.active = (self.active + 1) % len(self.mats)
            if self.active == self.start_player and last_round:
                return False
            if not out[self.active]:
                return True

    # Scoring (5.4, section 8, C32 to C35)

    def score_tile(self) -> None:
        tile = self.tiles[self.scored]
        self.scored += 1
        self.award("tiles", self.parts["tile_points"]["ranks"], [tile_count(mat, tile) for mat in self.mats])

    def award(self, source: str, ranks: list[int], counts: list[int]) -> None:
        least = 1 if self.plays("need_one_to_rank", True) else 0
        ranked = [player for player in self.order(counts) if counts[player] >= least]
        for player, points in zip(ranked, ranks, strict=False):
            self.mats[player].points[source] += points

    def order(self, counts: list[int]) -> list[int]:
        """From first to last, ties broken by the five steps of C33."""
        players = range(len(self.mats))
        return sorted(players, key=lambda player: (counts[player], *self.tie_marks(player)), reverse=True)

    def tie_marks(self, player: int) -> tuple[int, ...]:
        artworks = self.mats[player].artworks
        seats = [seat for seat, owner in enumerate(self.seats, 1) if owner == player]
        counted = artworks.total() if self.plays("tie_artworks", "all") else artworks["palazzo_vecchio"]
        leftmost = self.gallery.index(player) if player in self.gallery else len(self.gallery)
        waits = (player - self.active) % len(self.mats)
        return len(seats) + counted, len(seats), max(seats, default=0), -leftmost, -waits

    def final_scoring(self) -> None:
        self.active = self.start_player
        while self.scored < LAST_TILE:
            self.score_tile()
        for stack in self.stacks.values():
            if len(stack) == FULL_STACK:
                stack.pop(0)
        for card in [mat.kept for mat in self.mats] + [self.face_up] * bool(self.face_up):
            counts = [self.card_count(player, card) for player in range(len(self.mats))]
            self.award("cards", self.parts["card_points"]["ranks"], counts)
        self.winner = self.order([sum(mat.points.values()) for mat in self.mats])[0]

    def card_count(self, player: int, card: str) -> int:
        mat = self.mats[player]
        if card == "palazzo_vecchio":
            return self.seats.count(player) + mat.artworks[card]
        return tile_count(mat, f"t_{card}")


def tile_count(mat: Mat, tile: str) -> int:
    """3.4."""
    thing = tile.removeprefix("t_")
    if thing in CITIES:
        return mat.cloth[thing]
    if thing in CHURCHES:
        return sum(mat.given[thing, material] for material in MATERIALS) + mat.artworks[thing]
    if thing in MATERIALS:
        return sum(mat.given[church, thing] for church in CHURCHES)
    match thing:
        case "ports":
            return sum(mat.cloth[city] for city in PORTS)
        case "trade":
            return sum(mat.cloth[city] for city in TRADE_CITIES)
        case _:
            return mat.artworks.total()


# Which actions can be executed (5.3), and the results


def executable(parts: dict[str, Any], at: Standing, action: str) -> bool:
    has_cloth = any(at.workshops)
    match action:
        case "wood" | "brick" | "marble":
            spaces = parts["mat"]["warehouse_spaces"][action]
            return at.cubes > 0 and at.store[MATERIALS.index(action)] < spaces
        case "build":
            return any(after_build(parts, at))
        case "artwork":
            return at.store[2] > 0 and at.art_room > 0
        case "weave":
            return at.cubes > 0 and any(cloth < parts["mat"]["cloth_spaces"] for cloth in at.workshops)
        case "ship":
            return at.ships > 0 and has_cloth and at.port_room > 0
        case "transport":
            return has_cloth and any(house and room for house, room in zip(at.houses, at.trade_room, strict=True))
        case _:
            return any(after_contribution(at))


def after_card(parts: dict[str, Any], at: Standing, card: str) -> Iterator[Standing]:
    """All possible results of playing this hand card."""
    hand = list(at.hand)
    hand[ACTIONS.index(card)] -= 1
    at = at._replace(hand=tuple(hand))
    match card:
        case "wood" | "brick" | "marble":
            yield at._replace(cubes=at.cubes - 1, store=changed(at.store, MATERIALS.index(card), 1))
        case "build":
            yield from (after for _, after in after_build(parts, at))
        case "artwork":
            yield at._replace(store=changed(at.store, 2, -1), art_room=at.art_room - 1)
        case "weave":
            cubes, workshops = woven(parts, at.cubes, list(at.workshops))
            yield at._replace(cubes=cubes, workshops=tuple(workshops))
        case "ship":
            yield from after_deliveries(at, PORTS[:1], at.ships)
        case "transport":
            cities = [city for city, house in zip(TRADE_CITIES, at.houses, strict=True) if house]
            yield from after_deliveries(at, cities, len(cities))
        case _:
            yield from (after for _, after in after_contribution(at))


def changed(numbers: Any, place: int, by: int) -> Any:
    return (*numbers[:place], numbers[place] + by, *numbers[place + 1 :])


def after_build(parts: dict[str, Any], at: Standing) -> Iterator[tuple[str, Standing]]:
    """C18: one piece that is affordable and left; paid cubes return to the supply (C17)."""
    pieces = parts["player"]
    paid = paid_for(parts, at, "ship")
    if paid and at.ships < pieces["ships"]:
        yield "ship", paid._replace(ships=at.ships + 1)
    for _, after in after_house(parts, at):
        yield "house", after
    paid = paid_for(parts, at, "workshop")
    if paid and len(at.workshops) < pieces["workshops_at_start"] + pieces["workshop_tiles"]:
        yield "workshop", paid._replace(workshops=(*at.workshops, 0))


def after_house(parts: dict[str, Any], at: Standing) -> Iterator[tuple[str, Standing]]:
    paid = paid_for(parts, at, "house")
    if not paid or sum(at.houses) == parts["player"]["houses"]:
        return
    for place, city in enumerate(TRADE_CITIES):
        if not at.houses[place] and at.house_room[place]:
            houses = (*at.houses[:place], True, *at.houses[place + 1 :])
            yield city, paid._replace(houses=houses, house_room=changed(at.house_room, place, -1))


def paid_for(parts: dict[str, Any], at: Standing, piece: str) -> Standing | None:
    cost = next(row for row in parts["cost"] if row["id"] == piece)
    wood, brick, marble = at.store
    if wood < cost["wood"] or brick < cost["brick"]:
        return None
    store = (wood - cost["wood"], brick - cost["brick"], marble)
    return at._replace(store=store, cubes=at.cubes + cost["wood"] + cost["brick"])


def after_contribution(at: Standing) -> Iterator[tuple[str, Standing]]:
    for place, material in enumerate(MATERIALS):
        if at.store[place] and at.material_room[place]:
            room = changed(at.material_room, place, -1)
            yield material, at._replace(store=changed(at.store, place, -1), material_room=room)


def after_deliveries(at: Standing, cities: Any, most: int) -> Iterator[Standing]:
    """One cloth or more; the choice of port makes no difference here."""
    for number in range(1, most + 1):
        for chosen in combinations_with_replacement(cities, number):
            after = at
            for city in chosen:
                if not any(after.workshops) or not room_in(after, city):
                    break
                after = after_delivery(after, city)
            else:
                yield after


def room_in(at: Standing, city: str) -> int:
    return at.port_room if city in PORTS else at.trade_room[TRADE_CITIES.index(city)]


def after_delivery(at: Standing, city: str) -> Standing:
    after = at._replace(workshops=taken(at.workshops))
    if city in PORTS:
        return after._replace(port_room=at.port_room - 1)
    return after._replace(trade_room=changed(at.trade_room, TRADE_CITIES.index(city), -1))


def taken(workshops: tuple[int, ...]) -> tuple[int, ...]:
    """C24: a cloth from the fullest workshop, ties to the left."""
    fullest = workshops.index(max(workshops))
    return tuple(cloth - (place == fullest) for place, cloth in enumerate(workshops))


def woven(parts: dict[str, Any], cubes: int, workshops: list[int]) -> tuple[int, list[int]]:
    """C21: one cloth into each workshop with space; if cubes are short, emptiest first, ties to the left."""
    with_room = [place for place, cloth in enumerate(workshops) if cloth < parts["mat"]["cloth_spaces"]]
    chosen = sorted(with_room, key=lambda place: (workshops[place], place))[:cubes]
    return cubes - len(chosen), [cloth + (place in chosen) for place, cloth in enumerate(workshops)]
