"""The photo editor's jobs through boto3: milliseconds, nested results, a replay."""

import unittest
from decimal import Decimal

from boto3.dynamodb.conditions import Key
from models import LifecycleTestCase, ModelTestCase, change, get, job, jobs, new_ulid

EDITED = {"s3Key": "final/beach.webp", "width": 2048, "height": 1536, "format": "webp",
          "size": 812443}
ANALYSED = {"labels": [{"name": "beach", "confidence": Decimal("0.97")}],
            "safeSearch": {"adult": "VERY_UNLIKELY", "violence": "UNLIKELY"}}
TIMEOUT = {"code": "PROVIDER_TIMEOUT", "message": "The provider did not answer"}
DAY_MS = 24 * 60 * 60 * 1000


def key_of(item):
    return {"jobId": item["jobId"]}


def queued(**others):
    """The key of a job that was put."""
    item = job(**others)
    jobs.put_item(Item=item)
    return key_of(item)


def move(key, status):
    """One step of a worker, with the error that a failure needs."""
    if status == "FAILED":
        return change(jobs, key, "SET #status = :s, #error = :e", {":s": status, ":e": TIMEOUT})
    return change(jobs, key, "SET #status = :s", {":s": status})


class Filling(ModelTestCase):
    model = "photoeditor"

    def test_the_server_adds_what_a_job_needs(self):
        stored = get(jobs, queued())
        self.assertEqual(stored["status"], "QUEUED")
        self.assertEqual(stored["retryCount"], 0)
        self.assertEqual(stored["updatedAt"], stored["createdAt"])
        self.assertGreater(stored["createdAt"], 1_700_000_000_000)
        self.assertEqual(stored["ttl"], stored["createdAt"] // 1000 + 90 * 24 * 60 * 60)

    def test_a_job_without_an_id_gets_a_ulid_and_is_found_through_its_user(self):
        item = job()
        del item["jobId"]
        jobs.put_item(Item=item)
        found = jobs.query(IndexName="userId-createdAt-index",
                           KeyConditionExpression=Key("userId").eq(item["userId"]))["Items"]
        self.assertEqual(len(found), 1)
        self.assertRegex(found[0]["jobId"], r"^[0-7][0-9A-HJKMNP-TV-Z]{25}$")

    def test_jobs_of_a_user_are_listed_newest_first_through_both_of_its_indexes(self):
        user, start = f"user-{new_ulid()}", 1_790_000_000_000
        ids = [queued(userId=user, createdAt=start + n * DAY_MS)["jobId"] for n in range(4)]
        move({"jobId": ids[2]}, "PROCESSING")
        days = Key("createdAt").between(start + DAY_MS, start + 3 * DAY_MS)
        listed = jobs.query(IndexName="userId-createdAt-index", ScanIndexForward=False,
                            KeyConditionExpression=Key("userId").eq(user) & days)["Items"]
        self.assertEqual([one["jobId"] for one in listed], [ids[3], ids[2], ids[1]])
        of_user = Key("userId").eq(user) & Key("status").eq("QUEUED")
        listed = jobs.query(IndexName="userId-status-createdAt-index", ScanIndexForward=False,
                            KeyConditionExpression=of_user & days)["Items"]
        self.assertEqual([one["jobId"] for one in listed], [ids[3], ids[1]])

    def test_the_final_key_follows_the_result(self):
        key = queued()
        edited = change(jobs, key, "SET #editResult = :r", {":r": EDITED})
        self.assertEqual(edited["s3FinalKey"], "final/beach.webp")
        edited = change(jobs, key, "SET #editResult.#s3Key = :k", {":k": "final/sea.webp"})
        self.assertEqual(edited["s3FinalKey"], "final/sea.webp")
        self.assertNotIn("s3FinalKey", change(jobs, key, "REMOVE #editResult"))

    def test_an_error_counts_from_zero(self):
        stored = move(queued(), "FAILED")
        self.assertEqual(stored["error"], {**TIMEOUT, "retryCount": 0})


class Refusals(ModelTestCase):
    model = "photoeditor"

    def test_values_that_the_model_does_not_allow(self):
        bad_label = {**ANALYSED, "labels": [{"name": "beach", "confidence": 2}]}
        bad_search = {**ANALYSED, "safeSearch": {"adult": "NO", "violence": "UNLIKELY"}}
        for attributes, words in (
                ({"jobId": "job-12345"}, 'jobId: "job-12345" is not of format ulid'),
                ({"provider": "dalle"}, 'provider: "dalle" is not one of gemini, seedream, stub'),
                ({"fileType": "jpeg"}, 'fileType: "jpeg" is not of format mime'),
                ({"fileSize": -1}, "fileSize: -1 is below min 0"),
                ({"fileSize": "2 MB"},
                 'fileSize: "2 MB" (type S) is not of type int (type N)'),
                ({"analysisResult": bad_label},
                 "analysisResult.labels[0].confidence: 2 is above max 1"),
                ({"analysisResult": bad_search}, 'analysisResult.safeSearch.adult: "NO" is not '
                 "one of VERY_UNLIKELY, UNLIKELY, POSSIBLE, LIKELY, VERY_LIKELY"),
                ({"editResult": {**EDITED, "width": 0}}, "editResult.width: 0 is not above 0"),
                ({"editResult": {**EDITED, "format": "gif"}},
                 'editResult.format: "gif" is not one of jpeg, png, webp'),
                ({"error": {"code": "X"}}, "error.message: a value is required")):
            with self.subTest(attributes=attributes):
                item = job(**attributes)
                with self.refused("M101", f"Job.{words}", entity="Job"):
                    jobs.put_item(Item=item)
                self.assertIsNone(get(jobs, key_of(item)))

    def test_an_empty_user_is_refused_in_dynamodbs_own_words(self):
        with self.assertRaisesRegex(jobs.meta.client.exceptions.ClientError, "IndexKey: userId"):
            jobs.put_item(Item=job(userId=""))

    def test_a_time_to_live_in_milliseconds(self):
        with self.refused("M101", "Job.ttl: 1767398400000 looks like milliseconds; epoch_s "
                          "expected, did you mean 1767398400?", attribute="ttl", rule="encode"):
            queued(createdAt=1759622400000, ttl=1767398400000)

    def test_a_result_at_another_key_than_the_final_one(self):
        with self.refused("M104", 'Job.s3FinalKey: "elsewhere" differs from editResult.s3Key = '
                          '"final/beach.webp"; omit it to have it set', rule="computed"):
            queued(editResult=EDITED, s3FinalKey="elsewhere")

    def test_what_may_not_change(self):
        item = job(createdAt=1759622400000)
        jobs.put_item(Item=item)
        for name, old, new in (("userId", f'"{item["userId"]}"', "somebody"),
                               ("createdAt", "1759622400000", 1759622400001)):
            shown = f'"{new}"' if isinstance(new, str) else new
            with self.subTest(name=name), self.refused(
                    "M103", f"Job.{name}: is immutable; it is {old}, the request has {shown}"):
                change(jobs, key_of(item), f"SET #{name} = :v", {":v": new})


class Lifecycle(LifecycleTestCase):
    model = "photoeditor"
    states = ("QUEUED", "PROCESSING", "EDITING", "COMPLETED", "FAILED")
    edges = {"QUEUED": ["PROCESSING", "FAILED"], "PROCESSING": ["EDITING", "FAILED"],
             "EDITING": ["COMPLETED", "FAILED"], "FAILED": ["QUEUED"]}
    final = ("COMPLETED",)
    paths = {"QUEUED": [], "PROCESSING": ["PROCESSING"], "EDITING": ["PROCESSING", "EDITING"],
             "COMPLETED": ["PROCESSING", "EDITING", "COMPLETED"], "FAILED": ["FAILED"]}

    def item_in(self, state):
        key = queued()
        for step in self.paths[state]:
            move(key, step)
        return key

    def move(self, key, state):
        return move(key, state)

    def name_of(self, key):
        return f"Job {key['jobId']}"

    def check_pair(self, before, after):
        if (before, after) == ("FAILED", "QUEUED"):
            self.check_replay()
        else:
            super().check_pair(before, after)

    def check_replay(self):
        key = self.item_in("FAILED")
        with self.refused("M202", f"{self.name_of(key)}: status FAILED -> QUEUED (replay) requires "
                          "role operator", rule="role"):
            self.move(key, "QUEUED")

    def test_every_pair_of_states(self):
        self.check_every_pair()

    def test_stamps_tell_when_a_worker_began_and_ended(self):
        key = self.item_in("EDITING")
        started = get(jobs, key)
        self.assertNotIn("processingCompletedAt", started)
        ended = move(key, "COMPLETED")
        self.assertEqual(ended["processingCompletedAt"], ended["updatedAt"])
        self.assertEqual(ended["processingStartedAt"], started["processingStartedAt"])
        self.assertGreaterEqual(ended["processingStartedAt"], ended["createdAt"])

    def test_calling_the_provider_again_is_counted_and_other_repetitions_are_not(self):
        key = self.item_in("EDITING")
        self.assertEqual(move(key, "EDITING")["retryCount"], 1)
        self.assertEqual(move(key, "EDITING")["retryCount"], 2)
        key = self.item_in("PROCESSING")
        self.assertEqual(move(key, "PROCESSING")["retryCount"], 0)

    def test_a_failure_needs_its_error(self):
        for state in ("QUEUED", "PROCESSING", "EDITING"):
            key = self.item_in(state)
            with self.subTest(state=state), self.refused(
                    "M202", f"{self.name_of(key)}: status FAILED requires error", rule="require"):
                change(jobs, key, "SET #status = :s", {":s": "FAILED"})

    def test_a_worker_that_was_too_late_learns_what_is_stored(self):
        key = self.item_in("COMPLETED")
        with self.assertRaises(jobs.meta.client.exceptions.ConditionalCheckFailedException) as late:
            change(jobs, key, "SET #status = :new", {":new": "PROCESSING", ":old": "QUEUED"},
                   ConditionExpression="#status = :old")
        self.assertEqual(late.exception.response["Error"]["Message"],
                         "The conditional request failed: #status = :old is false (status is "
                         '"COMPLETED", :old is "QUEUED")')


if __name__ == "__main__":
    unittest.main()
