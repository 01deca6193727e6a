"""The rulebook's words for seats, guilds, goods, steps, awards and tasks, and their codes in the rules."""

from __future__ import annotations

from typing import Final

FEWEST_PLAYERS: Final = 3
MOST_PLAYERS: Final = 5

GUILDS = ("smiths", "vintners", "shoemakers", "butchers", "bakers")
GOODS = ("armour", "barrel", "shoe", "meat", "bread")

# Council seats; a guild's seat is GUILD_SEATS + guild
SEATS = ("nobility", "church", *GUILDS, "merchants")
NOBILITY: Final = 0
CHURCH: Final = 1
GUILD_SEATS: Final = 2
MERCHANTS: Final = 7
VACANT: Final = -1

# Steps of the action phase
STEPS = ("A", "B", "C", "D", "E", "F", "G", "H", "I")
STEP_A: Final = 0
STEP_G: Final = 6
STEP_H: Final = 7
STEP_I: Final = 8
PLANNING: Final = -1
STEP_KINDS = ("nobility_church", "guild", "merchants", "chapel", "building")
BIDDING_KINDS = ("nobility_church", "guild", "merchants")
GUILD_STEPS = ("B", "D", "F")

# Awards
AWARDS = ("nobility_seat", "church_seat", "master", "journeyman", "apprentice", "sell", "sell_and_merchants_seat")
NOBILITY_SEAT: Final = 0
CHURCH_SEAT: Final = 1
MASTER: Final = 2
JOURNEYMAN: Final = 3
APPRENTICE: Final = 4
SELL: Final = 5
SELL_AND_MERCHANTS_SEAT: Final = 6

BUILDINGS = ("building_2", "building_3", "building_4", "building_5", "building_6")
ROUND_TILES = ("1", "2", "3", "4", "5")

# Tasks
TASKS = tuple(f"T{number:02}" for number in range(1, 26))
TASK_KINDS = (
    "building_pair",
    "guild_three",
    "same_building_three",
    "row_three",
    "council",
    "four_buildings",
    "diagonal_three",
    "most_in_city",
    "square_four",
    "all_guilds",
    "different_chapels",
    "same_chapel_three",
    "chapel_members",
    "border",
    "corners",
    "connected_four",
    "privileges",
)
BUILDING_PAIR: Final = 0
GUILD_THREE: Final = 1
SAME_BUILDING_THREE: Final = 2
ROW_THREE: Final = 3
COUNCIL: Final = 4
FOUR_BUILDINGS: Final = 5
DIAGONAL_THREE: Final = 6
MOST_IN_CITY: Final = 7
SQUARE_FOUR: Final = 8
ALL_GUILDS: Final = 9
DIFFERENT_CHAPELS: Final = 10
SAME_CHAPEL_THREE: Final = 11
CHAPEL_MEMBERS: Final = 12
BORDER: Final = 13
CORNERS: Final = 14
CONNECTED_FOUR: Final = 15
PRIVILEGES: Final = 16
