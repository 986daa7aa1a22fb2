"""The three files of the ledger, read into blocks, and what is wrong with their form.

    file  := (block | blank line | "#" comment)*
    block := id "  " text NEWLINE (indent text NEWLINE)*

rows.txt has a block of one line for each requirement: its id and what it asks for. In ledger.txt
the texts of a block are claims, in fatal_groups.txt the first is a title with rows and the others
are claims:

    claim := ("test" | "later" | "not ours") ": " text
"""

import re
from dataclasses import dataclass, field

ROW_COUNTS = {"A": 71, "M": 72, "J": 63, "X": 30, "R": 96}
GROUP_COUNT = 25
KINDS = ("test", "later", "not ours")

_BLOCK = re.compile(r"(\S+)\s+(\S.*)")
_CLAIM = re.compile(rf"({'|'.join(KINDS)}): (\S.*)")
_ROW = re.compile(r"\b([AMJXR])(\d+)(?:-[AMJXR](\d+))?\b")


class Malformed(Exception):
    """A line that no rule of the grammar fits."""

    def __init__(self, line, message):
        super().__init__(message)
        self.line = line


@dataclass(frozen=True)
class Line:
    number: int
    text: str


@dataclass
class Block:
    id: str
    lines: list = field(default_factory=list)

    @property
    def number(self):
        return self.lines[0].number

    @property
    def head(self):
        return self.lines[0].text


@dataclass(frozen=True)
class Claim:
    line: int
    kind: str
    text: str


def blocks_of(text):
    blocks = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line[0].isspace():
            if not blocks:
                raise Malformed(number, "a line is indented, but there is no row above it")
            blocks[-1].lines.append(Line(number, line.strip()))
            continue
        match = _BLOCK.fullmatch(line.rstrip())
        if not match:
            raise Malformed(number, f"`{line.strip()}` has an id and nothing behind it")
        blocks.append(Block(match[1], [Line(number, match[2])]))
    return blocks


def claim_of(line):
    match = _CLAIM.fullmatch(line.text)
    if not match:
        raise Malformed(line.number,
                        f"`{line.text}` is no claim: write {': ..., '.join(KINDS)}: ...")
    return Claim(line.number, match[1], match[2])


def rows_in(text):
    """The rows that a text names: "(A63, R84-R86)" gives A63, R84, R85 and R86."""
    rows = []
    for letter, first, last in _ROW.findall(text):
        rows += [f"{letter}{number}" for number in range(int(first), int(last or first) + 1)]
    return rows


def all_rows():
    return [f"{letter}{number}" for letter, count in ROW_COUNTS.items()
            for number in range(1, count + 1)]
