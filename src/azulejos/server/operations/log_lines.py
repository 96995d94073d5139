"""Logs: one JSON object a line, or a line for people."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Literal

Form = Literal["json", "text", "none"]

SHOWN_OF_TABLE = 4  # characters of a table's name that a log shows

USUAL = frozenset(vars(logging.makeLogRecord({}))) | {
    "message",
    "asctime",
    "color_message",
    "taskName",
}


class JsonLines(logging.Formatter):
    """Writes each record as a JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        told |= _said_about(record)
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return json.dumps(told, default=str, ensure_ascii=False)


class TextLines(logging.Formatter):
    """Writes each record as a line for people."""

    def format(self, record: logging.LogRecord) -> str:
        more = " ".join(f"{name}={value}" for name, value in _said_about(record).items())
        at = time.strftime("%H:%M:%S", time.localtime(record.created))
        line = f"{at} {record.levelname.lower()} {record.getMessage()} {more}".rstrip()
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return line


def _said_about(record: logging.LogRecord) -> dict[str, object]:
    """The extra fields of a record; a table's name, which lets one in, is cut short."""
    extra = {name: value for name, value in vars(record).items() if name not in USUAL}
    if isinstance(extra.get("table"), str):
        extra["table"] = str(extra["table"])[:SHOWN_OF_TABLE]
    return extra


def set_up(form: Form) -> None:
    """Log to standard error; with `none`, only errors, for people."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    level = logging.ERROR if form == "none" else logging.INFO
    logging.basicConfig(handlers=[handler], level=level, force=True)
    # Uvicorn logs addresses with their secrets, and a line for every request that is not HTTP.
    logging.getLogger("uvicorn").setLevel(logging.ERROR)
