"""Web push: people who switched it on learn that it is their turn though their page is closed.

`key.py` is the key by which push services know this server, `endpoints.py` which addresses a
message may be sent to, `services.py` sends one, and `turns.py` knows whom to notify of what.
Everything that needs the libraries of the extra `azulejos[push]` is imported where a key is given.
"""
