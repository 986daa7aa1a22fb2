"""A server that only observes its models: nothing is refused, no byte is changed, no row is added.

The same requests go to the server that enforces them, which must refuse or change every one: so
that nothing here passes for want of a rule.
"""

import os
import unittest

import boto3
from botocore.exceptions import ClientError
from models import (album, client as enforcing, execution, job, last_body, message, new_uuid, run,
                    task, typed)

observing = boto3.client("dynamodb", endpoint_url=os.environ["PARTITA_OBSERVED_ENDPOINT"])

MESSAGES, JOBS, EXECUTIONS = "rez-agent-messages-dev", "photoeditor-dev-jobs", "ExecutionIndex"
WORKFLOW, ENCYCLOPEDIA = "album-workflow", "music-encyclopedia"
KEYS = {MESSAGES: ["message_id"], JOBS: ["jobId"], EXECUTIONS: ["executionArn"],
        WORKFLOW: ["pk", "sk"], ENCYCLOPEDIA: ["PK", "SK"]}


def keyed(item):
    """An item of the album workflow with the keys that an enforcing server would add."""
    if item["entityType"] == "album":
        return {"pk": item["executionId"], "sk": f"album-{item['albumIndex']}", **item}
    return {"pk": item.get("taskId", item["executionId"]), "sk": "metadata", **item}


def wrong_items():
    """Items that their models refuse, with the code they are refused with."""
    user = {"PK": f"USER#{new_uuid()}", "SK": "#METADATA"}
    return (
        (MESSAGES, message(created_by="nobody"), "M101"),
        (MESSAGES, message(created_date="yesterday"), "M102"),
        (MESSAGES, message(ttl=1), "M104"),
        (MESSAGES, message(status="completed"), "M201"),
        (JOBS, job(provider="dalle"), "M101"),
        (JOBS, job(editResult={"s3Key": "x"}), "M101"),
        (EXECUTIONS, execution(executionName="other"), "M104"),
        (EXECUTIONS, execution(status="PENDING_REDRIVE"), "M201"),
        (WORKFLOW, keyed(run(currentStep="validation")), "M101"),
        (WORKFLOW, keyed(album(run())), "M205"),
        (WORKFLOW, keyed(task(run(), taskId="abc")), "M101"),
        (WORKFLOW, {"pk": "2025-01-15", "sk": "metrics-step-functions", "entityType": "metrics"},
         "M110"),
        (WORKFLOW, {"pk": "no", "sk": "entity"}, "M101"),
        (ENCYCLOPEDIA, {**user, "email": "nobody"}, "M101"),
        (ENCYCLOPEDIA, {"PK": "SYNC#artist", "SK": f"ID#{new_uuid()}"}, "M110"),
        (ENCYCLOPEDIA, {"PK": f"USER#{new_uuid()}", "SK": f"MANAGES#ARTIST#{new_uuid()}"}, "M205"),
    )


def good_items():
    """Items that an enforcing server would complete."""
    return (
        (MESSAGES, message(created_date="2025-10-21T16:30:00+02:00")),
        (JOBS, job()),
        (EXECUTIONS, execution()),
        (WORKFLOW, keyed(run())),
        (ENCYCLOPEDIA, {"PK": f"ARTIST#{new_uuid()}", "SK": "#METADATA", "name": "X"}),
        (ENCYCLOPEDIA, {"PK": f"COMPOSITION#{new_uuid()}", "SK": "VERSION#LATEST", "title": "X"}),
    )


def key_of(table, item):
    return typed({name: item[name] for name in KEYS[table]})


def stored(client, table, key):
    return client.get_item(TableName=table, Key=key, ConsistentRead=True).get("Item")


