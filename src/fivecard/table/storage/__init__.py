"""Where the events of all tables are kept: in a file of our own, or in a PostgreSQL database that processes share."""

__all__ = ["base", "journal", "log", "postgres"]
