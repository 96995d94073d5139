"""What functions a WebAssembly module imports, read from its bytes."""

from __future__ import annotations

IMPORT_SECTION = 2
FUNCTION, TABLE, MEMORY, GLOBAL = range(4)
HEADER = 8  # magic number and version


class Reader:
    """Bytes that are read one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.place = 0

    @property
    def is_at_end(self) -> bool:
        return self.place >= len(self._data)

    def take(self, size: int) -> bytes:
        taken = self._data[self.place : self.place + size]
        self.place += size
        return taken

    def number(self) -> int:
        """A number in LEB128: seven bits a byte, the lowest first."""
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    def name(self) -> str:
        return self.take(self.number()).decode()


def imported_functions(module: bytes) -> set[str]:
    """The names of the functions that a module imports."""
    reader = Reader(module)
    reader.take(HEADER)
    while not reader.is_at_end:
        section, size = reader.number(), reader.number()
        if section == IMPORT_SECTION:
            return _functions(Reader(reader.take(size)))
        reader.take(size)
    return set()


def _functions(section: Reader) -> set[str]:
    result = set()
    for _ in range(section.number()):
        section.name()  # of the module that it is imported from
        name, kind = section.name(), section.number()
        if kind == FUNCTION:
            result.add(name)
            section.number()
        elif kind == GLOBAL:
            section.take(2)  # type, and whether it changes
        else:
            if kind == TABLE:
                section.take(1)  # the type of its elements
            has_most = section.number() & 1
            for _bound in range(1 + has_most):
                section.number()
    return result
