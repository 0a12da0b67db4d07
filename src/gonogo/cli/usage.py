"""Wrong usage: an unreadable path, an unknown name. It exits with 64, and says what to do."""

import typer


class WrongUsage(typer.TyperException):
    """Raised when what was asked for cannot be begun; its message stands on standard error."""
