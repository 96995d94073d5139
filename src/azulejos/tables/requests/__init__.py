"""The answers to requests, a module for each topic, without a web framework.

`server/http` uses these on a server, `azulejos.offline` in a page without one.
"""
