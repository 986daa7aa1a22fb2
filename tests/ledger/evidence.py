"""Whether a test is there, by the name that the ledger gives it. The forms of a name:

    Suite.Name                                          a GoogleTest
    tests/conformance/put_item/stores_every_type.test   a conformance script
    tests/sdk/javascript/x.test.js: Describe > title    a test of node, without a describe its title
    tests/console/x.test.mjs: title                     the same, in a browser
    tests/sdk/python/x_test.py: Class.test_method       a test of unittest
    tests/sdk/go/x_test.go: TestName/subtest            a test of Go, or one of its parts
    tests/model/as_written/music.yaml: L201 subject     what lint must find: an `# expect:` line
"""

import ast
import functools
import pathlib
import re

from ledger_files import rows_in

_GOOGLE_TEST = re.compile(r"\bTEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\s*\)")
_JAVASCRIPT_TEST = re.compile(r"""^( *)(describe|test)\((['"`])((?:\\.|(?!\3).)+)\3""")
_GO_TEST = re.compile(r"^func (Test\w+)\(t \*testing\.T\)", re.MULTILINE)
_GO_PART = re.compile(r't\.Run\("([^"]+)"')
_EXPECTATION = re.compile(r"^# expect: (\w+ \S+) \(([^)]+)\)", re.MULTILINE)


class Evidence:
    """The tests under one root. Files are read once, when they are first asked for."""

    def __init__(self, root):
        self._root = pathlib.Path(root)

    def problem(self, name, row):
        """Why `name` does not show `row`, or None."""
        for form, find in ((r"\w+\.\w+", self._problem_of_google_test),
                           (r"tests/conformance/\S+\.test", self._problem_of_script)):
            if re.fullmatch(form, name):
                return find(name)
        match = re.fullmatch(r"(tests/\S+): (\S.*)", name)
        if match and match[1].startswith("tests/model/as_written/"):
            return self._problem_of_oracle(match[1], match[2], row)
        if match and match[1].endswith((".test.js", ".test.mjs", "_test.py", "_test.go")):
            return self._problem_of_test_in(match[1], match[2])
        return f"`{name}` names a test in no known form"

    @functools.cached_property
    def oracles(self):
        """The rows that each expectation names, by file and label: (path, "L201 subject")."""
        folder = self._root / "tests/model/as_written"
        return {(f"tests/model/as_written/{path.name}", label): rows
                for path in sorted(folder.glob("*.yaml"))
                for label, rows in expectations_of(path.read_text(encoding="utf-8")).items()}

    def _problem_of_google_test(self, name):
        return None if name in self._google_tests else f"there is no GoogleTest {name}"

    def _problem_of_script(self, name):
        return None if (self._root / name).is_file() else f"there is no script {name}"

    def _problem_of_oracle(self, path, label, row):
        rows = self.oracles.get((path, label))
        if rows is None:
            return f"{path} does not expect {label}"
        return None if row in rows else f"{path} expects {label} for {', '.join(rows)}"

    def _problem_of_test_in(self, path, title):
        if not (self._root / path).is_file():
            return f"there is no file {path}"
        return None if title in tests_in(self._root / path) else f"{path} has no test `{title}`"

    @functools.cached_property
    def _google_tests(self):
        return {f"{suite}.{name}" for path in (self._root / "tests").rglob("*.cc")
                for suite, name in _GOOGLE_TEST.findall(path.read_text(encoding="utf-8"))}


@functools.cache
def tests_in(path):
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".js", ".mjs"):
        return javascript_tests(text)
    return python_tests(text) if path.suffix == ".py" else go_tests(text)


def javascript_tests(text):
    """Titles with those of the blocks around them, which have less indentation."""
    titles, around = set(), []
    for line in text.splitlines():
        match = _JAVASCRIPT_TEST.match(line)
        if not match:
            continue
        indent, title = len(match[1]), re.sub(r"\\(.)", r"\1", match[4])
        around = [(depth, name) for depth, name in around if depth < indent]
        if match[2] == "describe":
            around.append((indent, title))
        else:
            titles.add(" > ".join([name for _, name in around] + [title]))
    return titles


def python_tests(text):
    """Each class with its tests, and with those of its bases in the same file."""
    tests, names = {}, set()
    for kind in [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]:
        own = {method.name for method in kind.body if isinstance(method, ast.FunctionDef)
               and method.name.startswith("test_")}
        bases = [base.id for base in kind.bases if isinstance(base, ast.Name)]
        tests[kind.name] = own.union(*(tests.get(base, ()) for base in bases))
        names |= {f"{kind.name}.{test}" for test in tests[kind.name]}
    return names


def go_tests(text):
    """Each function, and with each of them every part: a file has one function with parts."""
    functions = set(_GO_TEST.findall(text))
    return functions | {f"{name}/{part}" for name in functions for part in _GO_PART.findall(text)}


def expectations_of(text):
    found = {}
    for label, rows in _EXPECTATION.findall(text):
        found.setdefault(label, []).extend(rows_in(rows))
    return found
