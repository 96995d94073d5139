"""`azulejos arena`: bots against bots."""

from azulejos.cli.arena.command import arena

__all__ = ["arena"]
