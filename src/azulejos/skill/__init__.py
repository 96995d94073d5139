"""How well somebody plays: what moves lose, at which level that is, and how kind the deals were.

`judging` says who judges, `summary` what a reviewed game says of a seat, `calibration` what our
levels lose, `rating` which of them somebody plays like, and `luck` what chance gave.
"""
