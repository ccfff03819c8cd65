"""Tables that run: each with its lock, its clock and its connections, all of them in a registry, within limits."""

__all__ = ["background", "coaching", "connection", "guard", "hints", "limits", "registry", "table_actor"]
