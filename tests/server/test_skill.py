"""How well one plays, from what reviews have left in a notebook."""

from __future__ import annotations

import msgspec

from azulejos.skill.judging import VERSIONS, calibration_for
from azulejos.skill.progress import MAX_SHOWN, Reviewed, skill_in
from azulejos.skill.summary import KINDS, PHASES, GameSummary, Share, WorstMove
from azulejos.tables.requests.skill import summary_body
from azulejos.tables.store.rows import MAX_NOTE_SIZE

NODES = calibration_for("azul", 2).nodes  # type: ignore[union-attr]


def summary(
    lost: float, *, game: str = "azul", players: int = 2, nodes: int = NODES
) -> GameSummary:
    phases = {phase: Share(10, 10 * lost) for phase in PHASES}
    kinds = {kind: Share(1, 3.0) for kind in KINDS}
    version = VERSIONS[game]
    return GameSummary(
        game, players, 0, nodes, 25, 25 * lost, 9, phases, kinds, [], 2, version=version
    )


def notes(*games: GameSummary) -> list[Reviewed]:
    """As a notebook has them, the latest first."""
    return [Reviewed(f"T{index}", 1000.0 - index, each) for index, each in enumerate(games)]


def test_a_level_is_told_after_three_games() -> None:
    levels = calibration_for("azul", 2).levels  # type: ignore[union-attr]
    strong = levels[4].lost
    (two,) = skill_in(notes(*[summary(strong)] * 2))
    assert two.rating is None
    assert (two.games, two.fewest) == (2, 3)
    (three,) = skill_in(notes(*[summary(strong)] * 3))
    assert three.rating is not None
    assert three.rating.games == 3
    assert three.rating.low < three.rating.elo < three.rating.high
    assert three.phases["opening"] == Share(30, round(30 * strong, 2))
    assert three.kinds["missed"].moves == 3


def test_progress_is_told_from_the_first_game_to_the_last() -> None:
    best, worst = 0.2, 2.0
    (result,) = skill_in(notes(*[summary(best)] * 20, *[summary(worst)] * 70))
    assert len(result.history) == MAX_SHOWN
    assert result.games == 90
    assert [each.at for each in result.history] == sorted(each.at for each in result.history)
    first, last = result.history[20], result.history[-1]
    assert (first.lost, last.lost) == (worst, best)
    assert (last.elo or 0) > (first.elo or 0)


def test_games_of_another_judge_or_too_short_to_tell_are_not_rated() -> None:
    (result,) = skill_in(notes(*[summary(1.0)] * 2, summary(1.0, nodes=1000)))
    assert (result.games, result.rating) == (3, None)
    assert skill_in(notes(summary(1.0, nodes=0))) == []  # cut short
    (four,) = skill_in(notes(*[summary(1.0, players=4)] * 5))
    assert (four.players, four.rating, four.levels) == (4, None, [])
    assert len(skill_in(notes(summary(1.0), summary(1.0, game="duel")))) == 2


def test_a_summary_fits_into_a_note() -> None:
    bad = WorstMove(1, "p" * 3000, "m", 1.0, "b", 4.0, [], "missed", ["end", "late"])
    body = summary_body(msgspec.structs.replace(summary(1.0), worst=[bad] * 4))
    assert len(body) <= MAX_NOTE_SIZE
    assert len(msgspec.json.decode(body)["worst"]) == 2
