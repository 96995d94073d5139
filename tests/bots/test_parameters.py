"""Parameters of bots: read as they are written, refused with what is allowed."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos import BOTS
from azulejos.bots.parameters import Parameter, read_parameters
from azulejos.errors import BotError

DEPTH = Parameter("depth", "int", "moves to look ahead", default=3, low=1, high=9, is_plain=True)
STYLE = Parameter("style", "str", choices=("calm", "wild"), default="calm")
PONDER = Parameter("ponder", "bool", default=False)
NUMBERS = {
    "int": st.integers(-(10**9), 10**9),
    "float": st.floats(-1e6, 1e6).map(lambda value: round(value, 3)),
    "bool": st.booleans(),
    "time": st.integers(1, 10**5).map(lambda value: value / 1000),
    "count": st.integers(0, 10**9),
}


def test_every_bot_is_declared() -> None:
    for name, kind in BOTS.items():
        assert kind.name == name
        assert kind.help
        assert all(each.help for each in kind.parameters)
        assert sum(each.is_plain for each in kind.parameters) <= 1
        for each in kind.parameters:
            assert each.default is None or each.read(each.write(each.default)) == each.default


def test_the_plain_one_needs_no_name() -> None:
    declared = (DEPTH, STYLE, PONDER)
    assert read_parameters("", declared) == {}
    assert read_parameters("4", declared) == {"depth": 4} == read_parameters("depth=4", declared)
    assert read_parameters("style=wild,2,ponder=on", declared) == {
        "style": "wild",
        "depth": 2,
        "ponder": True,
    }


def test_each_type_is_read() -> None:
    assert Parameter("rate", "float").read("0.25") == 0.25
    assert Parameter("net", "file").read("a/b.onnx") == Path("a/b.onnx")
    assert Parameter("title", "str").read("x" * 100) == "x" * 100
    assert Parameter("time", "time").read("1.5s") == 1.5
    assert Parameter("nodes", "count").read("20k") == 20_000


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("0", "depth='0': it must be a whole number from 1 to 9"),
        ("depth=٣", "depth='٣': it must be a whole number from 1 to 9"),
        ("style=", "style='': it must be one of calm, wild"),
        ("ponder=maybe", "ponder='maybe': it must be on or off"),
        ("2,3", "depth is given twice"),
        (
            "speed=1",
            "no parameter 'speed'; it takes depth= or plain, .*; style=, one of calm, wild",
        ),
    ],
)
def test_what_is_wrong_is_answered_with_what_is_allowed(text: str, problem: str) -> None:
    with pytest.raises(BotError, match=f"^{problem}"):
        read_parameters(text, (DEPTH, STYLE, PONDER))


def test_a_bot_without_parameters_says_so() -> None:
    with pytest.raises(BotError, match=r"^no parameter 'a'; it has no parameters$"):
        read_parameters("a=1", ())


def test_a_parameter_tells_all_that_is_declared() -> None:
    assert DEPTH.summary == "moves to look ahead: a whole number from 1 to 9 (default: 3)"
    assert STYLE.summary == "one of calm, wild (default: calm)"
    assert Parameter("n", "int", low=2).allowed == "a whole number, at least 2"
    assert Parameter("t", "time", high=2.0).allowed == "a time like 500ms or 2s, at most 2s"


@given(st.data())
def test_values_are_read_as_they_are_written(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(sorted(NUMBERS)))
    value = data.draw(NUMBERS[kind])
    parameter = Parameter("x", kind)
    assert parameter.read(parameter.write(value)) == pytest.approx(value)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for kind in BOTS.values():
        with suppress(BotError):
            read_parameters(text, kind.parameters)
