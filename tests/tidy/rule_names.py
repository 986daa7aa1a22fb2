"""Names of files and namespaces, and the one form of a header."""

import re

BANNED_WORDS = {"util", "utils", "helper", "helpers", "common", "manager", "managers", "misc"}
# Modules whose names stand in another namespace than their own: everybody uses base and value,
# programs outside see the library first, and the two modules that say what a model is share one.
_NAMESPACES = {"base": "partita", "value": "partita", "language/value": "partita",
               "library": "partita",
               "model/definition": "partita::model", "model/formula": "partita::model"}
# Groups that are a module themselves.
_WHOLE_GROUPS = {"base", "engine", "cli"}
# A namespace with nothing but names of classes is no place for code: it spares an include.
_NAMESPACE = re.compile(r"^\s*(?:inline\s+)?namespace\s+([\w:]+)\s*\{"
                        r"(?!(?:\s*(?:class|struct) \w+;)+\s*\})", re.MULTILINE)
_MAIN = re.compile(r"^int main\(", re.MULTILINE)


def check(tree):
    for file in tree.files:
        yield from check_path(file)
    for file in tree.cpp_files():
        if file.is_header:
            yield from check_pragma(file)
        if file.path.startswith(("src/", "include/partita/")):
            yield from check_namespace(file)


def check_path(file):
    for part in file.path.split("/"):
        for word in set(re.split(r"[_.\-]", part.lower())) & BANNED_WORDS:
            yield file.finding("file-names", 1, f"`{word}` in a name says nothing",
                               "Name the concept that the file holds")


def check_pragma(file):
    code = [line for line in file.code.splitlines() if line.strip()]
    if not code or code[0].strip() != "#pragma once":
        yield file.finding("pragma-once", 1, "the header does not start with #pragma once",
                           "Write it before the first include, and no include guard")


def check_namespace(file):
    if _MAIN.search(file.code) or not has_declarations(file):
        return
    expected = namespace_of(file.path)
    match = _NAMESPACE.search(file.code)
    if not match:
        yield file.finding("namespace", 1, "no namespace is opened here",
                           f"Put the code into `namespace {expected} {{`")
    elif match[1] != expected and not match[1].startswith(expected + "::"):
        yield file.finding_at("namespace", match.start(1),
                              f"`namespace {match[1]}` is not this folder's",
                              f"Put the code into `namespace {expected} {{`")


def namespace_of(path):
    path = path.removeprefix("src/").removeprefix("include/partita/")
    folder = path.rsplit("/", 1)[0] if "/" in path else "library"
    if folder.split("/")[0] in _WHOLE_GROUPS:
        folder = folder.split("/")[0]
    return _NAMESPACES.get(folder, "partita::" + folder.split("/")[-1])


def has_declarations(file):
    """Whether there is more than preprocessor lines."""
    return bool(re.search(r"^(?!\s*#)[^\n]*[;{]", file.code, re.MULTILINE))
