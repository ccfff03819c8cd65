"""What pages in the browser share: cards, styles, how files are sent, and which names a server has."""

__all__ = ["allowed_hosts", "assets", "static"]
