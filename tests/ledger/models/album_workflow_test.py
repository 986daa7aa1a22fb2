"""The model of the album workflow says what the document of that name asks for (rows A)."""

import unittest

import model_document
from model_test_case import ModelTestCase

WORKFLOWS = "one of step-functions, durable-functions"


class AlbumWorkflow(ModelTestCase):
    model = "album_workflow"


class Table(AlbumWorkflow):
    def test_both_workflows_share_one_table(self):
        self.assertEqual(set(self.document.entities), {"Execution", "Album", "Task", "Metrics"})
        self.assertEqual(self.document.settings["Table name"], "album-workflow")
        for entity in self.document.entities:
            self.assert_attributes(entity, f"workflowType: WorkflowType (enum); yes; {WORKFLOWS}")

    def test_no_prefix_keeps_the_workflows_apart(self):
        self.assertNotIn("Key prefixes", self.document.settings)
        for entity in self.document.entities.values():
            self.assertFalse([key for key in entity.keys.values() if "sf#" in key or "ldf#" in key])

    def test_keys_are_natural_identifiers(self):
        self.assertEqual(self.document.key, {"partition": "pk (S)", "sort": "sk (S)"})
        for entity, identifier in (("Execution", "executionId"), ("Album", "executionId"),
                                   ("Task", "taskId"), ("Metrics", "date")):
            self.assert_keys(entity, {"item pk": f"{{{identifier}}}"})

    def test_sort_keys_name_subtypes_and_relations(self):
        for entity, template in (("Execution", "metadata"), ("Album", "album-{albumIndex}"),
                                 ("Task", "metadata"), ("Metrics", "metrics-{workflowType}")):
            self.assert_keys(entity, {"item sk": template})

    def test_what_the_document_leaves_open_is_decided(self):
        self.assert_settings({
            "Billing": "on demand", "Encryption": "key owned by AWS", "Stream": "none",
            "Point-in-time recovery": "on, 35 days", "Time to live": "ttl",
            "Deletion protection": "on", "Table class": "standard"})
        self.assertFalse([found for found in model_document.lint(self.model) if "L227" in found])

    def test_null_is_kept_where_it_is_allowed(self):
        self.assert_settings({"NULL values": "kept where allowed"})

    def test_unknown_attributes_are_never_stripped(self):
        self.assert_settings({"Unknown attributes": "allowed"})


class Indexes(AlbumWorkflow):
    def test_the_first_has_workflow_and_entity_then_status_and_time(self):
        self.assert_index("GSI1", "workflowType (S), entityType (S)", "status (S), createdAt (S)")

    def test_the_second_has_workflow_and_execution_then_entity_and_number(self):
        self.assert_index("GSI2", "workflowType (S), executionId (S)",
                          "entityType (S), sortValue (N)")

    def test_metrics_have_one_of_their_own(self):
        self.assert_index("GSI3", "workflowType (S), entityType (S)", "period (S), date (S)")

    def test_may_be_asked_by_the_names_of_the_document(self):
        for name in ("GSI1", "GSI2"):
            self.assertIn(f"Programs may also say {name}PK, {name}SK.",
                          self.document.indexes[name]["Remarks"])

    def test_every_item_of_the_second_has_a_number_to_sort_by(self):
        for entity, source in (("Execution", "0"), ("Album", "albumIndex"), ("Task", "0")):
            self.assert_attributes(entity, f"sortValue: int; server; always = {source}; hidden")


