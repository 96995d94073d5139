"""How well somebody plays: what moves lose, at which level that is, and how lucky the deals were.

`judging` says who judges and what our levels lose, `summary` what a reviewed game says of a seat,
`rating` which level somebody plays like, and `luck` what chance gave.
"""
