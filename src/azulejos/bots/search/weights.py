"""The weights of an evaluation, as a file holds them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from azulejos.errors import BotError


def load_weights(file: Path) -> NDArray[np.int32]:
    """Read the weights of an evaluation; the file also says how they were found."""
    try:
        return np.array(json.loads(file.read_text(encoding="utf-8"))["weights"], np.int32)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BotError(f"cannot read the weights in {file}: {error}") from None
