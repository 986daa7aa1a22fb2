"""The model of rez_agent says what the document of its messages asks for (rows R)."""

import json
import tempfile
import unittest

import model_document
from model_document import document, export
from model_test_case import ModelTestCase


class RezAgent(ModelTestCase):
    model = "rez_agent"


class Table(RezAgent):
    def test_is_named_after_its_stage(self):
        for stage in ("dev", "stage", "prod"):
            self.assert_settings({"Table name": f"rez-agent-messages-{stage}"},
                                 document(self.model, stage=stage))

    def test_has_the_message_id_as_its_key(self):
        self.assertEqual(self.document.key, {"partition": "message_id (S)"})

    def test_has_the_settings_of_the_document(self):
        self.assert_settings({"Billing": "on demand", "Time to live": "ttl",
                              "Encryption": "key owned by AWS"})

    def test_can_be_recovered_in_stage_and_production_only(self):
        for stage, value in (("dev", "off"), ("stage", "on, 35 days"), ("prod", "on, 35 days")):
            self.assert_settings({"Point-in-time recovery": value},
                                 document(self.model, stage=stage))

    def test_pays_four_fifths_of_its_storage_for_recovery(self):
        lines = {(line["kind"], line["name"]): line["usd_per_month"]
                 for line in model_document.cost(self.model, stage="prod")["lines"]}
        recovery = lines["pitr", "rez-agent-messages-prod"]
        self.assertAlmostEqual(recovery / lines["storage", "Message"], 0.8, places=2)

    def test_takes_attributes_that_are_not_modelled(self):
        self.assert_settings({"Unknown attributes": "allowed"})

    def test_keeps_messages_for_ninety_days(self):
        (row,) = self.document.sections["Retention"].rows("Entity")
        self.assertEqual((row["Entity"], row["Kept"], row["Then"]),
                         ("Message", "90d from created_date", "removed by time to live (ttl)"))


class Indexes(RezAgent):
    def test_are_those_of_the_document_with_all_attributes(self):
        self.assert_index("stage-created_date-index", "stage (S)", "created_date (S)")
        self.assert_index("status-created_date-index", "status (S)", "created_date (S)")

    def test_of_types_waits_for_a_third_type(self):
        self.assert_index("message_type-created_date-index", "message_type (S)",
                          "created_date (S)")
        self.assertIn("phase 2, not live",
                      self.document.indexes["message_type-created_date-index"]["Remarks"])

    def test_of_types_is_due_with_the_third_type(self):
        finding = "L247 message_type-created_date-index"
        self.assertNotIn(finding, model_document.lint(self.model))
        two = "values: [scheduled_hello, manual_notification]"
        text = (model_document.ROOT / "models/rez_agent.yaml").read_text(encoding="utf-8")
        self.assertIn(two, text)
        with tempfile.NamedTemporaryFile("w", suffix=".yaml", encoding="utf-8") as third:
            third.write(text.replace(two, two.replace("]", ", reminder]")))
            third.flush()
            self.assertIn(finding, model_document.lint_file(third.name))

    def test_have_stage_and_status_together(self):
        self.assert_index("stage-status-created_date-index", "stage (S), status (S)",
                          "created_date (S)")


class Messages(RezAgent):
    def test_have_uuids(self):
        self.assert_attributes(
            "Message", "message_id: string; server; uuid; generated as {uuid4}; immutable")

    def test_have_times_of_creation_and_change_in_one_form(self):
        self.assert_attributes("Message", """
            created_date: timestamp (rfc3339ms); server; set on create; immutable
            updated_date: timestamp (rfc3339ms); server; set on every write
        """)

    def test_come_from_the_scheduler_or_a_person(self):
        self.assert_attributes("Message", "created_by: string; yes; personal; "
                                          "matches ^(scheduler|user:.+@.+)$")

    def test_have_stage_type_and_status(self):
        self.assert_attributes("Message", """
            stage: enum; server; one of dev, stage, prod; default dev
            message_type: enum; yes; one of scheduled_hello, manual_notification, or another
            status: enum; server; one of created, queued, processing, completed, failed
        """)

    def test_may_tell_of_their_processing(self):
        self.assert_attributes("Message", """
            processing_started_at: timestamp (rfc3339ms); no
            processing_completed_at: timestamp (rfc3339ms); no
            error_message: string; no
            retry_count: int; server; min 0; default 0
            notification_id: string; no
        """)

    def test_can_be_followed_through_all_services(self):
        self.assert_attributes("Message", "correlation_id: string; yes; uuid; id of the request")

    def test_have_a_payload_of_their_type(self):
        self.assert_attributes("Message", """
            payload: union on message_type; yes
            payload(scheduled_hello).text: string; yes; min 1 characters
            payload(scheduled_hello).priority: Priority (enum); server; default default
            payload(scheduled_hello).tags: list of string; no
            payload(manual_notification).text: string; yes; min 1 characters
            payload(manual_notification).title: string; no
            payload(manual_notification).priority: Priority (enum); server; default default
            payload(manual_notification).tags: list of string; no
            payload(manual_notification).click_url: string; no; uri
        """)

    def test_have_the_priorities_of_what_delivers_them(self):
        self.assert_attributes("Message", "payload(scheduled_hello).priority: Priority (enum); "
                                          "server; one of min, low, default, high, urgent")

    def test_may_have_types_that_are_not_modelled_yet(self):
        schema = json.loads(export("jsonschema", self.model))["$defs"]["Message"]
        self.assertIn({"type": "string"}, schema["properties"]["message_type"]["anyOf"])
        self.assertEqual(schema["properties"]["payload"], {"type": "object"})

    def test_expire_ninety_days_after_their_creation(self):
        self.assert_attributes("Message", "ttl: timestamp (epoch_s); no")
        self.assertIn("Expires: ttl = created_date + 90d.",
                      self.document.entities["Message"].facts)
        self.assertEqual(self.document.samples["scheduled_hello"]["ttl"], 1768833000)

    def test_have_a_version_of_their_schema(self):
        self.assertIn("Schema version: schema_version is 1.0.",
                      self.document.entities["Message"].facts)

    def test_have_all_attributes_of_the_sample(self):
        sample = self.document.samples["scheduled_hello"]
        self.assertLessEqual(set(sample), set(self.document.entities["Message"].attributes))
        self.assertEqual(len(sample), 15)


