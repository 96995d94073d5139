"""Bots that are programs: they play, and any fault ends in one line and no process."""

from __future__ import annotations

import gc
import random
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from azulejos import AZUL, GAME_NAMES, Match, bot, game
from azulejos.bots.external import program
from azulejos.bots.external.conversation import GoLimits, Timeouts
from azulejos.bots.external.program import ProgramBot
from azulejos.bots.parameters import Parameter
from azulejos.errors import BotError
from patience import PATIENCE

from .players import play_out

if sys.platform != "linux":
    pytest.skip("looks at processes in /proc", allow_module_level=True)

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples" / "engine.mjs"
PROTOCOL = ROOT / "docs" / "engine-protocol.md"
VIEW = Match(AZUL, AZUL.options(start=1), source=random.Random(1)).view(0)
FIRST = str(VIEW.state.legal_moves[0])
PATIENT = Timeouts(PATIENCE, PATIENCE, PATIENCE, PATIENCE)

FRAME = """
import sys
for line in sys.stdin:
    word, *rest = line.split()
    if word == "hello":
        HELLO
        print("ok", flush=True)
    if word == "newgame":
        print("ok", flush=True)
    if word == "go":
        GO
    if word == "stop":
        STOP
    if word == "quit":
        QUIT
"""
ANSWER = f"print('bestmove {FIRST}', flush=True)"


def engine(hello: str = "pass", go: str = ANSWER, stop: str = "pass", leave: str = "break") -> str:
    """The text of a program that behaves well apart from what is given."""
    text = FRAME
    for place, body in (("HELLO", hello), ("GO", go), ("STOP", stop), ("QUIT", leave)):
        text = re.sub(rf"\b{place}\b", lambda _, body=body: body, text)
    return text


Make = Callable[..., ProgramBot]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Make a bot of a program in Python."""

    def make_it(text: str, timeouts: Timeouts = PATIENT) -> ProgramBot:
        file = tmp_path / "engine.py"
        file.write_text(text, encoding="utf-8")
        arguments = [sys.executable, "-I", "-S", str(file)]
        return ProgramBot(arguments, {"time": 0.05}, random.Random(1), timeouts)

    return make_it


def is_running(number: int) -> bool:
    """Whether a process runs; one that has ended and that init has not yet reaped does not."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until_gone(number: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while is_running(number):
        assert time.monotonic() < deadline, f"process {number} still runs"
        time.sleep(0.005)


def process_of(player: ProgramBot) -> int:
    assert player._process
    return player._process._process.pid


@pytest.mark.skipif(not shutil.which("node"), reason="there is no Node here")
def test_an_engine_in_another_language_plays_every_game() -> None:
    """One process plays all games, each begun with its seed: so the same source repeats them."""
    records = []
    for _ in range(2):
        player = bot(f"exec:node {shlex.quote(str(EXAMPLE))}", random.Random(1))
        assert isinstance(player, ProgramBot)
        for name in GAME_NAMES:
            player.new_game(game(name), game(name).options())
            match = play_out(game(name), [player, bot("random:seed=1")])
            match.record.check()
            records.append(match.record)
        number = process_of(player)
        player.close()
        assert not is_running(number)
    assert records[:4] == records[4:]


def test_the_engine_of_the_documentation_plays(make: Make) -> None:
    (text,) = re.findall(r"```python\n(.*?)```", PROTOCOL.read_text(encoding="utf-8"), re.DOTALL)
    player = make(text)
    play_out(AZUL, [player, bot("random:seed=1")]).record.check()
    player.close()


def test_a_program_is_kept_from_move_to_move_and_told_to_quit(make: Make, tmp_path: Path) -> None:
    left = tmp_path / "left"
    player = make(engine(leave=f"open({str(left)!r}, 'w'); break"))
    assert [str(player.choose(VIEW)) for _ in range(3)] == [FIRST] * 3
    number = process_of(player)
    player.close()
    assert left.exists()
    assert not is_running(number)
    player.close()


ENDS = {
    "dies at once": ("sys.exit('no network')", "it ended with exit code 1: no network"),
    "says no": ("print('error not today', flush=True)", "it says: not today"),
    "never ends a line": ("while True: sys.stdout.write('x' * 65536)", "wrote a line of more than"),
    "writes bytes": (
        "while True: sys.stdout.buffer.write(bytes(range(128, 256)))",
        "wrote a line of more than",
    ),
    "closes its output": (
        "import os, time; os.close(1); time.sleep(1000)",
        "it closed its output$",
    ),
    "raises": (
        engine(go="raise ValueError('too many tiles')"),
        "exit code 1: ValueError: too many tiles",
    ),
    "crashes": (engine(go="import os; os.abort()"), "it died of signal SIGABRT"),
    "plays chess": (
        engine(go="print('bestmove e4', flush=True)"),
        "plays e4, which is not a legal",
    ),
}


KINDS = {"plays chess": "illegal", "says no": "error"}  # the others died


@pytest.mark.parametrize("name", ENDS)
def test_what_a_program_does_wrong(make: Make, name: str) -> None:
    text, problem = ENDS[name]
    player = make(f"import sys\n{text}")
    with pytest.raises(BotError, match=rf"^exec:.*: .*{problem}") as raised:
        player.choose(VIEW)
    assert raised.value.kind == KINDS.get(name, "died")
    assert player._process is None


