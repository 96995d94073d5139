"""The networks that this machine is in."""

from __future__ import annotations

import ipaddress

import ifaddr


def network_addresses() -> list[str]:
    """The IPv4 addresses of this machine, those of networks at home first."""
    result = {
        ipaddress.IPv4Address(ip.ip)
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if isinstance(ip.ip, str)
    }
    useful = [each for each in result if not (each.is_loopback or each.is_link_local)]
    return [str(each) for each in sorted(useful, key=lambda each: (not each.is_private, each))]
