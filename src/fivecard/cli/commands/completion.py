"""`fivecard completion`: what a shell needs to complete fivecard's commands and options, and the manual page."""

from argparse import ArgumentParser, Namespace

from fivecard.errors import MissingDependencyError, install

EXAMPLES = """\
  fivecard completion bash > ~/.local/share/bash-completion/completions/fivecard
  fivecard completion zsh > ~/.zfunc/_fivecard
  fivecard completion man > ~/.local/share/man/man1/fivecard.1
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the shell."""
    parser.add_argument(
        "shell", choices=["bash", "zsh", "tcsh", "man"], help="the shell to write a script for; man for a manual page"
    )


def run(arguments: Namespace) -> int:
    """Write the script, or the page."""
    parser: ArgumentParser = arguments.whole_parser()
    if arguments.shell == "man":
        from fivecard import __version__
        from fivecard.cli.terminal.manual import manual

        print(manual(parser, __version__), end="")
        return 0
    try:
        import shtab
    except ImportError:
        raise MissingDependencyError(f"completion needs shtab: {install('completion')}") from None
    print(shtab.complete(parser, shell=arguments.shell))
    return 0
