"""One module a subcommand: arguments in, lines out, no rules."""
