"""What everything here needs and nobody outside imports: threads, memory, seeds, running means."""

__all__ = [
    "machine",
    "sampling",
]
