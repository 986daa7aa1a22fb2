#!/usr/bin/env python3
"""Tests of the ledger's check: a small tree that it accepts, and each way to be refused."""

import contextlib
import io
import pathlib
import tempfile
import unittest
from unittest import mock

import check
import evidence
import ledger_files
from ledger_files import Malformed, blocks_of, claim_of, rows_in

AS_WRITTEN = "tests/model/as_written/music.yaml"

TREE = {
    "tests/unit/keys/key_test.cc": "TEST(Key, Sorts) {}\nTEST_P(Key,\n       HasAName) {}\n",
    "tests/conformance/query/reads.test": "# Reads.\n",
    "tests/sdk/javascript/a.test.js":
        "describe('Queries', () => {\n  test('find it\\'s key', async () => {});\n});\n"
        "test('alone', () => {});\n",
    "tests/sdk/python/a_test.py": "class Items:\n    def test_are_kept(self):\n        pass\n"
                                  "class More(Items, unittest.TestCase):\n    pass\n",
    "tests/sdk/go/a_test.go":
        "func TestAll(t *testing.T) {\n\tt.Run(\"a part\", part)\n}\n",
    AS_WRITTEN: "# expect: L201 list (A1)\n# expect: L231 put.it (A2, M1-M2) with env=prod\n",
    "tests/ledger/rows.txt": "A1  One.\nA2  Two.\nM1  Three.\nM2  Four.\n",
    "tests/ledger/ledger.txt":
        "# All that there is.\n\n"
        "A1   test: Key.Sorts\n     test: tests/conformance/query/reads.test\n"
        "A2   not ours: it is somebody else's.\nM1   later: it comes with the spring.\n"
        f"M2   test: {AS_WRITTEN}: L231 put.it\n     later: the other half.\n",
    "tests/ledger/fatal_groups.txt": f"1  It is lost (A1).\n   test: {AS_WRITTEN}: L201 list\n",
}


class LedgerTest(unittest.TestCase):
    """The check of a tree with four rows and one fatal group."""

    def setUp(self):
        self.enterContext(mock.patch.object(ledger_files, "ROW_COUNTS", {"A": 2, "M": 2}))
        self.enterContext(mock.patch.object(ledger_files, "GROUP_COUNT", 1))

    def ledger(self, changes):
        with tempfile.TemporaryDirectory() as root:
            for path, text in (TREE | changes).items():
                target = pathlib.Path(root, path)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, encoding="utf-8")
            return check.Ledger(root)

    def assert_finds(self, name, old, new, problems):
        """What the check says if `old` were `new` in one of the files."""
        path = f"tests/ledger/{name}"
        self.assertIn(old, TREE[path])
        found = self.ledger({path: TREE[path].replace(old, new)}).problems
        self.assertEqual(found, [f"{path}:{problem}" for problem in problems])

    def assert_named(self, test):
        """The ledger may name this test."""
        text = TREE["tests/ledger/ledger.txt"].replace("Key.Sorts", test)
        self.assertEqual(self.ledger({"tests/ledger/ledger.txt": text}).problems, [])


