"""Every example runs, and prints what is expected of it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT

EXAMPLES = ROOT / "examples"
SAYS = {
    "one_hand.py": "two pair, Jacks and Tens, Eight kicker",
    "many_hands.py": "one pair",
    "showdowns.py": "Player 1 wins\nInvalid: 'not' is not a card at column 1\nlines 2 wins [1, 0] invalid 1",
    "draw_advice.py": "keep Ac            16.9% of the pot",
    "play_a_round.py": "wins",
    "card_pictures.py": "written: back.svg julia.bmp queen.svg",
    "train_limit_draw.py": "exploited by at least",
}


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.glob("*.py")))
def test_an_example_runs(name: str, tmp_path: Path) -> None:
    words = {"card_pictures.py": [str(tmp_path)], "train_limit_draw.py": ["40"]}  # so many steps
    command = [sys.executable, str(EXAMPLES / name), *words.get(name, [])]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert SAYS[name] in done.stdout


def test_an_agent_that_is_trained_shortly_wins_already() -> None:
    """By more than two standard errors against both players that it meets; and so does who is trained against it."""
    command = [sys.executable, str(EXAMPLES / "train_limit_draw.py"), "200"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=110)
    won = re.findall(r"(?:against|exploited) .*?([+-][\d.]+) \+- ([\d.]+)", done.stdout)
    assert len(won) == 3
    assert all(float(mean) > 2 * float(error) for mean, error in won)


def test_there_is_one_for_each_use() -> None:
    assert len(SAYS) == 7 == len(list(EXAMPLES.glob("*.py")))