class Observing(unittest.TestCase):
    maxDiff = None

    def test_what_is_wrong_is_stored_as_it_was_sent(self):
        for table, item, code in wrong_items():
            with self.subTest(table=table, item=item):
                with self.assertRaises(ClientError):
                    enforcing.put_item(TableName=table, Item=typed(item))
                self.assertEqual(last_body()["ModelError"]["code"], code)
                observing.put_item(TableName=table, Item=typed(item))
                self.assertEqual(stored(observing, table, key_of(table, item)), typed(item))

    def test_what_is_incomplete_stays_so(self):
        for table, item in good_items():
            with self.subTest(table=table, item=item):
                key = key_of(table, item)
                for client in (enforcing, observing):
                    client.put_item(TableName=table, Item=typed(item))
                self.assertNotEqual(stored(enforcing, table, key), typed(item))
                self.assertEqual(stored(observing, table, key), typed(item))

    def test_an_update_changes_what_it_names_and_nothing_else(self):
        item = job(status="COMPLETED")
        key = key_of(JOBS, item)
        observing.put_item(TableName=JOBS, Item=typed(item))
        answer = observing.update_item(
            TableName=JOBS, Key=key, UpdateExpression="SET #s = :s, userId = :u",
            ExpressionAttributeNames={"#s": "status"}, ReturnValues="ALL_NEW",
            ExpressionAttributeValues=typed({":s": "QUEUED", ":u": "another"}))
        self.assertEqual(answer["Attributes"], typed({**item, "status": "QUEUED",
                                                      "userId": "another"}))

    def test_an_update_may_make_half_an_item(self):
        key = typed({"message_id": new_uuid()})
        observing.update_item(TableName=MESSAGES, Key=key, UpdateExpression="SET #s = :s",
                              ExpressionAttributeNames={"#s": "status"},
                              ExpressionAttributeValues=typed({":s": "processing"}))
        self.assertEqual(stored(observing, MESSAGES, key),
                         {**key, **typed({"status": "processing"})})

    def test_an_address_may_be_used_twice(self):
        for _ in range(2):
            observing.put_item(TableName=ENCYCLOPEDIA, Item=typed({
                "PK": f"USER#{new_uuid()}", "SK": "#METADATA", "email": "a@example.com",
                "username": "a"}))

    def test_versions_and_edges_have_only_the_row_that_was_written(self):
        for pk, sk in ((f"COMPOSITION#{new_uuid()}", "VERSION#LATEST"),
                       (f"USER#{new_uuid()}", f"MANAGES#ARTIST#{new_uuid()}")):
            observing.put_item(TableName=ENCYCLOPEDIA,
                               Item=typed({"PK": pk, "SK": sk, "title": "X"}))
            rows = observing.query(TableName=ENCYCLOPEDIA, KeyConditionExpression="PK = :pk",
                                   ExpressionAttributeValues=typed({":pk": pk}))
            self.assertEqual(rows["Count"], 1)
            mirror = typed({"PK": f"ARTIST#{sk.split('#')[-1]}",
                            "SK": f"MANAGER#{pk.split('#')[1]}"})
            self.assertIsNone(stored(observing, ENCYCLOPEDIA, mirror))

    def test_transactions_and_batches_are_not_refused(self):
        items = [item for table, item, _ in wrong_items() if table == MESSAGES]
        observing.transact_write_items(TransactItems=[
            {"Put": {"TableName": MESSAGES, "Item": typed(item)}} for item in items])
        for item in items:
            self.assertEqual(stored(observing, MESSAGES, key_of(MESSAGES, item)), typed(item))
        items = [item for table, item, _ in wrong_items() if table == WORKFLOW]
        observing.batch_write_item(RequestItems={WORKFLOW: [
            {"PutRequest": {"Item": typed(item)}} for item in items]})
        for item in items:
            self.assertEqual(stored(observing, WORKFLOW, key_of(WORKFLOW, item)), typed(item))

    def test_an_item_without_its_key_is_refused_as_by_dynamodb(self):
        item = message()
        del item["message_id"]
        with self.assertRaises(ClientError) as caught:
            observing.put_item(TableName=MESSAGES, Item=typed(item))
        self.assertEqual(caught.exception.response["Error"]["Message"],
                         "One or more parameter values were invalid: Missing the key message_id in "
                         "the item")

    def test_rows_of_the_server_can_be_deleted(self):
        key = typed({"pk": "2025-01-16", "sk": "metrics-step-functions"})
        observing.put_item(TableName=WORKFLOW, Item=key)
        observing.delete_item(TableName=WORKFLOW, Key=key)
        self.assertIsNone(stored(observing, WORKFLOW, key))


if __name__ == "__main__":
    unittest.main()
