#!/usr/bin/env python3
"""Usage: tidy.py [root]

Checks what neither the compiler nor clang-tidy sees: the order of the modules, sizes, third-party
names, banned calls, names, loose ends. docs/HACKING.md explains the rules.
"""

import pathlib
import sys

import exceptions
import rule_differences
import rule_map
import rule_meanings
import rule_modules
import rule_names
import rule_rooms
import rule_sizes
import rule_text
import rule_words
from tree import Tree

RULES = (rule_modules, rule_sizes, rule_rooms, rule_names, rule_meanings, rule_words, rule_text,
         rule_differences, rule_map)


def findings_of(tree, exemptions=()):
    found = [finding for rule in RULES for finding in rule.check(tree)]
    return sorted(exceptions.apply(exemptions, found), key=lambda f: (f.path, f.line, f.rule))


def main(arguments):
    here = pathlib.Path(__file__).parent
    tree = Tree(arguments[0] if arguments else here.parent.parent)
    exemptions = exceptions.parse((here / "exceptions.txt").read_text(encoding="utf-8"))
    findings = findings_of(tree, exemptions)
    for finding in findings:
        print(finding)
    print(f"tidy: {len(tree.files)} files, {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
