"""What browsers send and get: messages, the types of all that is sent, and what may leave the server at all."""

__all__ = ["catalogue", "messages", "types", "view"]
