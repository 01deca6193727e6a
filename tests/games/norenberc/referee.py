"""A referee of Norenberc, written from docs/rules/norenberc.md and not from the engine.

It keeps its own position, receives every action as text, and lists the next choices: the player and the texts.
Sections and rulings refer to the specification. It is meant to be read beside it, not to be fast.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from itertools import combinations, combinations_with_replacement
from typing import Any

CHANCE = -1
GUILDS = ("brewers", "bakers", "shoemakers", "printers", "tailors", "hatters")
GOODS = ("beer", "pastry", "shoes", "paper", "cloth", "hats")
ROOMS = ("A", "B", "C", "D")

Question = dict[int, dict[str, int]]
"""By deciding player: the texts of the legal answers with weights (used by chance only)."""

Course = Generator[Question, tuple[int, str], None]
"""Yields questions, receives answers."""

Answer = Generator[Question, tuple[int, str], str]


# Tiles are named as in the actions: "brewers-4", "brewers-2+" with agent icon, "musician-3", "guard".


def guild_of(tile: str) -> str | None:
    """None for a citizen."""
    name = tile.partition("-")[0]
    return name if name in GUILDS else None


def number_on(tile: str) -> int:
    return int(tile.partition("-")[2].rstrip("+"))


def has_agent_icon(tile: str) -> bool:
    return tile.endswith("+")


class House:
    def __init__(self, guild: str, good: str, goods: int, crests: int) -> None:
        self.guild = guild
        self.good = good
        self.windows: list[str] = []  # the master first; the last tile lies under the one before it
        self.rooms: list[str | None] = [None] * len(ROOMS)
        self.storehouse = Counter({good: goods})
        self.roof: list[int] = []  # owners of the agents up there
        self.mayors = 0
        self.crests = crests
        self.prestige_crest = False

    def price(self) -> int:
        return number_on(self.windows[0])


class Player:
    def __init__(self, number: int, talers: int, stock: int, supply: int) -> None:
        self.number = number
        self.talers = talers
        self.stock = stock
        self.supply = supply
        self.goods: Counter[str] = Counter()  # loose ones
        self.peddlers: list[str] = []  # the good on each
        self.tiles: list[str] = []
        self.crests: Counter[str] = Counter()
        self.prestige_crests = 0
        self.passed = False
        self.plan: set[str] = set()

    def craftsmen(self, guild: str | None = None) -> list[str]:
        return [tile for tile in self.tiles if guild_of(tile) and guild in (None, guild_of(tile))]

    def has(self, goods: tuple[str, ...]) -> bool:
        return not Counter(goods) - self.goods

    def gain_agent(self) -> None:
        """P6: only while the supply has one."""
        if self.supply:
            self.supply -= 1
            self.stock += 1


class Referee:
    """One game. `question` is the pending decision, `answer` continues the game; no question is left at the end."""

    def __init__(self, tables: Mapping[str, Any], players: int, planning: str) -> None:
        self.tables = tables
        self.game: Mapping[str, Any] = tables["game"]
        self.scoring: Mapping[str, Any] = tables["scoring"]
        self.costs = {row["id"]: row for row in tables["room"]}
        self.planning = planning
        self.round = 0
        self.turn = 0
        self.order: list[int] = []
        self.stack: Counter[str] = Counter()
        self.prestige_guild = ""
        guilds = players + 1
        start = self.game["start_agents"]
        self.players = [
            Player(number, self.game["start_talers"], start, self.game["max_agents"] - start)
            for number in range(players)
        ]
        self.houses = [
            House(guild, good, self.game["goods_per_guild"], self.game["crests_per_guild"])
            for guild, good in list(zip(GUILDS, GOODS, strict=True))[:guilds]
        ]
        self.course = self.whole_game()
        self.question: Question | None = next(self.course)

    def answer(self, who: int, text: str) -> None:
        assert self.question is not None
        assert text in self.question[who]
        try:
            self.question = self.course.send((who, text))
        except StopIteration:
            self.question = None

    def ask(self, who: int, texts: Iterable[str]) -> Answer:
        _, text = yield {who: dict.fromkeys(texts, 1)}
        return text

    def draw(self, tiles: Counter[str]) -> Answer:
        """Chance draws one of these tiles."""
        _, text = yield {CHANCE: {f"draw {tile}": number for tile, number in tiles.items() if number}}
        tile = text.partition(" ")[2]
        tiles[tile] -= 1
        return tile

    def house(self, guild: str) -> House:
        return self.houses[GUILDS.index(guild)]

    # 4 Set-up

    def whole_game(self) -> Course:
        yield from self.set_up()
        while self.round < self.game["rounds"]:
            self.round += 1
            yield from self.play_round()
            self.choose_favourites()
            self.return_agents()
            self.pay_income()
            if self.round < self.game["rounds"]:
                for me in self.players:
                    me.passed = False
                for house in self.houses:
                    house.windows.pop(0)
                yield from self.refill_rooms()
                self.choose_prestige_guild()

    def set_up(self) -> Course:
        for me in self.players:
            for house in self.houses:
                me.goods[house.good] += self.game["start_goods_per_guild"]
                house.storehouse[house.good] -= self.game["start_goods_per_guild"]
        yield from self.draw_turn_order()
        for house in self.houses:
            yield from self.fill_windows(house)
        yield from self.draw_citizens()
        for house in self.houses:
            for room in range(1, len(ROOMS)):
                house.rooms[room] = yield from self.draw(self.stack)
        self.choose_prestige_guild()

    def draw_turn_order(self) -> Course:
        """The last place is forced."""
        left = [me.number for me in self.players]
        while len(left) > 1:
            text = yield from self.ask(CHANCE, [f"order {number + 1}" for number in left])
            number = int(text.split()[1]) - 1
            left.remove(number)
            self.order.append(number)
        self.order += left

    def fill_windows(self, house: House) -> Course:
        """Four from the master's window up, the fifth on top of the fourth. The others become guests."""
        table = self.tables["craftsmen"]
        printed = table.get(house.guild, table["tiles"])
        tiles = Counter(f"{house.guild}-{tile['value']}{'+' if tile['agent'] else ''}" for tile in printed)
        for _ in range(4):
            house.windows.append((yield from self.draw(tiles)))
        house.windows.insert(3, (yield from self.draw(tiles)))
        self.stack += tiles

    def draw_citizens(self) -> Course:
        box = Counter({row["face"]: row["copies"] for row in self.tables["citizen"]})
        wanted = next(row["citizens"] for row in self.tables["setup"] if row["players"] == len(self.players))
        for _ in range(wanted):
            self.stack[(yield from self.draw(box))] += 1

    def choose_prestige_guild(self) -> None:
        """R6: the highest master of a different guild, ties to the lower number."""
        candidates = [house for house in self.houses if house.guild != self.prestige_guild]
        chosen = max(candidates, key=House.price)
        self.prestige_guild = chosen.guild
        chosen.prestige_crest = True

    # 5.1 Planning phase

    def play_round(self) -> Course:
        self.turn = 0
        while not all(me.passed for me in self.players):
            self.turn += 1
            yield from self.plan()
            for house in self.houses:
                yield from self.call(house)
            for me in self.players:
                me.passed = me.passed or me.stock == 0  # P2

    def plan(self) -> Course:
        """Difference 1: simultaneously or one after the other."""
        planners = [number for number in self.order if not self.players[number].passed]
        if self.planning == "simultaneous":
            left = dict.fromkeys(planners)
            while left:
                who, text = yield {number: dict.fromkeys(self.plans(number), 1) for number in left}
                del left[who]
                self.lay_cards(who, text)
        else:
            for who in reversed(planners) if self.planning == "reverse_order" else planners:
                self.lay_cards(who, (yield from self.ask(who, self.plans(who))))

    def plans(self, who: int) -> list[str]:
        """P1: at most one card per guild, one agent per card; no card is a pass."""
        numbers = range(1, len(self.houses) + 1)
        sizes = range(1, min(self.players[who].stock, len(self.houses)) + 1)
        layouts = [layout for size in sizes for layout in combinations(numbers, size)]
        return ["pass", *(f"plan {' '.join(map(str, layout))}" for layout in layouts)]

    def lay_cards(self, who: int, text: str) -> None:
        me = self.players[who]
        me.passed = text == "pass"
        me.plan = {GUILDS[int(number) - 1] for number in text.split()[1:]}

    # 5.2 Action phase

    def call(self, house: House) -> Course:
        acting = [self.players[number] for number in self.order if house.guild in self.players[number].plan]
        limit = self.buy_limit(len(acting))
        for me in acting:
            me.stock -= 1
        for me in acting:
            yield from self.act(me, house, limit)
            house.roof.append(me.number)
            me.plan.remove(house.guild)

    def buy_limit(self, cards: int) -> int:
        """A4: lower in the very first turn if many laid a card."""
        limit: int = self.game["buy_limit"]
        if self.round == 1 and self.turn == 1:
            for row in self.tables["first_turn_buy_limit"]:
                if row["players"] == len(self.players) and row["cards"] <= cards:
                    limit = min(limit, row["limit"])
        return limit

    def act(self, me: Player, house: House, limit: int) -> Course:
        """A13: players with no other option do nothing, automatically."""
        sales = [f"sell {number}" for number in range(1, me.goods[house.good] + 1)]
        rooms = [room for room in ROOMS if house.rooms[ROOMS.index(room)] and self.payments(me, house, room)]
        possible = [*sales, *self.purchases(me, house, limit, GOODS), *(f"hire {room}" for room in rooms)]
        if not possible:
            return
        text = yield from self.ask(me.number, [*possible, "nothing"])
        kind, _, what = text.partition(" ")
        if kind == "sell":
            self.sell(me, house, int(what))
        elif kind == "buy":
            yield from self.buy(me, house, limit, what)
        elif kind == "hire":
            yield from self.hire(me, house, what)

    def sell(self, me: Player, house: House, number: int) -> None:
        me.goods[house.good] -= number
        house.storehouse[house.good] += number
        me.talers += number * house.price()

    def purchases(self, me: Player, house: House, limit: int, goods: Iterable[str]) -> list[str]:
        """A3: goods here, at this master's price, without credit."""
        most = min(limit, me.talers // house.price())
        return [f"buy {number} {good}" for good in goods for number in range(1, min(most, house.storehouse[good]) + 1)]

    def buy(self, me: Player, house: House, limit: int, what: str) -> Course:
        """D4: type by type, in guild order."""
        while True:
            number, good = int(what.split()[0]), what.split()[1]
            me.talers -= number * house.price()
            me.goods[good] += number
            house.storehouse[good] -= number
            limit -= number
            further = self.purchases(me, house, limit, GOODS[GOODS.index(good) + 1 :])
            if not further:
                return
            text = yield from self.ask(me.number, [*further, "enough"])
            if text == "enough":
                return
            what = text.partition(" ")[2]

    # Hiring

    def payments(self, me: Player, house: House, room: str) -> set[tuple[str, ...]]:
        """All ways to pay for a room (A5, A6, A12), each as an ordered list of goods: required own ones first, then
        the chosen ones.
        """
        cost = self.costs[room]
        own = (house.good,) * cost["own"]
        if not cost["instead"]:
            return {own + others for others in ways(me.goods - Counter(own), cost["any"])} if me.has(own) else set()
        found = {own} if me.has(own) else set()
        fewer = own[:-1]
        if me.has(fewer):
            foreign = Counter({good: number for good, number in me.goods.items() if good != house.good})
            found |= {fewer + others for others in ways(foreign, cost["instead"])}
        return found

    def hire(self, me: Player, house: House, room: str) -> Course:
        """A7: pay, tile, talers for the roof, turn order."""
        yield from self.pay(me, house, room)
        at = ROOMS.index(room)
        tile = house.rooms[at]
        assert tile is not None
        house.rooms[at] = None
        yield from self.take(me, tile)
        me.talers += len(house.roof)
        if self.order[0] != me.number:
            text = yield from self.ask(me.number, ["first", "stay"])
            if text == "first":
                self.order.remove(me.number)
                self.order.insert(0, me.number)

    def pay(self, me: Player, house: House, room: str) -> Course:
        """D5: each good that the room leaves open is chosen."""
        cost = self.costs[room]
        sure = cost["own"] - (1 if cost["instead"] else 0)
        possible = self.payments(me, house, room)
        paid: tuple[str, ...] = (house.good,) * sure
        while any(len(payment) > len(paid) for payment in possible):
            nexts = {payment[len(paid)] for payment in possible}
            text = yield from self.ask(me.number, [f"pay {good}" for good in nexts])
            paid += (text.split()[1],)
            possible = {payment for payment in possible if payment[: len(paid)] == paid}
        me.goods -= Counter(paid)
        house.storehouse += Counter(paid)

    def take(self, me: Player, tile: str) -> Course:
        """Stars act and return to the stack; Peddler and Mayor are placed; everything else is kept."""
        if tile == "councillor":
            me.gain_agent()
            self.stack[tile] += 1
        elif tile == "thief":
            self.stack[tile] += 1
            yield from self.rob(me)
        elif tile == "guard":
            self.stack[tile] += 1
            yield from self.swap(me)
        elif tile == "peddler":
            yield from self.load_peddler(me)
        elif tile == "mayor":
            text = yield from self.ask(me.number, [f"mayor {house.guild}" for house in self.houses])
            self.house(text.split()[1]).mayors += 1
        else:
            self.keep(me, tile)

    def keep(self, me: Player, tile: str) -> None:
        me.tiles.append(tile)
        if has_agent_icon(tile):
            me.gain_agent()

    def rob(self, me: Player) -> Course:
        """T2: two loose goods of one other player, or the only one; the bank pays each good's own master's price."""
        victims = [other for other in self.players if other is not me and other.goods.total()]
        if not victims:
            return
        text = yield from self.ask(me.number, [*(f"rob {other.number + 1}" for other in victims), "decline"])
        if text == "decline":
            return
        victim = self.players[int(text.split()[1]) - 1]
        number = min(self.scoring["thief_goods"], victim.goods.total())
        stolen = yield from self.choose(me, "steal", ways(victim.goods, number))
        for good in stolen:
            victim.goods[good] -= 1
            victim.talers += self.houses[GOODS.index(good)].price()
            me.goods[good] += 1

    def choose(
        self, me: Player, kind: str, possible: set[tuple[str, ...]]
    ) -> Generator[Question, tuple[int, str], tuple[str, ...]]:
        """One by one; forced answers are skipped."""
        chosen: tuple[str, ...] = ()
        while any(len(way) > len(chosen) for way in possible):
            nexts = {way[len(chosen)] for way in possible}
            if len(nexts) > 1:
                text = yield from self.ask(me.number, [f"{kind} {thing}" for thing in nexts])
                nexts = {text.split()[1]}
            chosen += tuple(nexts)
            possible = {way for way in possible if way[: len(chosen)] == chosen}
        return chosen

    def swap(self, me: Player) -> Course:
        """T3: two different craftsmen of one guild, no master."""
        lying = self.craftsmen_lying()
        names = list(lying)
        pairs = {
            (one, other)
            for one, other in combinations(names, 2)
            if lying[one] != lying[other] and guild_of(lying[one]) == guild_of(lying[other])
        }
        if not pairs:
            return
        firsts = {one for one, _ in pairs}
        text = yield from self.ask(me.number, [*(f"swap {name}" for name in firsts), "decline"])
        if text == "decline":
            return
        first = text.split()[1]
        (second,) = yield from self.choose(me, "swap", {(other,) for one, other in pairs if one == first})
        self.put(first, lying[second])
        self.put(second, lying[first])

    def craftsmen_lying(self) -> dict[str, str]:
        """All craftsmen in windows and rooms except the masters, by place in house order."""
        found: dict[str, str] = {}
        for house in self.houses:
            for number, tile in enumerate(house.windows[1:-1], 2):
                found[f"{house.guild}-window-{number}"] = tile
            found[f"{house.guild}-covered"] = house.windows[-1]
            for room, guest in zip(ROOMS, house.rooms, strict=True):
                if guest and guild_of(guest):
                    found[f"{house.guild}-room-{room}"] = guest
        return found

    def put(self, place: str, tile: str) -> None:
        guild, kind, *at = place.split("-")
        house = self.house(guild)
        if kind == "room":
            house.rooms[ROOMS.index(at[0])] = tile
        else:
            house.windows[-1 if kind == "covered" else int(at[0]) - 1] = tile

    def load_peddler(self, me: Player) -> Course:
        """T5: one loose good must be put on him; with none, he returns at once."""
        if not me.goods.total():
            self.stack["peddler"] += 1
            return
        (good,) = yield from self.choose(me, "put", ways(me.goods, 1))
        me.goods[good] -= 1
        me.peddlers.append(good)

    # 5.4 End of a round

    def choose_favourites(self) -> None:
        for house in self.houses:
            won = house.windows[:1] if self.round < self.game["rounds"] else house.windows
            wanting = [me for me in self.players if self.strength(me, house)]
            if wanting:
                best = max(wanting, key=lambda me: self.claim(me, house))
                self.hand_in(best, house)
                for tile in won:
                    self.keep(best, tile)
                best.crests[house.guild] += 1
                house.crests -= 1
                best.prestige_crests += house.prestige_crest
            house.prestige_crest = False  # R2: without a favourite it goes to the box
        for me in self.players:
            me.goods.update(me.peddlers)
            self.stack["peddler"] += len(me.peddlers)
            me.peddlers = []

    def strength(self, me: Player, house: House) -> int:
        """T5: a Peddler with his good counts as four."""
        return me.goods[house.good] + me.peddlers.count(house.good) * int(self.scoring["peddler_counts"])

    def claim(self, me: Player, house: House) -> tuple[int, int, int]:
        """R1: goods, then talers, then turn order."""
        return self.strength(me, house), me.talers, -self.order.index(me.number)

    def hand_in(self, me: Player, house: House) -> None:
        """T5: a loose good; only if there is none, the one on a Peddler, who then leaves."""
        if me.goods[house.good]:
            me.goods[house.good] -= 1
        else:
            me.peddlers.remove(house.good)
            self.stack["peddler"] += 1
        house.storehouse[house.good] += 1

    def return_agents(self) -> None:
        for house in self.houses:
            for owner in house.roof:
                self.players[owner].stock += 1
            house.roof = []

    def pay_income(self) -> None:
        """T4, T6: Musicians by their number, Mayors per craftsman of their guild."""
        for me in self.players:
            me.talers += self.game["income"]
            me.talers += sum(number_on(tile) for tile in me.tiles if tile.startswith("musician"))
            for house in self.houses:
                me.talers += house.mayors * self.scoring["mayor_talers"] * len(me.craftsmen(house.guild))

    def refill_rooms(self) -> Course:
        """R5: room A is cleared, the others move left, then refill while the stack lasts."""
        for house in self.houses:
            staying = [guest for guest in house.rooms[1:] if guest]
            house.rooms = [*staying, *[None] * (len(ROOMS) - len(staying))]
        for house in self.houses:
            for room, guest in enumerate(house.rooms):
                if guest is None and self.stack.total():
                    house.rooms[room] = yield from self.draw(self.stack)

    # 8 Scoring and end

    def points(self) -> list[dict[str, int]]:
        places = {house.guild: self.places(house.guild) for house in self.houses}
        return [self.points_of(me, places) for me in self.players]

    def points_of(self, me: Player, places: dict[str, dict[int, int]]) -> dict[str, int]:
        rules = self.scoring
        guilds = [house.guild for house in self.houses]
        worth = {guild: sum(map(number_on, me.craftsmen(guild))) for guild in guilds}
        values = [number_on(tile) for tile in me.craftsmen()]
        lower = [guild for guild in guilds if places[guild].get(me.number) in (2, 3)]
        different = len(+me.crests) + me.prestige_crests + me.tiles.count("engraver")
        table = rules["crests"]
        return {
            "noblemen": sum(number_on(tile) for tile in me.tiles if tile.startswith("nobleman")),
            "tax_collectors": me.tiles.count("tax_collector") * (me.talers // rules["talers_per_point"]),
            "foremen": sum(values.count(number_on(tile)) for tile in me.tiles if tile.startswith("foreman")),
            "majorities": sum(self.majority(places[guild]).get(me.number, 0) for guild in guilds),
            "apprentices": me.tiles.count("apprentice") * len(lower),
            "guild_value": rules["guild_value_bonus"] * sum(worth[guild] >= rules["guild_value"] for guild in guilds),
            "all_guilds": rules["all_guilds_bonus"] if all(me.craftsmen(guild) for guild in guilds) else 0,
            "richest": self.richest(me),
            "crests": table[min(different, len(table) - 1)],
        }

    def places(self, guild: str) -> dict[int, int]:
        """V1, V2, V5: by value, then by tiles; a tie for a place cancels the next one."""
        marks = {
            me.number: (sum(map(number_on, me.craftsmen(guild))), len(me.craftsmen(guild)))
            for me in self.players
            if me.craftsmen(guild)
        }
        found: dict[int, int] = {}
        place = 1
        for mark in sorted(set(marks.values()), reverse=True):
            tied = [number for number, other in marks.items() if other == mark]
            if place <= 3:
                found |= dict.fromkeys(tied, place)
            place += 1 if len(tied) == 1 else 2
        return found

    def majority(self, places: dict[int, int]) -> dict[int, int]:
        """V3, V4: a sole first also gets the points of places that no player takes."""
        single, tied = self.scoring["majority"], self.scoring["majority_tied"]
        taken = list(places.values())
        found = {
            number: single[place - 1] if taken.count(place) == 1 else tied[place - 1]
            for number, place in places.items()
        }
        for number, place in places.items():
            if place == 1 and taken.count(1) == 1:
                if len(taken) == 1:
                    found[number] += single[1] + single[2]
                elif len(taken) == 2:
                    found[number] += single[2]
        return found

    def richest(self, me: Player) -> int:
        """V7"""
        most = max(other.talers for other in self.players)
        if me.talers < most:
            return 0
        alone = [other.talers for other in self.players].count(most) == 1
        return int(self.scoring["richest" if alone else "richest_tied"])

    def winners(self) -> list[int]:
        """V10"""
        points = self.points()
        marks = [
            (sum(points[me.number].values()), len(me.craftsmen()), sum(map(number_on, me.craftsmen())))
            for me in self.players
        ]
        return [number for number, mark in enumerate(marks) if mark == max(marks)]


def ways(goods: Counter[str], number: int) -> set[tuple[str, ...]]:
    """All sets of `number` of these goods, each in guild order."""
    held = [good for good in GOODS if goods[good]]
    return {way for way in combinations_with_replacement(held, number) if not Counter(way) - goods}
