"""The model of the photo editor says what the document of its jobs asks for (rows J)."""

import re
import unittest

import model_document
from model_document import document, export
from model_test_case import ModelTestCase

DAY = 24 * 60 * 60


class Photoeditor(ModelTestCase):
    model = "photoeditor"


class Table(Photoeditor):
    def test_is_named_after_its_environment(self):
        for env in ("dev", "staging", "prod"):
            self.assert_settings({"Table name": f"photoeditor-{env}-jobs"},
                                 document(self.model, env=env))

    def test_has_the_job_id_as_its_key(self):
        self.assertEqual(self.document.key, {"partition": "jobId (S)"})

    def test_is_billed_on_demand_except_in_production(self):
        for env in ("dev", "staging"):
            self.assert_settings({"Billing": "on demand"}, document(self.model, env=env))
        self.assertRegex(document(self.model, env="prod").settings["Billing"], "^provisioned")

    def test_has_the_planned_capacity_in_production(self):
        billing = document(self.model, env="prod").settings["Billing"]
        for number in ("25", "100", "10", "50", "70"):
            self.assertRegex(billing, rf"\b{number}\b")

    def test_has_the_settings_of_the_document(self):
        self.assert_settings({
            "Point-in-time recovery": "on, 35 days", "Encryption": "key managed by AWS (KMS)",
            "Time to live": "ttl", "Stream": "none", "Backups": "every 1d, kept 365d",
            "Tags": "Name=photoeditor-dev-jobs"})

    def test_costs_more_if_it_is_provisioned_as_planned(self):
        on_demand = model_document.cost(self.model, env="dev")["usd_per_month"]
        provisioned = model_document.cost(self.model, env="prod")["usd_per_month"]
        self.assertGreater(provisioned, 5 * on_demand)


class Documents(Photoeditor):
    def test_have_description_date_and_links(self):
        text = export("markdown", self.model)
        self.assertIn("Photo editing jobs from upload to result.", text)
        self.assertIn("Version 1 of the model, 2025-10-05.", text)
        self.assertIn("- API contracts: docs/api/contracts.md", text)

    def test_terraform_has_what_the_documents_own_has(self):
        text = re.sub(r" +", " ", export("terraform", self.model, env="prod"))
        for line in ('name = "photoeditor-prod-jobs"', 'hash_key = "jobId"'):
            self.assertIn(line, text)
        for block in (r'attribute \{\s+name = "jobId"\s+type = "S"',
                      r'ttl \{\s+attribute_name = "ttl"\s+enabled = true',
                      r"point_in_time_recovery \{\s+enabled = true",
                      r"server_side_encryption \{\s+enabled = true",
                      r'tags = \{\s+(")?Name(")? = "photoeditor-prod-jobs"'):
            self.assertRegex(text, block)
        self.assertIn('billing_mode = "PAY_PER_REQUEST"',
                      re.sub(r" +", " ", export("terraform", self.model, env="dev")))

    def test_terraform_has_the_indexes_and_their_attributes(self):
        text = re.sub(r" +", " ", export("terraform", self.model))
        for index in self.document.indexes:
            self.assertRegex(text, rf'global_secondary_index \{{\s+name = "{index}"')
        for name, kind in (("userId", "S"), ("status", "S"), ("createdAt", "N")):
            self.assertRegex(text, rf'attribute \{{\s+name = "{name}"\s+type = "{kind}"')


class Indexes(Photoeditor):
    def test_users_and_statuses_have_one_by_creation_time(self):
        self.assert_index("userId-createdAt-index", "userId (S)", "createdAt (N)")
        self.assert_index("status-createdAt-index", "status (S)", "createdAt (N)")

    def test_users_have_one_by_status(self):
        self.assert_index("userId-status-createdAt-index", "userId (S), status (S)",
                          "createdAt (N)")


