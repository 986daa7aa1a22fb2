#!/usr/bin/env python3
"""Holds the ledger of requirements: every row is shown by a test that exists, or says why not.

rows.txt lists the rows, ledger.txt what shows each of them, and fatal_groups.txt the statements of
the documents that fail on DynamoDB or lose data, with the finding of lint that catches each. The
forms are in ledger_files.py and evidence.py.
"""

import argparse
import pathlib
import sys
from collections import Counter

import ledger_files
from evidence import Evidence
from ledger_files import Malformed, blocks_of, claim_of, rows_in

FOLDER = "tests/ledger"
VERDICTS = ("shown", "in part", "later", "not ours")


class Ledger:
    """What the files say, and all that is wrong with it. `verdicts` is by row."""

    def __init__(self, root):
        self._folder = pathlib.Path(root, FOLDER)
        self._evidence = Evidence(root)
        self.problems = []
        self.words, self.claims, self.verdicts = {}, {}, {}
        self.group_count = self.oracle_count = 0
        for read in (self._read_rows, self._read_ledger, self._read_groups):
            read()

    def _blocks(self, name):
        try:
            return blocks_of((self._folder / name).read_text(encoding="utf-8"))
        except Malformed as malformed:
            self._problem(name, malformed.line, str(malformed))
        except FileNotFoundError:
            self._problem(name, 1, "there is no such file")
        return []

    def _problem(self, name, line, message):
        self.problems.append(f"{FOLDER}/{name}:{line}: {message}")

    def _compare_ids(self, name, blocks, wanted):
        """The blocks with an id that is wanted, each once."""
        known, found = set(wanted), {}
        for block in blocks:
            if block.id not in known:
                self._problem(name, block.number, f"{block.id} is no id that there is")
            elif block.id in found:
                self._problem(name, block.number,
                              f"{block.id} is there twice, first in line {found[block.id].number}")
            else:
                found[block.id] = block
        for missing in [wanted_id for wanted_id in wanted if wanted_id not in found]:
            self._problem(name, 1, f"{missing} is missing")
        return found

    def _read_rows(self):
        blocks = self._compare_ids("rows.txt", self._blocks("rows.txt"), ledger_files.all_rows())
        self.words = {row: block.head for row, block in blocks.items()}

    def _read_ledger(self):
        blocks = self._blocks("ledger.txt")
        for row, block in self._compare_ids("ledger.txt", blocks, list(self.words)).items():
            self.claims[row] = self._claims_of("ledger.txt", block.lines)
            self.verdicts[row] = self._verdict_of(row, block.number)
            self._check_tests("ledger.txt", self.claims[row], [row])

    def _claims_of(self, name, lines):
        claims = []
        for line in lines:
            try:
                claims.append(claim_of(line))
            except Malformed as malformed:
                self._problem(name, malformed.line, str(malformed))
        return claims

    def _verdict_of(self, row, line):
        kinds = [claim.kind for claim in self.claims[row]]
        excuses = [kind for kind in kinds if kind != "test"]
        if len(excuses) > 1:
            self._problem("ledger.txt", line, f"{row} has more than one reason not to be shown")
        if "test" not in kinds:
            return excuses[0] if excuses else "later"
        return "in part" if excuses else "shown"

    def _check_tests(self, name, claims, rows):
        """Each test exists and, if it is a finding of lint, is about one of the rows."""
        named = set()
        for claim in [claim for claim in claims if claim.kind == "test"]:
            problems = [self._evidence.problem(claim.text, row) for row in rows]
            if claim.text in named:
                self._problem(name, claim.line, f"`{claim.text}` is named twice")
            elif all(problems):
                self._problem(name, claim.line, problems[0])
            named.add(claim.text)

    def _read_groups(self):
        name, ids = "fatal_groups.txt", [str(n + 1) for n in range(ledger_files.GROUP_COUNT)]
        for group, block in self._compare_ids(name, self._blocks(name), ids).items():
            rows = rows_in(block.head)
            claims = self._claims_of(name, block.lines[1:])
            self._check_tests(name, claims, rows or [""])
            self._check_group(group, block, rows, claims)
            self.oracle_count += len(claims)
            self.group_count += 1

    def _check_group(self, group, block, rows, claims):
        for row in [row for row in rows if self.verdicts.get(row) not in ("shown", "in part")]:
            self._problem("fatal_groups.txt", block.number,
                          f"group {group}: no test shows {row}, which loses data")
        if not rows:
            self._problem("fatal_groups.txt", block.number, f"group {group} names no rows")
        if not claims or any(not is_oracle(claim) for claim in claims):
            self._problem("fatal_groups.txt", block.number,
                          f"group {group} has to name what lint finds, and only that")


def is_oracle(claim):
    return claim.kind == "test" and claim.text.startswith("tests/model/as_written/")


def summary_of(ledger):
    counts = Counter(ledger.verdicts.values())
    tests = {claim.text for claims in ledger.claims.values() for claim in claims
             if claim.kind == "test"}
    return (f"ledger: {len(ledger.words)} rows: {counts['shown'] + counts['in part']} shown by "
            f"tests ({counts['in part']} of them in part), {counts['later']} later, "
            f"{counts['not ours']} not ours\n"
            f"ledger: {len(tests)} tests named; {ledger.group_count} fatal groups, "
            f"{ledger.oracle_count} findings of lint\n"
            f"ledger: {len(ledger.problems)} problems")


def print_rows(ledger, verdict):
    for row, found in ledger.verdicts.items():
        if found != verdict:
            continue
        print(f"{row:4} {ledger.words[row]}")
        for claim in ledger.claims[row]:
            print(f"     {claim.kind}: {claim.text}")


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0],
                                     epilog="Exit codes: 0 all is well, 1 there are problems.")
    parser.add_argument("--root", default=pathlib.Path(__file__).resolve().parents[2],
                        help="the repository; this one if not given")
    parser.add_argument("--list", choices=VERDICTS, metavar="VERDICT",
                        help=f"print the rows that are one of: {', '.join(VERDICTS)}")
    options = parser.parse_args(arguments)
    ledger = Ledger(options.root)
    if options.list:
        print_rows(ledger, options.list)
    for problem in ledger.problems:
        print(problem)
    print(summary_of(ledger))
    return 1 if ledger.problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
