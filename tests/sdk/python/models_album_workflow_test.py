"""The album workflow through boto3: four entities in one table, references, tasks, metrics."""

import datetime
import unittest
from decimal import Decimal

from boto3.dynamodb.conditions import Key
from models import (LifecycleTestCase, ModelTestCase, album, change, facts, get, new_uuid, run,
                    task, workflow)

IN_SECONDS = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"


def started(**others):
    """A run that was put."""
    item = run(**others)
    workflow.put_item(Item=item)
    return item


def stored(item):
    return get(workflow, key_of(item))


def key_of(item):
    if item["entityType"] == "album":
        return {"pk": item["executionId"], "sk": f"album-{item['albumIndex']}"}
    return {"pk": item.get("taskId", item["executionId"]), "sk": "metadata"}


def put(item):
    workflow.put_item(Item=item)
    return stored(item)


def move(key, status, **others):
    values = {"status": status, **others}
    return change(workflow, key, "SET " + ", ".join(f"#{name} = :{name}" for name in values),
                  {f":{name}": value for name, value in values.items()})


class Filling(ModelTestCase):
    model = "album_workflow"

    def test_a_run_gets_its_keys_state_and_times(self):
        item = stored(started())
        self.assertEqual((item["pk"], item["sk"]), (item["executionId"], "metadata"))
        self.assertEqual(item["status"], "running")
        self.assertEqual(item["sortValue"], 0)
        self.assertRegex(item["startTime"], IN_SECONDS)
        self.assertEqual({item[name] for name in ("createdAt", "updatedAt", "startTime")},
                         {item["startTime"]})

    def test_a_run_without_an_id_gets_one(self):
        image = f"uploads/{new_uuid()}.jpg"
        item = run(imageS3Key=image)
        del item["executionId"]
        workflow.put_item(Item=item)
        running = Key("workflowType").eq("step-functions") & Key("entityType").eq("execution")
        found = [one for one in workflow.query(
            IndexName="GSI1", KeyConditionExpression=running & Key("status").eq("running")
        )["Items"] if one["imageS3Key"] == image]
        self.assertEqual(len(found), 1)
        self.assertEqual(found[0]["pk"], found[0]["executionId"])

    def test_albums_are_found_in_the_order_of_their_numbers(self):
        of = started()
        for index in (10, 2, 1):
            put(album(of, index))
        through_index = workflow.query(
            IndexName="GSI2", KeyConditionExpression=Key("workflowType").eq("step-functions")
            & Key("executionId").eq(of["executionId"]) & Key("entityType").eq("album"))["Items"]
        self.assertEqual([one["albumIndex"] for one in through_index], [1, 2, 10])
        in_key_order = workflow.query(
            KeyConditionExpression=Key("pk").eq(of["executionId"])
            & Key("sk").begins_with("album-"))["Items"]
        self.assertEqual([one["sk"] for one in in_key_order], ["album-1", "album-10", "album-2"])

    def test_an_album_keeps_its_price_as_the_number_it_is(self):
        of = started()
        item = put(album(of, priceEstimate=Decimal("45.00"), priceConfidence=Decimal("0.85")))
        self.assertEqual(str(item["priceEstimate"]), "45")
        self.assertIs(item["yearValidated"], False)
        self.assertEqual(item["sortValue"], 1)

    def test_a_task_ends_in_an_hour_and_goes_thirty_days_later(self):
        item = put(task(started()))
        created, ends = (datetime.datetime.fromisoformat(item[name].replace("Z", "+00:00"))
                         for name in ("createdAt", "expiresAt"))
        self.assertEqual(ends - created, datetime.timedelta(hours=1))
        self.assertEqual(item["ttl"], int((ends + datetime.timedelta(days=30)).timestamp()))
        self.assertEqual(item["status"], "pending")

    def test_the_duration_of_a_run_is_computed_when_it_ends(self):
        item = started(startTime="2025-01-15T10:30:00Z", endTime=None)
        ended = move(key_of(item), "completed", endTime="2025-01-15T10:31:30Z")
        self.assertEqual(ended["durationMs"], 90_000)

    def test_nulls_are_kept_where_they_are_allowed(self):
        item = stored(started(endTime=None, estimatedCost=None))
        self.assertIsNone(item["endTime"])
        self.assertIsNone(item["estimatedCost"])


