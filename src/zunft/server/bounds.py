"""Shared by all limits: what counts as one visitor, and how much each visitor has in use."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

NETWORK: Final = 64  # prefix length of an IPv6 network that counts as one household


def household(host: str) -> str:
    """An IPv4 address, or the /64 network of an IPv6 address, since a household can use any address in its network."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, NETWORK), strict=False))


def networks_of(addresses: str) -> list[Network]:
    """Comma-separated addresses and networks; raises ValueError."""
    return [ipaddress.ip_network(each.strip()) for each in addresses.split(",") if each.strip()]


def is_within(host: str, networks: Iterable[Network]) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return any(address in network for network in networks)


class Shares:
    """How much of a limited resource each household has in use."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken: Counter[str] = Counter()

    def take(self, who: str) -> bool:
        """Take one if any is left; the caller gives it back."""
        if self.taken[who] >= self.most:
            return False
        self.taken[who] += 1
        return True

    def give_back(self, who: str) -> None:
        self.taken[who] -= 1
        if not self.taken[who]:
            del self.taken[who]

    @contextmanager
    def one(self, who: str) -> Iterator[bool]:
        taken = self.take(who)
        try:
            yield taken
        finally:
            if taken:
                self.give_back(who)
