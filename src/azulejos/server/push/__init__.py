"""Web push: people who switched it on learn that it is their turn though their page is closed.

`endpoints.py` checks where messages may be sent, `services.py` sends them, signed with the server's
key, and `turns.py` knows whom to notify of what.
Everything that needs the libraries of the extra `azulejos[push]` is imported where a key is given.
"""