class Rows(LedgerTest):
    def test_are_counted_by_what_is_said_of_them(self):
        ledger = self.ledger({})
        self.assertEqual(ledger.problems, [])
        self.assertEqual(ledger.verdicts,
                         {"A1": "shown", "A2": "not ours", "M1": "later", "M2": "in part"})
        self.assertEqual(check.summary_of(ledger),
                         "ledger: 4 rows: 2 shown by tests (1 of them in part), 1 later, "
                         "1 not ours\n"
                         "ledger: 3 tests named; 1 fatal groups, 1 findings of lint\n"
                         "ledger: 0 problems")

    def test_may_not_be_missing(self):
        self.assert_finds("ledger.txt", "M1   later: it comes with the spring.\n", "",
                          ["1: M1 is missing"])

    def test_may_not_vanish_from_both_files(self):
        rows = TREE["tests/ledger/rows.txt"].replace("M2  Four.\n", "")
        text = TREE["tests/ledger/ledger.txt"].split("M2")[0]
        problems = self.ledger({"tests/ledger/rows.txt": rows,
                                "tests/ledger/ledger.txt": text}).problems
        self.assertEqual(problems, ["tests/ledger/rows.txt:1: M2 is missing"])

    def test_may_not_be_there_twice(self):
        self.assert_finds("ledger.txt", "M1   later", "A2   later",
                          ["6: A2 is there twice, first in line 5", "1: M1 is missing"])

    def test_may_not_be_invented(self):
        self.assert_finds("ledger.txt", "M1   later: it comes with the spring.",
                          "M1   later: in spring.\nM3   later: never.",
                          ["7: M3 is no id that there is"])

    def test_have_claims_of_a_known_kind(self):
        self.assert_finds("ledger.txt", "later: it comes", "perhaps: it comes",
                          ["6: `perhaps: it comes with the spring.` is no claim: "
                           "write test: ..., later: ..., not ours: ..."])

    def test_have_one_excuse_at_most(self):
        self.assert_finds("ledger.txt", "later: the other half.",
                          "later: a half.\n     not ours: a quarter.",
                          ["7: M2 has more than one reason not to be shown"])

    def test_need_their_file(self):
        with tempfile.TemporaryDirectory() as root:
            problems = check.Ledger(root).problems
        self.assertIn("tests/ledger/rows.txt:1: there is no such file", problems)


class Tests(LedgerTest):
    def test_may_be_named_in_all_forms(self):
        for name in ("Key.HasAName", "tests/sdk/javascript/a.test.js: Queries > find it's key",
                     "tests/sdk/javascript/a.test.js: alone",
                     "tests/sdk/python/a_test.py: Items.test_are_kept",
                     "tests/sdk/python/a_test.py: More.test_are_kept",
                     "tests/sdk/go/a_test.go: TestAll", "tests/sdk/go/a_test.go: TestAll/a part",
                     f"{AS_WRITTEN}: L201 list"):
            with self.subTest(name=name):
                self.assert_named(name)

    def test_have_to_exist(self):
        for name, message in (
                ("Key.Falls", "there is no GoogleTest Key.Falls"),
                ("tests/conformance/query/writes.test",
                 "there is no script tests/conformance/query/writes.test"),
                ("tests/sdk/javascript/a.test.js: find it's key",
                 "tests/sdk/javascript/a.test.js has no test `find it's key`"),
                ("tests/sdk/javascript/b.test.js: alone",
                 "there is no file tests/sdk/javascript/b.test.js"),
                ("tests/sdk/python/a_test.py: Items.test_are_lost",
                 "tests/sdk/python/a_test.py has no test `Items.test_are_lost`"),
                ("tests/sdk/go/a_test.go: TestAll/another part",
                 "tests/sdk/go/a_test.go has no test `TestAll/another part`"),
                (f"{AS_WRITTEN}: L201 other", f"{AS_WRITTEN} does not expect L201 other")):
            with self.subTest(name=name):
                self.assert_finds("ledger.txt", "Key.Sorts", name, [f"3: {message}"])

    def test_that_lint_makes_are_of_the_row(self):
        self.assert_finds("ledger.txt", "Key.Sorts", f"{AS_WRITTEN}: L231 put.it",
                          [f"3: {AS_WRITTEN} expects L231 put.it for A2, M1, M2"])

    def test_are_named_once_for_a_row(self):
        self.assert_finds("ledger.txt", "tests/conformance/query/reads.test", "Key.Sorts",
                          ["4: `Key.Sorts` is named twice"])

    def test_have_a_known_form(self):
        self.assert_finds("ledger.txt", "Key.Sorts", "tests/unit/keys/key_test.cc",
                          ["3: `tests/unit/keys/key_test.cc` names a test in no known form"])


