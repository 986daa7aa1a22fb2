"""Where a rule does not hold: exceptions.txt, one line each with its reason."""

import re
from dataclasses import dataclass

from tree import Finding

PATH = "tests/tidy/exceptions.txt"
_LINE = re.compile(r"(?P<rule>[\w\-]+) (?P<path>\S+)(?: (?P<text>.*?))? -- (?P<reason>.+)")


@dataclass(frozen=True)
class Exemption:
    line: int
    rule: str
    path: str
    text: str

    def covers(self, finding):
        return (self.rule, self.path) == (finding.rule, finding.path) and self.text in finding.wrong


def parse(text):
    """The exemptions. Raises ValueError for a line without a reason."""
    exemptions = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line.strip())
        if not match:
            raise ValueError(f"{PATH}:{number}: write `rule path [text] -- reason`")
        exemptions.append(Exemption(number, match["rule"], match["path"], match["text"] or ""))
    return exemptions


def apply(exemptions, findings):
    """The findings that no exemption covers, and one for each exemption that covers nothing."""
    used = set()
    for finding in findings:
        covering = [exemption for exemption in exemptions if exemption.covers(finding)]
        used.update(covering)
        if not covering:
            yield finding
    for exemption in exemptions:
        if exemption not in used:
            yield Finding("exceptions", PATH, exemption.line, "this line silences nothing",
                          "Remove it")
