"""Addresses and networks, as people and sockets write them."""

from __future__ import annotations

import ipaddress

from azulejos.errors import Malformed

IPV6_CUSTOMER = 64  # bits of the network that a single customer gets


def read_address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address as people and sockets write it; None if it is not one."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def network_called(text: str) -> str:
    """The network that somebody means: of a single IPv6 address that of its customer."""
    address = read_address(text)
    if address is not None:
        length = IPV6_CUSTOMER if address.version == 6 else address.max_prefixlen
        return str(ipaddress.ip_network((address, length), strict=False))
    try:
        network = ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise Malformed(
            f"{text!r} is not an address: it should be like 203.0.113.7, 203.0.113.0/24 "
            "or 2001:db8::1"
        ) from None
    if isinstance(network, ipaddress.IPv6Network) and network.prefixlen > IPV6_CUSTOMER:
        network = network.supernet(new_prefix=IPV6_CUSTOMER)
    return str(network)
