"""Pictures: complex numbers, Julia sets, and the faces and backs of cards."""
