"""`azulejos` and `python -m azulejos` are the command line program, if it is installed."""

from __future__ import annotations

import sys

from azulejos.errors import NotInstalled
from azulejos.extras import needs


def main() -> None:
    """Run the program, or say what it lacks."""
    try:
        with needs("terminal"):
            from azulejos.cli.main import main as program  # noqa: PLC0415 - it may not be there
    except NotInstalled as missing:
        sys.exit(f"error: {missing}")
    program()


if __name__ == "__main__":
    main()
