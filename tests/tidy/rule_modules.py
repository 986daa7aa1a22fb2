"""The order of the modules: who may include whom, as modules.txt declares it."""

import pathlib
import re
from dataclasses import dataclass

import cpp

_DECLARATION = "tests/tidy/modules.txt"
_ROW = re.compile(r"(?P<name>[\w/]+):(?P<includes>[\w/ ]*)")


@dataclass(frozen=True)
class Row:
    line: int
    name: str
    includes: tuple


def parse(text):
    """The rows of modules.txt. Raises ValueError for a row that does not follow its rules."""
    rows, names = [], []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        match = _ROW.fullmatch(line)
        if not match:
            raise ValueError(f"{_DECLARATION}:{number}: write `module: module module ...`")
        row = Row(number, match["name"], tuple(match["includes"].split()))
        group = group_of(row.name)
        if rows and group != group_of(rows[-1].name) and group in map(group_of, names):
            raise ValueError(f"{_DECLARATION}:{number}: {row.name} stands apart from the other "
                             f"modules of {group}. Move the row to them")
        for name in row.includes:
            if name not in names:
                raise ValueError(f"{_DECLARATION}:{number}: {row.name} may only include modules "
                                 f"above it; {name} is none. Move the row or drop the name")
        names.append(row.name)
        rows.append(row)
    return rows


def group_of(module):
    return module.split("/")[0]


def check(tree):
    declaration = pathlib.Path(__file__).with_name("modules.txt").read_text(encoding="utf-8")
    yield from Checker(tree, parse(declaration)).check()


class Checker:
    def __init__(self, tree, rows):
        self.tree = tree
        self.modules = {row.name: set(row.includes) for row in rows}
        self.public_modules = {name.split("/")[-1]: name for name in self.modules}

    def check(self):
        """Tests, fuzzers and benchmarks may include every module, so they are not asked."""
        for file in self.tree.cpp_files():
            if file.path.startswith(("src/", "include/partita/")):
                yield from self.check_file(file)

    def module_of(self, include):
        """The module of a path as #include lines have it, or None if it is not one of ours."""
        path = include.removesuffix(".h")
        if path.startswith("partita/"):  # Public headers stand by module, without the group.
            names = path.split("/")
            # Those in no folder are the library's.
            path = self.public_modules.get(names[1] if len(names) > 2 else "library", "")
        parts = path.split("/")
        for length in range(len(parts), 0, -1):
            if (name := "/".join(parts[:length])) in self.modules:
                return name
        return None

    def check_file(self, file):
        module = self.module_of(re.sub(r"^(src|include)/|\.cc$", "", file.path))
        if module is None:
            yield file.finding(
                "module-order", 1, "this folder is no declared module",
                f"Move the file to the module it belongs to, or add a row to {_DECLARATION}")
            return
        for line, include, quoted in cpp.includes(file):
            if quoted or include.startswith("partita/"):
                yield from self.check_include(file, line, include, module)

    def check_include(self, file, line, include, module):
        target = self.module_of(include)
        if target is None or not self.exists(include):
            yield file.finding(
                "module-order", line, f'"{include}" is no header of a module',
                'Write the path from src/ or include/, as in "store/keys/key_codec.h"')
            return
        if file.path.startswith("include/") and not include.startswith("partita/"):
            yield file.finding(
                "public-header", line, f'a public header includes the private "{include}"',
                "Move what it needs to include/partita/, or hide it in the .cc file")
        if target != module and target not in self.modules[module]:
            allowed = " ".join(sorted(self.modules[module])) or "nothing"
            yield file.finding(
                "module-order", line, f"{module} may not include {target}, only: {allowed}",
                f"Move the code up to a module that may, or pass in what {module} needs")

    def exists(self, include):
        return any(self.tree.has_file(root + include) for root in ("src/", "include/"))
