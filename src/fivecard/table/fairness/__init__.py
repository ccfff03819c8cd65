"""Whether what a table says of its hands is true: how records are written, and everything in them computed again."""

__all__ = ["schema", "verify"]
