"""For clients of servers on this machine, which speak plain HTTP."""

import ssl

NONE_TRUSTED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""What to `verify` by: else every client of httpx reads all authorities' certificates, in 24 ms."""