class Lifecycle(RezAgent):
    def test_goes_forward_only_and_fails_from_everywhere(self):
        self.assert_transitions("Message", {
            "created": ["queued", "processing", "failed"], "queued": ["processing", "failed"],
            "processing": ["completed", "failed", "queued"]})
        self.assertEqual(self.transition("Message", "processing", "queued")["By"],
                         "its worker, or the server")
        self.assertIn("Ends as completed, failed.", self.document.entities["Message"].lifecycle)

    def test_stamps_start_and_end(self):
        for state in ("created", "queued"):
            self.assertEqual(self.transition("Message", state, "processing")["Does"],
                             "stamps processing_started_at")
        for to in ("completed", "failed"):
            self.assertEqual(self.transition("Message", "processing", to)["Does"],
                             "stamps processing_completed_at")

    def test_needs_a_reason_to_fail(self):
        for state in ("created", "queued", "processing"):
            self.assertEqual(self.transition("Message", state, "failed")["Needs"], "error_message")

    def test_takes_a_repeated_processing_for_a_retry(self):
        facts = self.document.entities["Message"].lifecycle
        self.assertIn("Writing the state it has is allowed.", facts)
        self.assertIn("Writing processing again adds one to retry_count.", facts)

    def test_knows_how_long_processing_may_take(self):
        self.assertIn("An item that is processing for 15m since processing_started_at is reported.",
                      self.document.entities["Message"].lifecycle)


class Patterns(RezAgent):
    def test_have_the_routes_of_the_document(self):
        self.assert_route("get_message", "GET /api/messages/{id}")
        self.assert_route("list_by_stage_and_status", "GET /api/messages with stage, status")

    def test_read_a_message_by_its_id(self):
        self.assert_plan("get_message", "table", "message_id = :message_id")

    def test_list_by_stage_status_and_date(self):
        between = "AND created_date BETWEEN :lo AND :hi"
        self.assert_plan("list_by_stage", "stage-created_date-index", f"stage = :stage {between}")
        self.assert_plan("list_by_status", "status-created_date-index",
                         f"#status = :status {between}")
        self.assert_plan("list_by_stage_and_status", "stage-status-created_date-index",
                         f"stage = :stage AND #status = :status {between}")

    def test_list_newest_first_in_pages_of_fifty_to_a_hundred(self):
        for name in ("list_by_stage", "list_by_stage_and_status", "list_by_status"):
            pattern = self.document.patterns[name]
            self.assertIn("Pages of 50, at most 100.", pattern["Remarks"])
            self.assertIn("created_date descending",
                          model_document.run("explain", f"models/{self.model}.yaml", name))

    def test_find_messages_whose_processor_died(self):
        self.assert_plan("stuck", "status-created_date-index",
                         "#status = :status AND created_date BETWEEN :lo AND :hi "
                         "+ filter processing_started_at < now - 15m")

    def test_never_create_a_message_by_a_change_of_status(self):
        self.assert_plan("set_status", "table",
                         "transition Message at message_id = :message_id to $status")


class Rollups(RezAgent):
    def test_count_by_status(self):
        counts = self.document.rollups["status_counts"]
        self.assertEqual((counts["Of"], counts["By"]), ("Message", "stage, status"))
        self.assertEqual(counts["Windows"], "1h, 1d, 90d of created_date")

    def test_know_the_success_of_a_day(self):
        self.assertIn("1d", self.document.rollups["outcome"]["Windows"])
        self.assert_measures("outcome", """
            completed = count(status = 'completed')
            failed = count(status = 'failed')
            success_rate = completed / (completed + failed)
            avg_seconds = avg(processing_completed_at - processing_started_at)
        """)

    def test_count_by_type_and_by_version_of_the_schema(self):
        self.assertEqual(self.document.rollups["by_type"]["By"], "message_type")
        self.assertEqual(self.document.rollups["by_schema_version"]["By"], "schema_version")


class Archive(RezAgent):
    def test_is_planned_and_not_live(self):
        (row,) = self.document.sections["Archive"].rows("Name")
        self.assertIn("format: parquet", row["Content"])
        self.assertEqual(row["Remarks"], "phase 3, not live")


class Load(RezAgent):
    def test_is_that_of_the_document(self):
        section = self.document.sections["Expected load"]
        (message,) = section.rows("Entity")
        self.assertEqual((message["Created a day"], message["Bytes"]), ("1000", "1024"))
        self.assertEqual(sum(int(row["Calls a day"]) for row in section.rows("Pattern")), 10_000)


if __name__ == "__main__":
    unittest.main()