class Entities(AlbumWorkflow):
    def test_the_type_tells_them_apart(self):
        for name, entity in self.document.entities.items():
            self.assert_attributes(name, f"entityType: const; server; always {name.lower()}")
            self.assertIn(f"Items whose entityType is {name.lower()}.", entity.text)

    def test_all_have_a_creation_time_and_all_but_metrics_a_time_of_change(self):
        for name in ("Execution", "Album", "Task"):
            self.assert_attributes(name, """
                createdAt: timestamp (rfc3339); server; set on create; immutable; from Stamps
                updatedAt: timestamp (rfc3339); server; set on every write; from Stamps
            """)
        self.assert_attributes("Metrics", "createdAt: timestamp (rfc3339); server; set on create")
        self.assertNotIn("updatedAt", self.document.entities["Metrics"].attributes)

    def test_an_execution_has_what_both_samples_have(self):
        self.assert_attributes("Execution", f"""
            executionId: string; server; uuid; generated as {{uuid4}}; immutable
            workflowType: WorkflowType (enum); yes; {WORKFLOWS}; immutable
            imageS3Key: string; yes; min 1 characters
            status: enum; server; one of running, waiting, completed, failed; default running
            startTime: timestamp (rfc3339); server; set on create
            endTime: timestamp (rfc3339); no; may be null
            durationMs: int; server; = ms(endTime - startTime); may be null
            estimatedCost: number; no; min 0; may be null
        """)

    def test_the_current_step_is_only_of_durable_functions(self):
        self.assert_attributes("Execution",
                               "currentStep: string; no; only if workflowType is durable-functions")

    def test_an_album_has_all_of_the_sample_and_the_rules_of_its_schema(self):
        self.assert_attributes("Album", """
            executionId: string; yes; uuid; refers to Execution
            albumIndex: int; yes; min 1
            albumName: string; yes; min 1 characters; max 200 characters
            artist: string; yes; min 1 characters; max 200 characters
            year: Year (int); yes; min 1900; max 2100
            yearValidated: bool; server; default false
            yearOriginal: Year (int); no; min 1900; max 2100
            priceEstimate: number; no; above 0
            priceConfidence: number; no; min 0; max 1
            priceSource: string; no
        """)
        sample = self.document.samples["step_functions_album"]
        known = set(self.document.entities["Album"].attributes) | {"pk", "sk"}
        self.assertLessEqual(set(sample), known)

    def test_an_image_region_is_a_map_of_four_numbers(self):
        self.assert_attributes("Album", """
            imageRegion: map; no
            imageRegion.x: int; yes
            imageRegion.y: int; yes
            imageRegion.width: int; yes; above 0
            imageRegion.height: int; yes; above 0
        """)

    def test_a_task_has_what_the_sample_has(self):
        self.assert_attributes("Task", """
            executionId: string; yes; uuid; refers to Execution
            status: enum; server; one of pending, completed, expired; default pending
            imageS3Key: string; yes; min 1 characters
            albums: list of AlbumFacts; yes
            validatedData: list of AlbumFacts; no; may be null
            taskToken: string; yes
            expiresAt: timestamp (rfc3339); server; default = createdAt + 1h
            completedAt: timestamp (rfc3339); no; may be null
        """)

    def test_a_task_has_a_copy_of_the_albums(self):
        self.assert_attributes("Task", """
            albums[].albumIndex: int; yes; min 1
            albums[].albumName: string; yes; max 200 characters
            albums[].artist: string; yes; max 200 characters
            albums[].year: Year (int); yes; min 1900
        """)

    def test_the_token_of_a_task_is_sensitive(self):
        self.assert_attributes("Task", "taskToken: string; yes; sensitive")
        self.assertNotIn("step-functions-task-token",
                         model_document.export("markdown", self.model))

    def test_a_task_expires_by_a_number_that_follows_its_text(self):
        self.assert_attributes("Task", "ttl: timestamp (epoch_s); no; hidden")
        self.assertIn("Expires: ttl = expiresAt + 30d.", self.document.entities["Task"].facts)
        self.assertEqual(self.document.samples["validation_task"]["ttl"], 1739532600)

    def test_tasks_get_ids_of_one_style(self):
        self.assert_attributes("Task", "taskId: string; server; matches ^task-[0-9A-Za-z]+$; "
                                       "generated as task-{ulid}; immutable")

    def test_metrics_have_what_the_sample_has(self):
        self.assert_attributes("Metrics", """
            date: date; yes
            executionCount: int; no; min 0
            successCount: int; no; min 0
            failureCount: int; no; min 0
            avgDurationMs: number; no; min 0
            totalCost: number; no; min 0
            avgCostPerExecution: number; no; min 0
        """)

    def test_metrics_have_one_period_because_the_key_has_none(self):
        self.assert_attributes("Metrics", "period: const; server; always daily")

    def test_metrics_are_computed_from_executions_by_the_server(self):
        self.assertIn("Written by the server alone.", self.document.entities["Metrics"].facts)
        daily = self.document.rollups["daily"]
        self.assertEqual((daily["Of"], daily["By"]),
                         ("Execution", "date = day(startTime), workflowType"))
        self.assert_measures("daily", """
            executionCount = count
            successCount = count(status = 'completed')
            failureCount = count(status = 'failed')
            avgDurationMs = avg(durationMs)
            totalCost = sum(estimatedCost)
            avgCostPerExecution = totalCost / executionCount
        """)

    def test_the_numbers_of_the_sample_add_up(self):
        sample = self.document.samples["step_functions_metrics"]
        self.assertEqual(sample["successCount"] + sample["failureCount"], sample["executionCount"])
        self.assertAlmostEqual(sample["totalCost"] / sample["executionCount"],
                               sample["avgCostPerExecution"])


