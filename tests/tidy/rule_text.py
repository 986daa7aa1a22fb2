"""What must not stand in any text: disabled tests, loose ends, other people's machines."""

import re

# The brackets keep these patterns from finding themselves.
_DISABLED = re.compile(
    r"\b(?:DISABLED[_]\w*|GTEST[_]SKIP\w*|EXPECT[_]TRUE\(true\))|@unittest[.]skip")
_LOOSE_END = re.compile(r"\b(TO[D]O|FIX[M]E|XX[X])\b(?!\(#\d+\)| #\d+)")
_MACHINE_PATH = re.compile(r"(?<![\w.\-])/(?:work|home|root|Users)/[\w.\-]*")
_REGISTRY_HOST = re.compile(
    r"\b(?:\w+[.])?(?:npmjs[.]org|yarnpkg[.]com|pypi[.]org|pythonhosted[.]org|crates[.]io"
    r"|rubygems[.]org|proxy[.]golang[.]org|maven[.]org|conan[.]io|deb[.]debian[.]org"
    r"|docker[.]io|ghcr[.]io|quay[.]io)\b")


def check(tree):
    for file in tree.files:
        if file.is_code:
            yield from find(file, "disabled-test", _DISABLED, "tests nothing",
                            "Mend the test or remove it")
            yield from find(file, "loose-end", _LOOSE_END, "has no issue number",
                            "Do it now, or write the number behind it, as in (#12)")
        yield from find(file, "machine-path", _MACHINE_PATH, "is a path of one machine",
                        "Write a path relative to the repository, or take it as an argument")
        yield from find(file, "registry", _REGISTRY_HOST, "is the host of a package registry",
                        "Let scripts/packages name a Debian package; apt knows its own hosts")


def find(file, rule, pattern, wrong, instead):
    for match in pattern.finditer(file.text):
        yield file.finding_at(rule, match.start(), f"`{match.group()}` {wrong}", instead)
