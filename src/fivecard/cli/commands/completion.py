"""`fivecard completion`: what a shell needs to complete fivecard's commands and options."""

from argparse import ArgumentParser, Namespace

from fivecard.errors import MissingDependencyError, install

EXAMPLES = """\
  fivecard completion bash > ~/.local/share/bash-completion/completions/fivecard
  fivecard completion zsh > ~/.zfunc/_fivecard
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the shell."""
    parser.add_argument("shell", choices=["bash", "zsh", "tcsh"], help="the shell to write a script for")


def run(arguments: Namespace) -> int:
    """Write the script."""
    try:
        import shtab
    except ImportError:
        raise MissingDependencyError(f"completion needs shtab: {install('completion')}") from None
    parser: ArgumentParser = arguments.whole_parser()
    print(shtab.complete(parser, shell=arguments.shell))
    return 0
