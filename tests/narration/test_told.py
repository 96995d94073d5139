"""What is told, over random games of every option set, and to whom."""

from __future__ import annotations

from azulejos import DUEL, Game, Options
from azulejos.narration import Message, narrate
from azulejos.narration.languages import LANGUAGES, catalogue
from option_sets import every_option_set
from random_events import random_events

NAMES = ("Ana", "Ben", "Cai", "Dia")


@every_option_set(interpreted=False)
def test_whatever_happens_is_told_in_every_language(game: Game, options: Options) -> None:
    for before, event, following in random_events(game, options, 6):
        for said in narrate(before, event, following, 0):
            for language in LANGUAGES:
                words = catalogue(language).words(said, NAMES)
                assert words.endswith(".")
                assert not {*"{}#"} & {*words}
                assert "colour." not in words


# Secrets


def test_du_25_plates_looked_at_and_put_under_are_told_to_their_drawer_alone() -> None:
    state = DUEL.position(
        "duel; round 2 phase=action turn=1 start=1; plates 3 12; stack ?11 1:16 2:18 top=J; "
        "factories B2YR/-/? -/YK/? -/-/BR -/-/-; large -/YK2; "
        "seat 1 score=4 tokens=1 taken=1 plates=5e/-/-/-/-/-/-/-/-; "
        "seat 2 score=9 tokens=0 plates=1n/2n/-/-/-/-/-/-/-"
    )
    for back in ("S", "J", "J"):
        state = state.play("draw").deal(DUEL.parse_draw(f"back {back}"))
    state = state.play("look")
    draw = DUEL.parse_draw("look 4 7 6")
    told_to = {seat: narrate(state, draw, state.deal(draw), seat) for seat in (0, 1, None)}
    assert told_to[0] == [Message("duel.look_seen", {"seat": 0, "plates": ["4", "7", "6"]})]
    assert told_to[1] == told_to[None] == [Message("duel.look", {"seat": 0})]
    state = state.deal(draw).play("k4")
    under = DUEL.parse_move("u7")
    told_to = {seat: narrate(state, under, state.play(under), seat) for seat in (0, 1, None)}
    assert told_to[0] == [Message("duel.under_seen", {"seat": 0, "plate": 7})]
    assert told_to[1] == told_to[None] == [Message("duel.under", {"seat": 0})]