class Jobs(Photoeditor):
    def test_have_ulids(self):
        self.assert_attributes("Job", "jobId: string; server; ulid; generated as {ulid}; immutable")

    def test_belong_to_a_user(self):
        self.assert_attributes("Job", "userId: string; yes; min 1 characters")

    def test_have_five_states(self):
        self.assert_attributes("Job", "status: enum; server; default QUEUED; "
                                      "one of QUEUED, PROCESSING, EDITING, COMPLETED, FAILED")

    def test_have_times_in_milliseconds(self):
        self.assert_attributes("Job", """
            createdAt: timestamp (epoch_ms); server; set on create; immutable
            updatedAt: timestamp (epoch_ms); server; set on every write
            processingStartedAt: timestamp (epoch_ms); no
            processingCompletedAt: timestamp (epoch_ms); no
        """)

    def test_describe_their_file(self):
        self.assert_attributes("Job", """
            fileSize: int; yes; min 0
            fileType: string; yes; mime
            originalFileName: string; no
        """)

    def test_know_where_their_files_are(self):
        self.assert_attributes("Job", "s3TempKey: string; no")
        self.assertIn("s3FinalKey", self.document.entities["Job"].attributes)

    def test_have_one_final_key_that_both_places_show(self):
        self.assert_attributes("Job", "s3FinalKey: string; server; = editResult.s3Key")
        completed = self.document.samples["completed"]
        self.assertEqual(completed["s3FinalKey"], completed["editResult"]["s3Key"])

    def test_have_a_provider_out_of_three(self):
        self.assert_attributes("Job", "provider: enum; yes; one of gemini, seedream, stub")

    def test_keep_the_analysis(self):
        self.assert_attributes("Job", """
            analysisResult: AnalysisResult (map); no
            analysisResult.labels: list of map; yes
            analysisResult.labels[].name: string; yes
            analysisResult.labels[].confidence: number; yes; min 0; max 1
            analysisResult.description: string; no
            analysisResult.safeSearch: map; no
        """)

    def test_rate_both_dangers_by_one_scale(self):
        scale = "one of VERY_UNLIKELY, UNLIKELY, POSSIBLE, LIKELY, VERY_LIKELY"
        for name in ("adult", "violence"):
            self.assert_attributes(
                "Job", f"analysisResult.safeSearch.{name}: Likelihood (enum); yes; {scale}")

    def test_keep_the_result(self):
        self.assert_attributes("Job", """
            editResult: EditResult (map); no
            editResult.s3Key: string; yes
            editResult.width: int; yes; above 0
            editResult.height: int; yes; above 0
            editResult.format: enum; yes; one of jpeg, png, webp
            editResult.size: int; yes; min 0
        """)

    def test_keep_their_error(self):
        self.assert_attributes("Job", """
            error: JobError (map); no
            error.code: string; yes
            error.message: string; yes
            error.stack: string; no
            error.retryCount: int; server; default 0
        """)

    def test_count_retries_before_the_first_error(self):
        self.assert_attributes("Job", "retryCount: int; server; min 0; default 0")

    def test_can_be_traced(self):
        self.assert_attributes("Job", """
            correlationId: string; server; id of the request
            traceId: string; no
        """)

    def test_expire_ninety_days_after_their_creation_in_seconds(self):
        self.assert_attributes("Job", "ttl: timestamp (epoch_s); no")
        self.assertIn("Expires: ttl = createdAt + 90d.", self.document.entities["Job"].facts)
        for sample in self.document.samples.values():
            self.assertEqual(sample["ttl"], sample["createdAt"] // 1000 + 90 * DAY)


class Lifecycle(Photoeditor):
    def test_goes_forward_fails_from_everywhere_and_can_be_replayed(self):
        self.assert_transitions("Job", {
            "QUEUED": ["PROCESSING", "FAILED"], "PROCESSING": ["EDITING", "FAILED", "QUEUED"],
            "EDITING": ["COMPLETED", "FAILED", "QUEUED"], "FAILED": ["QUEUED"]})
        self.assertEqual(self.transition("Job", "EDITING", "QUEUED")["By"],
                         "its worker, or the server")
        self.assertEqual(self.transition("Job", "FAILED", "QUEUED")["Name"], "replay")

    def test_tells_what_triggers_each_step(self):
        for state, to in (("QUEUED", "PROCESSING"), ("PROCESSING", "EDITING"),
                          ("EDITING", "COMPLETED"), ("EDITING", "FAILED")):
            self.assertTrue(self.transition("Job", state, to)["Remarks"])

    def test_stamps_start_and_end(self):
        self.assertEqual(self.transition("Job", "QUEUED", "PROCESSING")["Does"],
                         "stamps processingStartedAt")
        for to in ("COMPLETED", "FAILED"):
            self.assertEqual(self.transition("Job", "EDITING", to)["Does"],
                             "stamps processingCompletedAt")

    def test_counts_retries_while_editing(self):
        self.assertIn("Writing EDITING again adds one to retryCount.",
                      self.document.entities["Job"].lifecycle)

    def test_knows_how_long_a_worker_may_take(self):
        for state, minutes in (("PROCESSING", 15), ("EDITING", 30)):
            self.assertIn(f"An item that is {state} for {minutes}m since processingStartedAt is "
                          "reported.", self.document.entities["Job"].lifecycle)


class Patterns(Photoeditor):
    def test_are_those_of_the_document(self):
        self.assert_plan("get_job", "table", "jobId = :jobId")
        self.assert_plan("list_user_jobs", "userId-createdAt-index",
                         "userId = :userId AND createdAt BETWEEN :lo AND :hi")
        self.assert_plan("list_jobs_by_status", "status-createdAt-index",
                         "#status = :status AND createdAt BETWEEN :lo AND :hi")
        self.assert_plan("set_status", "table", "transition Job at jobId = :jobId to $status")
        self.assert_plan("delete_job", "table", "delete Job at jobId = :jobId")

    def test_list_the_newest_twenty_of_a_user(self):
        pattern = self.document.patterns["list_user_jobs"]
        self.assertIn("newest first", pattern["What"])
        self.assertIn("Pages of 20", pattern["Remarks"])

    def test_find_failed_jobs_of_a_user_and_of_a_provider(self):
        self.assert_plan("list_user_jobs_by_status", "userId-status-createdAt-index",
                         "userId = :userId AND #status = :status AND createdAt BETWEEN :lo AND :hi")
        self.assert_plan("failed_jobs_of_provider", "status-createdAt-index",
                         "#status = :status AND createdAt BETWEEN :lo AND :hi "
                         "+ filter provider = $provider")

    def test_find_jobs_whose_worker_died(self):
        self.assert_plan("stuck_jobs", "status-createdAt-index",
                         "#status = :status AND createdAt BETWEEN :lo AND :hi "
                         "+ filter processingStartedAt < now - 15m", legs=2)

    def test_have_routes(self):
        self.assert_route("replay_job", "POST /api/photoeditor/jobs/{jobId}/replay")
        self.assert_route("delete_job", "DELETE /api/photoeditor/jobs/{jobId}")


if __name__ == "__main__":
    unittest.main()