class Refusals(ModelTestCase):
    model = "album_workflow"

    def test_values_that_the_model_does_not_allow(self):
        of = started()
        for item, words in (
                (album(of, year=1873), "Album.year: 1873 is below min 1900"),
                (album(of, year=2101), "Album.year: 2101 is above max 2100"),
                (album(of, albumName=""), 'Album.albumName: "" has 0 characters, below min 1'),
                (album(of, artist="x" * 201),
                 f'Album.artist: "{"x" * 200}..." has 201 characters, above max 200'),
                (album(of, priceEstimate=0), "Album.priceEstimate: 0 is not above 0"),
                (album(of, priceConfidence=Decimal("1.5")),
                 "Album.priceConfidence: 1.5 is above max 1"),
                (album(of, imageRegion={"x": 0, "y": 0, "width": 0, "height": 1}),
                 "Album.imageRegion.width: 0 is not above 0"),
                (album(of, yearValidated="yes"),
                 'Album.yearValidated: "yes" (type S) is not of type bool (type BOOL)'),
                (run(workflowType="lambda"),
                 'Execution.workflowType: "lambda" is not one of step-functions, '
                 "durable-functions"),
                (run(imageS3Key=None),
                 "Execution.imageS3Key: NULL is not allowed; leave the attribute out"),
                (run(currentStep="validation"),
                 "Execution.currentStep: is only allowed when workflowType is durable-functions"),
                (task(of, albums=[facts(), facts(year="1969")]),
                 'Task.albums[1].year: "1969" (type S) is not of type int (type N)'),
                (task(of, taskId="abc"),
                 'Task.taskId: "abc" does not match pattern ^task-[0-9A-Za-z]+$')):
            with self.subTest(words=words):
                with self.refused("M101", words):
                    workflow.put_item(Item=item)
                self.assertIsNone(stored(item))

    def test_a_step_is_for_durable_functions(self):
        item = stored(started(workflowType="durable-functions", currentStep="validation"))
        self.assertEqual(item["currentStep"], "validation")

    def test_keys_are_those_of_the_template(self):
        of = started()
        with self.refused("M105", 'Album key sk="album-01" does not equal template '
                          '"album-{albumIndex}" = "album-1"', rule="key"):
            workflow.put_item(Item={**album(of), "pk": of["executionId"], "sk": "album-01"})
        other = new_uuid()
        with self.refused("M105", f'Execution key pk="{other}" does not equal template '
                          f'"{{executionId}}" = "{of["executionId"]}"'):
            workflow.put_item(Item={**of, "pk": other, "sk": "metadata"})

    def test_an_item_of_no_entity(self):
        with self.assertRaises(workflow.meta.client.exceptions.ClientError) as caught:
            workflow.put_item(Item={"pk": "nothing", "sk": "else"})
        self.assertEqual(caught.exception.response["Error"]["Message"],
                         "One or more parameter values were invalid: model album_workflow: no "
                         'entity has an item with the key pk="nothing", sk="else" [M101]')

    def test_an_album_needs_its_run_and_its_kind_of_workflow(self):
        of = run()
        with self.refused("M205", f'Album.executionId: there is no Execution "{of["executionId"]}"',
                          attribute="executionId", rule="references"):
            workflow.put_item(Item=album(of))
        workflow.put_item(Item=of)
        other = album({**of, "workflowType": "durable-functions"})
        with self.refused("M205", 'Album.workflowType: "durable-functions" differs from '
                          f'Execution.workflowType of "{of["executionId"]}", which is '
                          '"step-functions"', rule="must_equal", current='"step-functions"'):
            workflow.put_item(Item=other)
        workflow.put_item(Item=album(of))

    def test_metrics_are_written_by_the_server_alone(self):
        item = {"pk": "2025-01-15", "sk": "metrics-step-functions", "entityType": "metrics",
                "workflowType": "step-functions", "date": "2025-01-15", "executionCount": 25}
        with self.refused("M110", 'Metrics pk="2025-01-15", sk="metrics-step-functions": only the '
                          "server writes this row"):
            workflow.put_item(Item=item)

    def test_what_may_not_change(self):
        item = started()
        with self.refused("M103", 'Execution.workflowType: is immutable; it is "step-functions", '
                          'the request has "durable-functions"'):
            change(workflow, key_of(item), "SET #workflowType = :v", {":v": "durable-functions"})


class RunLifecycle(LifecycleTestCase):
    model = "album_workflow"
    states = ("running", "waiting", "completed", "failed")
    edges = {"running": ["waiting", "completed", "failed"], "waiting": ["running", "failed"]}
    final = ("completed", "failed")

    def item_in(self, state):
        key = key_of(started())
        if state != "running":
            self.move(key, state)
        return key

    def move(self, key, state):
        return move(key, state)

    def name_of(self, key):
        return f"Execution {key['pk']}"

    def test_every_pair_of_states(self):
        self.check_every_pair()

    def test_the_end_is_stamped(self):
        for state in self.final:
            ended = self.move(self.item_in("running"), state)
            self.assertRegex(ended["endTime"], IN_SECONDS)
            self.assertGreaterEqual(ended["durationMs"], 0)


class TaskLifecycle(LifecycleTestCase):
    model = "album_workflow"
    states = ("pending", "completed")
    edges = {"pending": ["completed", "expired"]}
    final = ("completed",)

    def item_in(self, state):
        item = task(started())
        put(item)
        if state == "completed":
            self.move(key_of(item), state)
        return key_of(item)

    def move(self, key, state):
        validated = {"validatedData": [facts()]} if state == "completed" else {}
        return move(key, state, **validated)

    def name_of(self, key):
        return f"Task {key['pk']}"

    def test_every_pair_of_states(self):
        self.check_every_pair()

    def test_completing_needs_what_was_validated_and_is_stamped(self):
        key = self.item_in("pending")
        with self.refused("M202", f"{self.name_of(key)}: status completed requires validatedData"):
            move(key, "completed")
        self.assertRegex(self.move(key, "completed")["completedAt"], IN_SECONDS)

    def test_nobody_but_the_server_lets_a_task_expire(self):
        key = self.item_in("pending")
        with self.refused("M202", f"{self.name_of(key)}: status pending -> expired is made by the "
                          "server only", rule="by"):
            move(key, "expired")
        with self.refused("M202", f"{self.name_of(key)}: status pending -> expired is made by the "
                          "server only", rule="by"):
            move(key, "expired", expiresAt="2025-01-15T11:30:00Z", ttl=1739532600)

    def test_its_token_is_in_no_refusal(self):
        item = task(started(), taskToken=12345)
        with self.refused("M101", "Task.taskToken: (hidden) (type N) is not of type string "
                          "(type S)", value="(hidden)"):
            workflow.put_item(Item=item)


if __name__ == "__main__":
    unittest.main()