class Lifecycles(AlbumWorkflow):
    def test_an_execution_may_wait_for_a_person(self):
        self.assert_transitions("Execution", {"running": ["waiting", "completed", "failed"],
                                              "waiting": ["running", "failed"]})

    def test_the_end_of_an_execution_is_stamped(self):
        for state in ("completed", "failed"):
            self.assertEqual(self.transition("Execution", "running", state)["Does"],
                             "stamps endTime")

    def test_a_task_is_completed_or_expires(self):
        self.assert_transitions("Task", {"pending": ["completed", "expired"]})
        self.assertEqual(self.transition("Task", "pending", "expired")["By"], "server")


class Patterns(AlbumWorkflow):
    executions = "workflowType = :workflowType AND entityType = :entityType"
    of_execution = "workflowType = :workflowType AND executionId = :executionId"

    def test_one_item_is_read_by_its_key(self):
        self.assert_plan("get_execution", "table", 'pk = :pk AND sk = "metadata"')
        self.assert_plan("get_album", "table", "pk = :pk AND sk = :sk")
        self.assert_plan("get_task", "table", 'pk = :pk AND sk = "metadata"')
        self.assert_plan("metrics_of_day", "table", "pk = :pk AND sk = :sk")

    def test_executions_are_listed_by_workflow_and_status(self):
        self.assert_plan("list_executions", "GSI1", self.executions)
        self.assert_plan("running_executions", "GSI1", f"{self.executions} AND #status = :status")

    def test_a_range_of_dates_is_asked_for_each_status(self):
        self.assert_plan("executions_by_date", "GSI1", f"{self.executions} AND #status = :status "
                         "AND createdAt BETWEEN :lo AND :hi", legs=4)

    def test_all_of_an_execution_comes_by_the_second_index(self):
        self.assert_plan("execution_context", "GSI2", self.of_execution)
        self.assertIn("the Execution, all Album, all Task",
                      self.document.patterns["execution_context"]["What"])

    def test_an_execution_comes_with_its_albums(self):
        self.assert_plan("execution_with_albums", "table", "pk = :pk")
        self.assertIn("the Execution, all Album",
                      self.document.patterns["execution_with_albums"]["What"])

    def test_albums_come_by_prefix_or_in_the_order_of_their_numbers(self):
        self.assert_plan("albums_in_key_order", "table", 'pk = :pk AND begins_with(sk, "album-")')
        self.assert_plan("albums_of_execution", "GSI2",
                         f"{self.of_execution} AND entityType = :entityType")
        self.assertIn("by albumIndex", self.document.patterns["albums_of_execution"]["What"])

    def test_an_album_is_found_by_its_number(self):
        self.assert_plan("album_by_workflow", "GSI2", f"{self.of_execution} AND "
                         "entityType = :entityType AND sortValue = :sortValue")

    def test_pending_tasks_are_asked_for_each_workflow(self):
        self.assert_plan("pending_tasks", "GSI1", f"{self.executions} AND #status = :status",
                         legs=2)

    def test_tasks_are_listed_by_status_date_and_execution(self):
        by_date = f"{self.executions} AND #status = :status AND createdAt BETWEEN :lo AND :hi"
        self.assert_plan("tasks_by_status", "GSI1", by_date)
        self.assert_plan("tasks_by_date", "GSI1", by_date, legs=6)
        self.assert_plan("tasks_of_execution", "GSI2",
                         f"{self.of_execution} AND entityType = :entityType")

    def test_metrics_of_a_day_come_as_a_map_by_workflow(self):
        self.assert_plan("compare_metrics", "table", 'pk = :pk AND begins_with(sk, "metrics-")')
        self.assertIn("as a map by workflowType",
                      self.document.patterns["compare_metrics"]["What"])

    def test_metrics_of_a_period_have_an_index(self):
        self.assert_plan("metrics_by_range", "GSI3",
                         f"{self.executions} AND period = :period AND #date BETWEEN :lo AND :hi")

    def test_reserved_words_have_placeholders_in_every_condition(self):
        for pattern in self.document.patterns.values():
            for word in ("status", "year", "date"):
                self.assertNotRegex(pattern["Key condition"], rf"(^| ){word} (=|BETWEEN)")


if __name__ == "__main__":
    unittest.main()
