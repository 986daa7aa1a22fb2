"""What differs from DynamoDB is held by tests: each that docs/DIFFERENCES.md names must exist."""

import re

_PAGE = "docs/DIFFERENCES.md"
_SCRIPT = re.compile(r"`([a-z_]+/\w+)`")
_TEST = re.compile(r"`([A-Z]\w+)\.([A-Z]\w+)`")


def check(tree):
    page = next((file for file in tree.files if file.path == _PAGE), None)
    if page is None:
        return
    for match in _SCRIPT.finditer(page.text):
        if not tree.has_file(f"tests/conformance/{match.group(1)}.test"):
            yield missing(page, match)
    tests = {pair for file in tree.files if file.path.startswith("tests/") and file.is_cpp
             for pair in re.findall(r"TEST(?:_F)?\((\w+), (\w+)\)", file.text)}
    for match in _TEST.finditer(page.text):
        if match.groups() not in tests:
            yield missing(page, match)


def missing(page, match):
    return page.finding_at("differences", match.start(), f"There is no test {match.group()}",
                           "Name the test that holds the difference, or write it")
