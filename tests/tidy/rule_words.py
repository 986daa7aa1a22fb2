"""One meaning of a type name in the whole tree: a name that headers of two namespaces define needs
a line in shared_names.txt that says why."""

import collections
import pathlib
import re

from tree import Finding

PATH = "tests/tidy/shared_names.txt"
_LINE = re.compile(r"(?P<name>\w+): (?P<reason>\S.*)")
_NAMESPACE = re.compile(r"^namespace (?P<name>partita(?:::\w+)*) \{|^\}", re.MULTILINE)
_ANNOTATION = r"(?:PARTITA_\w+(?:\([^)]*\))? )?"
_TYPE = re.compile(rf"^(?:class|struct|enum class) {_ANNOTATION}(?P<name>[A-Z]\w*)[^;(]*?\{{",
                   re.MULTILINE)


def check(tree):
    shared = shared_names((tree.root / PATH))
    places = collections.defaultdict(dict)  # A name to its namespaces, each with a file and a line.
    for file in tree.cpp_files():
        if file.is_header and file.path.startswith(("src/", "include/")):
            for namespace, name, offset in types_of(file.code):
                places[name].setdefault(namespace, (file, offset))
    for name, found in sorted(places.items()):
        if len(found) > 1 and name not in shared:
            (first, _), (second, place) = list(found.items())[:2]
            file, offset = place
            yield file.finding_at("shared-name", offset,
                                  f"`{name}` is a type of {first} and of {second}",
                                  f"Say by its name what it is, or why both are right in {PATH}")
    for name, line in shared.items():
        if len(places[name]) < 2:
            yield Finding("shared-name", PATH, line, f"`{name}` is the name of one type only",
                          "Remove the line")


def types_of(code):
    """The types that a header defines outside of classes: namespace, name, offset."""
    namespace = None
    marks = sorted([*_NAMESPACE.finditer(code), *_TYPE.finditer(code)], key=lambda m: m.start())
    for mark in marks:
        if mark.re is _TYPE:
            if namespace is not None:
                yield namespace, mark["name"], mark.start()
        elif mark["name"]:
            namespace = mark["name"]


def shared_names(path: pathlib.Path):
    """A name to its line. Raises ValueError for a line without a reason."""
    names = {}
    if not path.exists():
        return names
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            match = _LINE.fullmatch(line)
            if not match:
                raise ValueError(f"{PATH}:{number}: write `Name: reason`")
            names[match["name"]] = number
    return names
