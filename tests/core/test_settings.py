"""Settings tried by the conformance suite: all, or with very many options every pair of values."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from zunft.core.conformance import pairwise


@pytest.mark.parametrize("sizes", [[2, 2], [3, 2, 4], [2] * 10, [3, 3, 3, 2, 2, 5]])
def test_any_two_columns_show_every_pair_of_values(sizes: list[int]) -> None:
    rows = pairwise(sizes, [0] * len(sizes))
    for one, other in combinations(range(len(sizes)), 2):
        assert {(row[one], row[other]) for row in rows} == set(product(range(sizes[one]), range(sizes[other])))


def test_the_given_row_comes_first_and_there_are_few() -> None:
    rows = pairwise([2] * 10, [1] * 10)
    assert rows[0] == [1] * 10
    assert len(rows) < 16
