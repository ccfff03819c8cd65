"""What everything here needs and nobody outside imports: threads, memory, seeds, running means, files, bad rows."""

__all__ = [
    "atomic_file",
    "bad_rows",
    "machine",
    "sampling",
]
