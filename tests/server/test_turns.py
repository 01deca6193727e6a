"""Whose bot thinks next."""

from __future__ import annotations

import asyncio

from zunft.server.tables.turns import Asker, Turns


async def thought(turns: Turns, asker: Asker, order: list[str], seconds: float = 0.0) -> None:
    async with turns.turn(asker):
        order.append(asker.table)
        await asyncio.sleep(seconds)


def order_of(places: int, *askers: Asker, seconds: float = 0.0) -> list[str]:
    """The order in which they think if all have asked before the first is ready."""

    async def run() -> list[str]:
        turns, order = Turns(places), list[str]()
        first = asyncio.create_task(thought(turns, Asker("first", "", True), order, 0.01))
        await asyncio.sleep(0)
        await asyncio.gather(first, *(thought(turns, asker, order, seconds) for asker in askers))
        assert turns.thinking == turns.unattended == 0 and not turns.waiting
        return order[1:]

    return asyncio.run(run())


def test_attended_tables_come_first() -> None:
    crowd = [Asker(f"crowd {number}", "a", False) for number in range(10)]
    assert order_of(1, *crowd, Asker("anna's", "b", True))[0] == "anna's"


def test_households_take_turns() -> None:
    crowd = [Asker(f"crowd {number}", "a", True) for number in range(6)]
    order = order_of(1, *crowd, Asker("anna's", "b", True), Asker("bruno's", "c", True), seconds=0.01)
    assert set(order[:3]) == {"crowd 0", "anna's", "bruno's"}


def test_a_table_that_used_much_time_waits() -> None:
    async def run() -> list[str]:
        turns, order = Turns(1), list[str]()
        turns.add("table long", 5.0)
        first = asyncio.create_task(thought(turns, Asker("first", "x", True), order, 0.01))
        await asyncio.sleep(0)
        await asyncio.gather(first, *(thought(turns, Asker(name, "a", True), order) for name in ("long", "short")))
        return order

    assert asyncio.run(run()) == ["first", "short", "long"]


def test_one_slot_is_reserved_for_people() -> None:
    async def run() -> tuple[int, int]:
        turns, order = Turns(2), list[str]()
        crowd = [asyncio.create_task(thought(turns, Asker(str(each), "a", False), order, 30)) for each in range(5)]
        await asyncio.sleep(0)
        while not order:
            await asyncio.sleep(0)
        thinking = turns.thinking
        await asyncio.wait_for(thought(turns, Asker("anna's", "b", True), order), 20)
        for task in crowd:
            task.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        return thinking, turns.thinking

    assert asyncio.run(run()) == (1, 0)


def test_a_cancelled_wait_takes_no_slot() -> None:
    async def run() -> int:
        turns, order = Turns(1), list[str]()
        first = asyncio.create_task(thought(turns, Asker("first", "", True), order, 0.01))
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(thought(turns, Asker(str(each), "a", True), order)) for each in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        waiting[2].cancel()
        await asyncio.gather(first, *waiting, return_exceptions=True)
        assert order == ["first", "1"]
        return turns.thinking + len(turns.waiting)

    assert asyncio.run(run()) == 0