ENDLESS = {
    "says nothing": ("sys.stdin.read()", "it did not answer `hello` with `ok` within 0.2 s"),
    "writes forever": ("while True: print('welcome')", "it did not answer `hello`"),
    "never answers": (engine(go="pass"), "it gave no move within .* s; it last wrote 'ok'"),
    "thinks aloud forever": (engine(go="while True: print('info depth=1')"), "it gave no move"),
}


@pytest.mark.parametrize(("text", "problem"), ENDLESS.values(), ids=ENDLESS)
def test_what_a_program_never_does(make: Make, text: str, problem: str) -> None:
    starting = PATIENCE if "gave" in problem else 0.2
    player = make(f"import sys\n{text}", Timeouts(starting, 0.05, 0.1, 0.1))
    with pytest.raises(BotError, match=rf"^exec:.*: {problem}"):
        player.choose(VIEW)
    assert player._process is None


def test_a_program_that_was_ended_is_started_again(make: Make, tmp_path: Path) -> None:
    once = f"open({str(tmp_path / 'once')!r}, 'x')"
    player = make(
        engine(hello=f"try: {once}\n        except OSError: pass\n        else: sys.exit(1)")
    )
    with pytest.raises(BotError, match="exit code 1"):
        player.choose(VIEW)
    assert str(player.choose(VIEW)) == FIRST
    player.close()


def test_a_slow_thinker_is_told_to_stop(make: Make) -> None:
    patient = Timeouts(PATIENCE, 0.01, PATIENCE, PATIENCE)
    player = make(engine(go="pass", stop=ANSWER), patient)
    assert str(player.choose(VIEW)) == FIRST
    player.close()


def test_full_pipes_block_nobody(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """A megabyte on its standard error; then moves without end, while nothing is read."""
    monkeypatch.setattr(program, "QUITTING", 0.01)
    shout = "import sys\nsys.stderr.write('x' * 1_000_000)\nprint('ok')\n"
    player = make(f"{shout}while True: print('ok'); {ANSWER}")
    assert {str(player.choose(VIEW)) for _ in range(100)} == {FIRST}
    player.close()


def test_options_and_seeds_are_set_before_a_game(make: Make) -> None:
    hello = "print('option seed int\\noption depth int high=9'); told = []"
    text = engine(hello, go="print('error', *told, flush=True)")
    player = make(
        text.replace("    if word ==", "    if word == 'set': told += rest\n    if word ==", 1)
    )
    player._options = {"depth": "3"}
    seed = random.Random(1).randrange(1 << 31)
    with pytest.raises(BotError, match=f"it says: depth 3 seed {seed}$"):
        player.choose(VIEW)
    player._options = {"speed": "3"}
    with pytest.raises(BotError, match="it has no option 'speed'; there are: seed, depth"):
        player.choose(VIEW)


@pytest.mark.parametrize(
    ("option", "seeds"),
    [
        (Parameter("seed", "int", high=9), range(10)),
        (Parameter("seed", "int", low=5, high=5), range(5, 6)),
        (Parameter("seed", "int", low=1, high=10**20), range(1, (1 << 31) + 1)),
    ],
)
def test_seeds_are_those_that_a_program_allows(option: Parameter, seeds: range) -> None:
    source = random.Random(1)
    assert all(program._seed(option, source) in seeds for _ in range(100))


def test_who_ignores_quit_is_killed_with_all_it_started(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "QUITTING", 0.05)
    start = "import os; child = os.fork(); child or os.execlp('sleep', 'sleep', '1000')"
    player = make(
        engine(
            hello=f"{start}; print('option child int default=%d' % child)",
            leave="import time; time.sleep(1000)",
        )
    )
    player.choose(VIEW)
    assert player._talk
    child, number = player._talk.about.options["child"].default, process_of(player)
    assert is_running(child)
    player.close()
    wait_until_gone(child)
    assert not is_running(number)


def test_a_program_does_not_outlive_who_started_it() -> None:
    """A guard waits for the end of a pipe, which comes even if this process is killed."""
    sleeping = subprocess.Popen(["sleep", "1000"], start_new_session=True)
    guard = program._guard(sleeping.pid)
    assert guard
    guard.communicate()
    assert sleeping.wait(PATIENCE) == -9


def test_a_bot_that_is_forgotten_ends_its_program(make: Make) -> None:
    player = make(engine())
    player.choose(VIEW)
    number = process_of(player)
    assert player._finalizer.atexit, "also when the interpreter exits"
    del player
    gc.collect()
    assert not is_running(number)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("exec:", "name a program, like exec:./engine --fast"),
        ("exec:./engine 'x", "no closing quotation in"),
        ("exec:./nothing-of-that-name", "there is no program './nothing-of-that-name'"),
        ("exec,time=soon:true", "time='soon': it must be a time like 500ms or 2s"),
        ("exec,nodes=0:true", "nodes='0': it must be a number"),
        ("exec:true\n", "printable characters"),
    ],
)
def test_commands_that_cannot_be_run(text: str, problem: str) -> None:
    with pytest.raises(BotError, match=problem):
        bot(text)


def test_limits_are_those_that_are_given() -> None:
    texts = ("exec:true", "exec,2s:true", "exec,nodes=2k:true", "exec,clock=1s,increment=5ms:true")
    assert [bot(text)._limits for text in texts] == [
        GoLimits(time=0.5),
        GoLimits(time=2.0),
        GoLimits(nodes=2000),
        GoLimits(clock=1.0, increment=0.005),
    ]
