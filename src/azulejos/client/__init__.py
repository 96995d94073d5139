"""A client for the server's HTTP API: any bot, or a function, plays at its tables.

It needs nothing but the standard library beside the rules, and nothing of the server.
"""

from azulejos.client.client import Client, Result, Seat

__all__ = ["Client", "Result", "Seat"]
