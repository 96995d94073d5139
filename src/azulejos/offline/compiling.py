"""Archives of compiled Python, made by the Python that is to read them.

In a browser that is Pyodide's, so this file is run there, too, by Node: it imports nothing of ours.
"""

from __future__ import annotations

import importlib._bootstrap_external as _external
import io
import zipfile

MOMENT = (1980, 1, 1, 0, 0, 0)  # the first that an archive can tell: the same files, the same bytes
OPTIMISED = 2  # without assertions and docstrings, which nobody reads in a browser


def compiled(archive: bytes) -> bytes:
    """The same archive with every module compiled, in place of its source.

    Nothing in it is compressed: as a whole it is, on its way to the browser, to three fifths of
    what its files would be one by one.
    """
    made = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(archive)) as sources,
        zipfile.ZipFile(made, "w") as target,
    ):
        for name in sorted(sources.namelist()):
            content = sources.read(name)
            if name.endswith(".py"):
                name, content = f"{name}c", _code(name, content)  # noqa: PLW2901
            about = zipfile.ZipInfo(name, MOMENT)
            about.external_attr = 0o644 << 16
            target.writestr(about, content)
    return made.getvalue()


def _code(name: str, source: bytes) -> bytes:
    """A compiled module, which is never checked against its source."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=OPTIMISED)
    made: bytearray = _external._code_to_hash_pyc(code, b"\0" * 8, checked=False)  # type: ignore[attr-defined]
    return bytes(made)
