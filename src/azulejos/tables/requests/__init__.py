"""What is answered to whoever asks, a module for each group of questions, without a web framework.

`server/http` wraps these for a server, `azulejos.offline` for a page that has none.
"""
