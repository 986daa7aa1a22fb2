"""The map of the tree is whole: docs/ARCHITECTURE.md and each group's README name every module."""

import pathlib

import rule_modules

_PAGE = "docs/ARCHITECTURE.md"


def check(tree):
    pages = {file.path: file for file in tree.files if file.path.endswith(".md")}
    if _PAGE not in pages:  # A tree of a test.
        return
    declaration = pathlib.Path(__file__).with_name("modules.txt").read_text(encoding="utf-8")
    modules = [row.name for row in rule_modules.parse(declaration)]
    for path in sorted({readme_of(name) for name in modules} - pages.keys()):
        yield pages[_PAGE].finding("map", 1, f"there is no {path}",
                                   "Say there what the modules are and walk a request through")
    for name in modules:
        yield from check_module(pages, name)


def readme_of(name):
    return f"src/{rule_modules.group_of(name)}/README.md"


def check_module(pages, name):
    for path, names in ((_PAGE, (name,)), (readme_of(name), (name, name.split("/")[-1]))):
        if path in pages and not any(f"`{each}`" in pages[path].text for each in names):
            yield pages[path].finding("map", 1, f"the module {name} is not named",
                                      f"Write `{names[-1]}` and its purpose into the table")
