"""Bots. They see a seat, never the table."""

from zunft.bots.register import MakeBot, UnknownBot, bot_names, load
from zunft.bots.seat import Bot, Seat

__all__ = ["Bot", "MakeBot", "Seat", "UnknownBot", "bot_names", "load"]
