"""Addresses, sockets and pages: the server around the tables."""

__all__ = ["app", "hand_history", "history", "log_filter", "relay", "replay", "static"]
