"""The server's randomness: uniform, and never the same twice."""

from __future__ import annotations

from collections import Counter

from zunft.server.tables.chance import FETCHED, Chance


def test_numbers_are_even_and_in_range() -> None:
    chance = Chance()
    numbers = [chance.random() for _ in range(20_000)]
    assert all(0 <= number < 1 for number in numbers)
    tenths = Counter(int(number * 10) for number in numbers)
    assert set(tenths) == set(range(10))
    assert all(1_700 < count < 2_300 for count in tenths.values()), "seven standard deviations"
    assert len(set(numbers)) == len(numbers)


def test_bits_and_bytes_have_the_requested_size() -> None:
    chance = Chance()
    for bits in (1, 7, 8, 9, 64, 200):
        found = [chance.getrandbits(bits) for _ in range(60)]
        assert all(0 <= number < 1 << bits for number in found)
        assert max(found).bit_length() > bits - 8
    assert len(chance.randbytes(3 * FETCHED)) == 3 * FETCHED
    assert len(chance.randbytes(5)) == 5


def test_nothing_is_used_twice() -> None:
    chance = Chance()
    pieces = [chance.randbytes(16) for _ in range(FETCHED)]
    assert len(set(pieces)) == len(pieces)
    assert Chance().randbytes(16) != Chance().randbytes(16)
