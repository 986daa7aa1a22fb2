"""What tests of a shipped model begin with: the model, and claims about its parts."""

import re
import unittest

import model_document


class ModelTestCase(unittest.TestCase):
    """REQUIRES: `model` names a file of models/."""

    model = ""

    @property
    def document(self):
        return model_document.document(self.model)

    def assert_settings(self, settings, document=None):
        for name, value in settings.items():
            self.assertEqual((document or self.document).settings.get(name), value, name)

    def assert_index(self, name, partition, sort):
        """`partition` and `sort` as in "status (S), createdAt (N)". All attributes are in it."""
        index = self.document.indexes[name]
        self.assertEqual((index["Partition"], index["Sort"]), (partition, sort))
        self.assertEqual(index["Projection"], "all")

    def assert_keys(self, entity, keys):
        """`keys` as in {"item PK": "USER#{userId}"}; others may be there."""
        for name, template in keys.items():
            self.assertEqual(self.document.entities[entity].keys.get(name), template, name)

    def assert_attributes(self, entity, lines):
        """A line each: `name: type; yes, no or server; rule; rule`. The type and who gives the
        value are exactly these, and the rules are among those of the attribute."""
        attributes = self.document.entities[entity].attributes
        for line in filter(None, map(str.strip, lines.splitlines())):
            name, facts = line.split(": ", 1)
            self.assertIn(name, attributes, f"{entity} has no such attribute")
            kind, required, *rules = facts.split("; ")
            row = attributes[name]
            self.assertEqual((row["Type"], row["Required"]), (kind, required), name)
            self.assertLessEqual(set(rules), set(row["Rules"].split("; ")), name)

    def assert_plan(self, pattern, index, condition, legs=1):
        """Which index serves a pattern, by which condition, in how many queries."""
        row = self.document.patterns[pattern]
        found = re.fullmatch(r"(.*?)(?: +(\d+) legs.*)?", row["Key condition"])
        self.assertEqual((row["Index"], found[1], int(found[2] or 1)), (index, condition, legs))

    def assert_route(self, pattern, route):
        self.assertEqual(self.document.patterns[pattern]["Route"], route)

    def assert_transitions(self, entity, steps):
        """All steps, as in {"QUEUED": ["PROCESSING", "FAILED"]}."""
        found = {}
        for row in self.document.entities[entity].transitions:
            for state in row["From"].split(", "):
                found.setdefault(state, []).extend(row["To"].split(", "))
        self.assertEqual({state: sorted(to) for state, to in found.items()},
                         {state: sorted(to) for state, to in steps.items()})

    def transition(self, entity, state, to):
        """The row of the table of transitions."""
        (row,) = [row for row in self.document.entities[entity].transitions
                  if state in row["From"].split(", ") and to in row["To"].split(", ")]
        return row

    def assert_measures(self, rollup, lines):
        measures = self.document.rollups[rollup]["Measures"].split("<br>")
        self.assertEqual(measures, [line.strip() for line in lines.strip().splitlines()])