class FatalGroups(LedgerTest):
    def test_may_not_be_missing(self):
        self.assert_finds("fatal_groups.txt", "1  It", "2  It",
                          ["1: 2 is no id that there is", "1: 1 is missing"])

    def test_name_rows_that_are_shown(self):
        self.assert_finds("fatal_groups.txt", "(A1)", "(A1, A2)",
                          ["1: group 1: no test shows A2, which loses data"])

    def test_name_rows_at_all(self):
        self.assertIn("tests/ledger/fatal_groups.txt:1: group 1 names no rows",
                      self.ledger({"tests/ledger/fatal_groups.txt": TREE[
                          "tests/ledger/fatal_groups.txt"].replace("(A1)", "")}).problems)

    def test_name_what_lint_finds(self):
        message = ["1: group 1 has to name what lint finds, and only that"]
        self.assert_finds("fatal_groups.txt", f"   test: {AS_WRITTEN}: L201 list\n", "", message)
        self.assert_finds("fatal_groups.txt", f"{AS_WRITTEN}: L201 list", "Key.Sorts", message)

    def test_name_what_is_expected_for_their_rows(self):
        self.assert_finds("fatal_groups.txt", "L201 list", "L231 put.it",
                          [f"2: {AS_WRITTEN} expects L231 put.it for A2, M1, M2"])


class Files(unittest.TestCase):
    def test_have_blocks_and_comments(self):
        blocks = blocks_of("# A comment.\nA1  one\n    two\n\nA2  three\n")
        self.assertEqual([(block.id, [line.text for line in block.lines]) for block in blocks],
                         [("A1", ["one", "two"]), ("A2", ["three"])])

    def test_have_no_line_without_a_row(self):
        for text, line in (("  test: A.B\n", 1), ("A1  a\nA2\n", 2)):
            with self.assertRaises(Malformed) as refusal:
                blocks_of(text)
            self.assertEqual(refusal.exception.line, line)

    def test_have_claims_of_three_kinds(self):
        claim = claim_of(ledger_files.Line(7, "not ours: a queue"))
        self.assertEqual((claim.line, claim.kind, claim.text), (7, "not ours", "a queue"))
        for text in ("perhaps: A.B", "test:", "test: ", "A.B"):
            with self.assertRaises(Malformed):
                claim_of(ledger_files.Line(1, text))

    def test_name_rows_alone_and_in_ranges(self):
        self.assertEqual(rows_in("(A63, R84-R86) of M2"), ["A63", "R84", "R85", "R86", "M2"])
        self.assertEqual(rows_in("L201 X"), [])

    def test_have_all_rows_of_the_five_documents(self):
        self.assertEqual(len(ledger_files.all_rows()), 332)


class JavaScript(unittest.TestCase):
    def test_has_titles_with_those_around_them(self):
        titles = evidence.javascript_tests(
            "describe('A', () => {\n  describe('B', () => {\n    test('c', () => {});\n  });\n"
            "  test('d', () => {});\n});\ntest(\"e\", () => {});\n")
        self.assertEqual(titles, {"A > B > c", "A > d", "e"})


class Program(unittest.TestCase):
    def run_check(self, *arguments):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            status = check.main(list(arguments))
        return status, output.getvalue()

    def test_ends_with_one_if_there_are_problems(self):
        with tempfile.TemporaryDirectory() as root:
            status, output = self.run_check("--root", root)
        self.assertEqual(status, 1)
        self.assertIn("tests/ledger/rows.txt:1: A1 is missing\n", output)

    def test_lists_rows_by_what_is_said_of_them(self):
        _, output = self.run_check("--list", "not ours")
        self.assertIn("R94  Messages go through SNS and SQS.\n     not ours: ", output)
        self.assertNotIn("\nA7 ", output)


if __name__ == "__main__":
    unittest.main()
