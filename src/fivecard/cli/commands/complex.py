"""`fivecard complex`: handout F's tester of complex numbers, line for line."""

from argparse import ArgumentParser, Namespace

from fivecard.cli.terminal.dialogue import ask, say
from fivecard.handouts.complex import Complex

EXAMPLES = """\
  fivecard complex
  echo 2 -7 | fivecard complex
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare nothing: the tester has no options."""


def run(arguments: Namespace) -> int:
    """Show what complex numbers do, and read one."""
    x, y, z, w = Complex(3, 7), Complex(-4), Complex(), Complex(0, 2)
    say(f"{x}, {y}, {z}, {w}\n{x.real:g}, {x.imag:g}")
    z.real, z.imag = -5, 19
    say(f"{z}")
    z.set(-12345, 471)
    say(f"{z}\n")
    z.set(5, -8)
    for results in (
        (z, z + x, z + 4, 4 + z),
        (z - x, z - 4, 4 - z),
        (z * x, z * 4, 4 * z),
        (z / x, z / 4, 4 / z),
    ):
        say("".join(f"{result}\n" for result in results))
    w = z
    say(f"{w}, {x}")
    w += x
    say(f"{w}\n")
    w = z
    say(f"{w}, {x}")
    w -= x
    say(f"{w}\n{w ^ 2}\n{w ^ 3}\n\n{z.mod():g}\n")
    say("w == z" if w == z else "w != z")
    say("w != z\n" if w != z else "w == z\n")
    say("Input a complex number by simply entering \nthe real and imaginary parts with a space \nbetween them. ")
    say(f"c = {ask('c = ', Complex.parse)}")
    return 0
