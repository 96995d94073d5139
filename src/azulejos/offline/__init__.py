"""The page without a server: what a server does, in a worker of the browser.

`host.py` answers what the page asks, `thinker.py` is where bots think, `bundle.py` writes the
Python that both need. Nothing here but `browser.py` knows JavaScript: what the browser has to
offer comes from outside, as a `Disk` and as `Port`s.
"""
