"""Addresses and answers: the server around the solutions."""

__all__ = ["app", "requests"]
