"""Addresses, sockets and pages: the server around the tables."""

__all__ = ["allowed_hosts", "app", "assets", "hand_history", "history", "log_filter", "relay", "replay", "static"]
