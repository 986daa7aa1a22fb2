"""The sample data of the models, as `make serve` makes it: the documents' own items, and in each
lifecycle something that waits, runs, is stuck and has failed. Other tests may have added items."""

import os
import unittest
from urllib.parse import urlencode

from models_patterns import get_json

ENDPOINT = os.environ["PARTITA_SAMPLES_ENDPOINT"]


def get(path, **arguments):
    return get_json(f"{ENDPOINT}{path}?{urlencode(arguments)}")


def count(path, **arguments):
    return get(path, **arguments)["count"]


class DocumentItems(unittest.TestCase):
    def test_the_message_of_the_document(self):
        message = get("/api/messages/550e8400-e29b-41d4-a716-446655440000")
        self.assertEqual(message["status"], "completed")
        self.assertEqual(message["notification_id"], "ntfy_abc123")
        self.assertEqual(message["payload"], {"text": "hello world", "priority": "default",
                                              "tags": ["scheduled", "daily"]})
        self.assertEqual(message["correlation_id"], "660e9500-f39c-52e5-b827-557766551111")

    def test_the_execution_of_the_document_with_its_album_and_task(self):
        root = "/api/album_workflow"
        execution_id = "00000000-0000-4000-8000-000000000123"
        whole = get(f"{root}/executions/{execution_id}/full")
        self.assertEqual(whole["execution"]["imageS3Key"], "uploads/albums-2025-01-15.jpg")
        self.assertEqual([album["albumName"] for album in whole["albums"]],
                         ["The Dark Side of the Moon"])
        task = get(f"{root}/tasks/task-abc123")
        self.assertEqual((task["status"], task["executionId"]), ("pending", execution_id))

    def test_the_jobs_of_the_document_are_those_of_its_user(self):
        jobs = get("/api/photoeditor/users/user-12345/jobs")["items"]
        self.assertEqual(sorted(job["status"] for job in jobs), ["COMPLETED", "FAILED", "QUEUED"])

    def test_the_execution_of_the_index_is_found_on_its_day(self):
        found = get("/api/execution_index/executions", agentName="my-agent",
                    **{"from": "2025-09-29", "to": "2025-09-29"})["items"]
        self.assertEqual([(item["executionName"], item["durationSeconds"]) for item in found
                          if item["status"] == "SUCCEEDED"], [("abc123", 10)])

    def test_artists_compositions_and_the_raga_yaman(self):
        root = "/api/music"
        self.assertEqual(get(f"{root}/artists/456")["name"], "Ravi Shankar")
        self.assertEqual([raga["ragaId"] for raga in get(f"{root}/ragas", name="Yaman")["items"]],
                         ["yaman"])
        self.assertEqual(get(f"{root}/compositions/789")["ragaId"], "yaman")
        self.assertEqual([follow["artistId"] for follow in
                          get(f"{root}/users/123/follows")["items"]], ["456"])
        self.assertEqual({managed["artistId"] for managed in
                          get(f"{root}/users/123/manages")["items"]}, {"456", "789"})
        performance = get(f"{root}/performances/456")
        self.assertEqual([entry["compositionId"] for entry in performance["compositions"]], ["101"])


class Lifecycles(unittest.TestCase):
    def assert_found(self, path, **arguments):
        self.assertGreater(count(path, **arguments), 0, f"{path} {arguments}")

    def test_messages_wait_run_are_stuck_and_failed(self):
        for status in ("created", "queued", "processing", "completed", "failed"):
            self.assert_found("/api/messages", status=status)
        self.assertGreaterEqual(count("/api/messages", status="processing"), 6)
        self.assertGreaterEqual(count("/api/messages/stuck"), 3)

    def test_jobs_wait_run_are_stuck_and_failed(self):
        for status in ("QUEUED", "PROCESSING", "EDITING", "COMPLETED", "FAILED"):
            self.assert_found("/api/photoeditor/jobs", status=status)
        self.assertGreaterEqual(count("/api/photoeditor/jobs/stuck"), 4)

    def test_jobs_were_tried_again(self):
        outcome = get("/api/photoeditor/metrics/providers", window="7d")
        self.assertGreater(sum(row["retries"] for row in outcome["rows"]), 0)

    def test_executions_of_agents_run_and_end_in_all_ways(self):
        for status in ("RUNNING", "SUCCEEDED", "FAILED", "TIMED_OUT"):
            self.assert_found("/api/execution_index/executions", status=status)

    def test_the_end_of_executions_is_indexed_a_moment_later(self):
        lag = get("/api/execution_index/metrics/lag", window="24h")["rows"][0]
        self.assertGreater(lag["avg_seconds"], 0)
        self.assertLess(lag["avg_seconds"], 5)

    def test_album_workflows_run_wait_and_fail_and_tasks_are_pending(self):
        root = "/api/album_workflow"
        for workflow_type in ("step-functions", "durable-functions"):
            found = get(f"{root}/executions", workflowType=workflow_type, limit=100)["items"]
            self.assertGreaterEqual({item["status"] for item in found}, {"completed", "failed"})
        self.assert_found(f"{root}/executions/running", workflowType="step-functions")
        self.assertGreaterEqual(count(f"{root}/tasks/pending"), 6)

    def test_a_table_holds_one_stage(self):
        counts = get("/api/metrics/status-counts", window="90d")["rows"]
        self.assertEqual({row["stage"] for row in counts}, {"dev"})


if __name__ == "__main__":
    unittest.main()
