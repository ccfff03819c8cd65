"""What talks to people at a terminal: style, dialogue, evenings of play, and where output goes."""
