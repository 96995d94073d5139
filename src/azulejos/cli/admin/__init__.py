"""`azulejos admin`: how an operator manages the tables and guests of a server.

It uses the store directly, even while a server does: every change is one transaction, and servers
pick up what has changed.
"""

from azulejos.cli.admin.group import admin

__all__ = ["admin"]
