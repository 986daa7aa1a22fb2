"""The tree as the rules see it: its files, and what a rule found in them."""

import functools
import os
import pathlib
from dataclasses import dataclass

import cpp
import functions

SKIPPED_FOLDERS = {".git", ".cache", "__pycache__", "build", "data", "node_modules"}
# Any bytes at all, so nothing a rule could read.
SKIPPED_PATHS = ("fuzz/corpus/",)


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, where, and what to do instead."""

    rule: str
    path: str
    line: int
    wrong: str
    instead: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.wrong}. {self.instead}. [{self.rule}]"


class File:
    """A text file. `path` is relative to the root, with slashes."""

    def __init__(self, path, text):
        self.path = path
        self.text = text
        self.name = path.rsplit("/", 1)[-1]
        self.is_header = path.endswith(".h")
        self.is_cpp = path.endswith((".cc", ".h"))
        self.is_test = path.startswith("tests/")
        self.is_script = path.endswith((".js", ".mjs"))
        self.is_style = path.endswith(".css")
        self.is_code = self.is_cpp or self.name in ("Makefile", "CMakeLists.txt") or path.endswith(
            (".py", ".cmake", ".sh")) or path.startswith(("scripts/", ".ci/"))

    @functools.cached_property
    def lines(self):
        return self.text.splitlines()

    @functools.cached_property
    def code(self):
        """The text with comments and the insides of strings blanked; lines stay where they are."""
        return cpp.without_comments_and_strings(self.text)

    @functools.cached_property
    def functions(self):
        return functions.find(self.code)

    def finding(self, rule, line, wrong, instead):
        return Finding(rule, self.path, line, wrong, instead)

    def finding_at(self, rule, offset, wrong, instead):
        return self.finding(rule, self.text.count("\n", 0, offset) + 1, wrong, instead)


class Tree:
    """Every file under a root, without what is built, ignored or not text."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.files = []
        for folder, folders, names in os.walk(self.root):
            folders[:] = sorted(f for f in folders if f not in SKIPPED_FOLDERS)
            for name in sorted(names):
                self._add(pathlib.Path(folder, name))

    def _add(self, path):
        relative = path.relative_to(self.root).as_posix()
        if relative.startswith(SKIPPED_PATHS) or path.is_symlink():
            return
        try:
            self.files.append(File(relative, path.read_text(encoding="utf-8")))
        except (UnicodeDecodeError, FileNotFoundError):
            pass  # Not text, or an editor's file that has just gone.

    def cpp_files(self):
        return [file for file in self.files if file.is_cpp]

    def has_file(self, path):
        return any(file.path == path for file in self.files)
