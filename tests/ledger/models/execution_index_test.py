"""The model of the execution index says what the document of that name asks for (rows X)."""

import unittest

import model_document
from model_test_case import ModelTestCase

ENDED = "SUCCEEDED, FAILED, TIMED_OUT, ABORTED"


class ExecutionIndex(ModelTestCase):
    model = "execution_index"


class Table(ExecutionIndex):
    def test_the_key_is_the_arn_alone_and_nothing_is_put_together(self):
        self.assertEqual(self.document.key, {"partition": "executionArn (S)"})
        self.assertEqual(self.document.entities["Execution"].keys,
                         {"item executionArn": "{executionArn}"})
        self.assert_settings({"Table name": "ExecutionIndex"})

    def test_agents_and_statuses_have_indexes_by_date(self):
        self.assert_index("AgentDateIndex", "agentName (S)", "startDate (S)")
        self.assert_index("StatusDateIndex", "status (S)", "startDate (S)")

    def test_an_index_has_agent_and_status_together(self):
        self.assert_index("AgentStatusDateIndex", "agentName (S), status (S)", "startDate (S)")

    def test_what_the_document_leaves_open_is_decided(self):
        self.assert_settings({
            "Billing": "on demand", "Encryption": "key owned by AWS", "Stream": "none",
            "Point-in-time recovery": "on, 35 days", "Time to live": "none"})
        self.assertFalse([found for found in model_document.lint(self.model) if "L227" in found])

    def test_the_price_of_indexes_is_told(self):
        text = model_document.export("markdown", self.model)
        self.assertIn("Reads through an index are eventually consistent", text)
        self.assertIn("a change of status moves index entries", text)


class Executions(ExecutionIndex):
    def test_have_the_attributes_of_the_document(self):
        self.assert_attributes("Execution", """
            executionArn: string; yes; arn; immutable
            agentName: string; server; min 1 characters; immutable
            status: enum; yes
            startDate: timestamp (rfc3339ms); yes; any RFC 3339 form is accepted; immutable
            stateMachineArn: string; no; arn
            executionName: string; server
            stopDate: timestamp (rfc3339ms); no
            durationSeconds: int; server; min 0
            indexedAt: timestamp (rfc3339ms); server
        """)

    def test_take_names_from_the_arn(self):
        self.assert_attributes("Execution", """
            agentName: string; server; default = before_last(part(executionArn, ':', -2), '-')
            executionName: string; server; always = part(executionArn, ':', -1)
        """)

    def test_have_a_duration_that_is_computed(self):
        self.assert_attributes("Execution",
                               "durationSeconds: int; server; = s(stopDate - startDate)")
        self.assertEqual(self.document.samples["succeeded"]["durationSeconds"], 10)

    def test_have_an_end_only_when_they_have_ended(self):
        self.assert_attributes("Execution", "stopDate: timestamp (rfc3339ms); no; "
                                            f"only if status is {ENDED}, PENDING_REDRIVE")
        self.assertNotIn("stopDate", self.document.samples["running"])

    def test_tell_when_they_were_indexed_and_how_late(self):
        self.assert_attributes("Execution",
                               "indexedAt: timestamp (rfc3339ms); server; set on every write")
        self.assert_measures("index_lag", """
            avg_seconds = avg(indexedAt - stopDate)
            max_seconds = max(indexedAt - stopDate)
        """)

    def test_have_all_states_of_step_functions(self):
        self.assert_attributes("Execution",
                               f"status: enum; yes; one of RUNNING, {ENDED}, PENDING_REDRIVE")
        self.assert_transitions("Execution", {
            "RUNNING": ENDED.split(", "),
            **{state: ["PENDING_REDRIVE", "RUNNING"]
               for state in ("FAILED", "TIMED_OUT", "ABORTED")},
            "PENDING_REDRIVE": ["RUNNING"],
        })

    def test_run_again_only_by_a_redrive(self):
        row = self.transition("Execution", "FAILED", "RUNNING")
        self.assertEqual((row["Name"], row["Guard"]),
                         ("redrive", "redriveCount > old.redriveCount"))
        self.assertEqual(row["Does"], "clears stopDate, durationSeconds")

    def test_may_be_told_twice_and_by_parts(self):
        execution = self.document.entities["Execution"]
        self.assertIn("Writing the state it has is allowed.", execution.lifecycle)
        self.assertIn("A put keeps stored attributes that it does not name.", execution.facts)

    def test_may_be_written_in_the_json_of_dynamodb(self):
        self.assertEqual(self.document.samples["running"]["agentName"], "my-agent")
        self.assertEqual(self.document.samples["running"]["redriveCount"], 0)


class Patterns(ExecutionIndex):
    def test_an_execution_is_written_and_read_by_its_arn(self):
        self.assert_plan("index_execution", "table",
                         "put Execution at executionArn = :executionArn")
        self.assert_plan("get_execution", "table", "executionArn = :executionArn")

    def test_executions_of_agents_and_statuses_come_by_date(self):
        self.assert_plan("executions_of_agent", "AgentDateIndex",
                         "agentName = :agentName AND startDate BETWEEN :lo AND :hi")
        self.assert_plan("executions_by_status", "StatusDateIndex",
                         "#status = :status AND startDate BETWEEN :lo AND :hi")

    def test_failed_executions_of_one_agent_are_served(self):
        self.assert_plan("executions_of_agent_by_status", "AgentStatusDateIndex",
                         "agentName = :agentName AND #status = :status "
                         "AND startDate BETWEEN :lo AND :hi")

    def test_lists_have_pages(self):
        for name in ("executions_of_agent", "executions_by_status"):
            self.assertIn("Pages of 50, at most 100.", self.document.patterns[name]["Remarks"])


if __name__ == "__main__":
    unittest.main()
