"""boto3 and faults that were asked for: what it is told of each, and that its retries bear them."""

import json
import os
import time
import unittest
import urllib.error
import urllib.request

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError, ConnectionClosedError

from models import message
from partita import TestCase, connect, unique_name

ENDPOINT = os.environ["PARTITA_FAULTS_ENDPOINT"]
MESSAGES = "rez-agent-messages-dev"

once = connect(ENDPOINT)
patient = boto3.client("dynamodb", endpoint_url=ENDPOINT,
                       config=Config(retries={"mode": "standard", "max_attempts": 6}))
streams = boto3.client("dynamodbstreams", endpoint_url=ENDPOINT,
                       config=Config(retries={"mode": "standard", "max_attempts": 6}))


_last = {}


def _keep_body(response_dict, **_):
    if response_dict is not None:
        _last["body"] = response_dict["body"]


once.meta.events.register("response-received.dynamodb", _keep_body)


def last_body():
    """The newest answer as it was sent: Debian's boto3 is older than AWS's ThrottlingReasons."""
    return json.loads(_last["body"])


def ask(method, body=None):
    request = urllib.request.Request(
        f"{ENDPOINT}/api/faults", method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def attempts(answer):
    return answer["ResponseMetadata"]["RetryAttempts"]


class Faults(TestCase):
    def setUp(self):
        self.name = unique_name()
        once.create_table(
            TableName=self.name, BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
            StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"})
        once.get_waiter("table_exists").wait(TableName=self.name, WaiterConfig={"Delay": 1})
        self.addCleanup(ask, "DELETE")

    def meet(self, kind, **others):
        """From now on, requests for this test's table meet this fault."""
        ask("PUT", {"seed": 7, "rules": [{"kind": kind, "tables": [self.name], **others}]})

    def met(self):
        return ask("GET")["rules"][0]["met"]

    def put(self, client=once, key="a", **others):
        return client.put_item(TableName=self.name, Item={"pk": {"S": key}, **others})

    def add_one(self, client=once):
        return client.update_item(TableName=self.name, Key={"pk": {"S": "counter"}},
                                  UpdateExpression="ADD n :one",
                                  ExpressionAttributeValues={":one": {"N": "1"}})

    def get(self, key="a", **others):
        return once.get_item(TableName=self.name, Key={"pk": {"S": key}}, **others).get("Item")

    def batch(self, count):
        return {self.name: [{"PutRequest": {"Item": {"pk": {"S": str(i)}}}} for i in range(count)]}

    def test_throttling_has_awss_reason_and_is_tried_again(self):
        self.meet("throttle", count=3)
        with self.refuses("ThrottlingException") as refused:
            self.put()
        self.assertIn("automatically scaling", refused.response["Error"]["Message"])
        self.assertEqual(last_body()["throttlingReasons"][0]["reason"],
                         "TableWriteKeyRangeThroughputExceeded")
        self.assertEqual(refused.response["ResponseMetadata"]["HTTPHeaders"]["x-partita-fault"],
                         "throttle")
        self.assertGreater(attempts(self.put(patient)), 0)

    def test_a_provisioned_table_is_throttled_in_its_own_words(self):
        name = unique_name()
        once.create_table(
            TableName=name, ProvisionedThroughput={"ReadCapacityUnits": 5, "WriteCapacityUnits": 5},
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}])
        once.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 1})
        ask("PUT", {"rules": [{"kind": "throttle", "tables": [name]}]})
        with self.refuses("ProvisionedThroughputExceededException"):
            once.get_item(TableName=name, Key={"pk": {"S": "a"}})
        self.assertEqual(last_body()["ThrottlingReasons"][0]["reason"],
                         "TableReadProvisionedThroughputExceeded")

    def test_a_throttled_transaction_is_cancelled_for_it(self):
        self.meet("throttle", operations=["TransactWriteItems"], count=1)
        puts = [{"Put": {"TableName": self.name, "Item": {"pk": {"S": key}}}} for key in "ab"]
        with self.refuses("TransactionCanceledException") as refused:
            once.transact_write_items(TransactItems=puts)
        self.assertEqual([reason["Code"] for reason in refused.response["CancellationReasons"]],
                         ["ThrottlingError", "None"])

    def test_conflicts_are_those_of_writes_and_of_transactions(self):
        self.meet("transaction_conflict", operations=["PutItem", "TransactWriteItems"])
        with self.refuses("TransactionConflictException"):
            self.put()
        puts = [{"Put": {"TableName": self.name, "Item": {"pk": {"S": key}}}} for key in "ab"]
        with self.refuses("TransactionCanceledException") as refused:
            once.transact_write_items(TransactItems=puts)
        self.assertEqual([reason["Code"] for reason in refused.response["CancellationReasons"]],
                         ["TransactionConflict", "TransactionConflict"])
        self.assertIsNone(self.get())

    def test_an_error_that_was_not_applied_leaves_nothing_behind(self):
        self.meet("internal_error", operations=["UpdateItem"], count=2)
        self.assertEqual(attempts(self.add_one(patient)), 2)
        self.assertEqual(self.get("counter")["n"], {"N": "1"})

    def test_an_error_that_was_applied_counts_twice_when_it_is_tried_again(self):
        self.meet("internal_error", operations=["UpdateItem"], count=2, applied=True)
        self.assertEqual(attempts(self.add_one(patient)), 2)
        self.assertEqual(self.get("counter")["n"], {"N": "3"}, "so a client must not add blindly")

    def test_a_token_makes_a_transaction_that_is_tried_again_happen_once(self):
        self.meet("internal_error", operations=["TransactWriteItems"], count=2, applied=True)
        patient.transact_write_items(TransactItems=[{"Update": {
            "TableName": self.name, "Key": {"pk": {"S": "counter"}},
            "UpdateExpression": "ADD n :one", "ExpressionAttributeValues": {":one": {"N": "1"}}}}])
        self.assertEqual(self.get("counter")["n"], {"N": "1"})

    def test_unavailable_is_503_and_tried_again(self):
        self.meet("unavailable", operations=["PutItem"], count=2)
        with self.assertRaises(ClientError) as refused:
            self.put()
        self.assertEqual(refused.exception.response["ResponseMetadata"]["HTTPStatusCode"], 503)
        self.assertEqual(attempts(self.put(patient)), 1)

    def test_a_partial_batch_of_writes_leaves_some_that_can_be_sent_again(self):
        self.meet("partial_batch", count=1)
        answer = once.batch_write_item(RequestItems=self.batch(25))
        left = answer["UnprocessedItems"][self.name]
        self.assertGreater(len(left), 0)
        self.assertLess(len(left), 25)
        stored = once.scan(TableName=self.name, ConsistentRead=True)["Count"]
        self.assertEqual(stored, 25 - len(left))
        again = once.batch_write_item(RequestItems=answer["UnprocessedItems"])
        self.assertEqual(again["UnprocessedItems"], {})
        self.assertEqual(once.scan(TableName=self.name, ConsistentRead=True)["Count"], 25)

    def test_boto3s_own_batch_writer_gets_everything_in(self):
        self.meet("partial_batch", every=2)
        table = boto3.resource("dynamodb", endpoint_url=ENDPOINT).Table(self.name)
        with table.batch_writer() as batch:
            for number in range(120):
                batch.put_item(Item={"pk": str(number)})
        self.assertGreater(self.met(), 1)
        self.assertEqual(once.scan(TableName=self.name, ConsistentRead=True)["Count"], 120)

    def test_a_partial_batch_of_reads_leaves_keys(self):
        once.batch_write_item(RequestItems=self.batch(20))
        self.meet("partial_batch", operations=["BatchGetItem"], count=1)
        keys = {self.name: {"Keys": [{"pk": {"S": str(i)}} for i in range(20)]}}
        answer = once.batch_get_item(RequestItems=keys)
        left = answer["UnprocessedKeys"][self.name]["Keys"]
        self.assertGreater(len(left), 0)
        self.assertEqual(len(answer["Responses"][self.name]) + len(left), 20)
        rest = once.batch_get_item(RequestItems=answer["UnprocessedKeys"])
        self.assertEqual(len(rest["Responses"][self.name]), len(left))

    def test_a_stale_read_shows_what_was_and_a_consistent_one_what_is(self):
        self.put(v={"N": "1"})
        self.meet("stale_read", age="60s")
        self.put(v={"N": "2"})
        self.assertEqual(self.get()["v"], {"N": "1"})
        self.assertEqual(self.get(ConsistentRead=True)["v"], {"N": "2"})
        self.assertEqual(once.scan(TableName=self.name)["Items"][0]["v"], {"N": "1"})

    def test_a_stale_read_is_not_older_than_its_age(self):
        self.put(v={"N": "1"})
        self.meet("stale_read", age="1ms")
        self.put(v={"N": "2"})
        deadline = time.monotonic() + 30
        while self.get()["v"] != {"N": "2"}:
            self.assertLess(time.monotonic(), deadline)

    def test_a_connection_is_dropped_before_or_after_the_request_is_carried_out(self):
        self.meet("drop_connection", operations=["UpdateItem"], count=1)
        with self.assertRaises(ConnectionClosedError):
            self.add_one()
        self.assertIsNone(self.get("counter"))
        self.meet("drop_connection", operations=["UpdateItem"], count=2, applied=True)
        self.assertEqual(attempts(self.add_one(patient)), 2)
        self.assertEqual(self.get("counter")["n"], {"N": "3"})

    def test_a_delay_comes_before_an_answer_that_is_right(self):
        self.meet("delay", delay="300ms", operations=["PutItem"])
        begun = time.monotonic()
        self.put()
        self.assertGreaterEqual(time.monotonic() - begun, 0.3)
        self.assertIsNotNone(self.get())

    def test_a_stream_is_read_on_although_it_is_throttled(self):
        self.put()
        arn = once.describe_table(TableName=self.name)["Table"]["LatestStreamArn"]
        self.meet("throttle", operations=["GetRecords", "GetShardIterator"], every=2)
        shard = streams.describe_stream(StreamArn=arn)["StreamDescription"]["Shards"][0]["ShardId"]
        records = []
        for _ in range(2):
            iterator = streams.get_shard_iterator(StreamArn=arn, ShardId=shard,
                                                  ShardIteratorType="TRIM_HORIZON")["ShardIterator"]
            records = streams.get_records(ShardIterator=iterator)["Records"]
        self.assertEqual(len(records), 1)
        self.assertGreater(self.met(), 0)

    def test_tables_of_models_and_their_routes_meet_faults_as_well(self):
        ask("PUT", {"rules": [{"kind": "throttle", "tables": [MESSAGES], "count": 2}]})
        table = boto3.resource("dynamodb", endpoint_url=ENDPOINT,
                               config=Config(retries={"mode": "standard", "max_attempts": 6}))
        answer = table.Table(MESSAGES).put_item(Item=message())
        self.assertEqual(attempts(answer), 2)
        ask("PUT", {"rules": [{"kind": "unavailable", "operations": ["ModelRead"], "count": 1}]})
        path = f"{ENDPOINT}/api/messages?status=created"
        with self.assertRaises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(path)
        self.assertEqual(refused.exception.code, 503)
        self.assertEqual(refused.exception.headers["X-Partita-Fault"], "unavailable")
        self.assertEqual(urllib.request.urlopen(path).status, 200)

    def test_the_same_seed_befalls_the_same_requests(self):
        def pattern():
            self.meet("unavailable", operations=["PutItem"], rate=0.4)
            met = []
            for _ in range(30):
                try:
                    self.put()
                    met.append(False)
                except ClientError:
                    met.append(True)
            return met
        first = pattern()
        self.assertEqual(pattern(), first)
        self.assertIn(True, first)
        self.assertIn(False, first)

    def test_others_notice_nothing(self):
        self.meet("internal_error")
        self.assertIn(MESSAGES, patient.list_tables()["TableNames"])
        with self.refuses("InternalServerError"):
            self.put()


if __name__ == "__main__":
    unittest.main()
