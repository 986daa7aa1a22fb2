"""boto3's client of DynamoDB Streams: shards are found, followed and replayed."""

import decimal
import random
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

import boto3
from boto3.dynamodb.types import TypeDeserializer

from partita import ENDPOINT, TestCase, client, create_table

streams = boto3.client("dynamodbstreams", endpoint_url=ENDPOINT)
# Fixed, so that a failure comes again.
SEED = 20261116
EXPIRY_SECONDS_MAX = 30
WRITERS, WRITES = 4, 50


def table_with_stream(view="NEW_AND_OLD_IMAGES", key="pk:S sk:N"):
    return create_table(key, StreamSpecification={"StreamEnabled": True, "StreamViewType": view})


def shards_of(arn):
    """All shards, as the API is meant to be walked: page after page."""
    request = {"StreamArn": arn, "Limit": 10}
    while True:
        described = streams.describe_stream(**request)["StreamDescription"]
        yield from described["Shards"]
        if "LastEvaluatedShardId" not in described:
            return
        request["ExclusiveStartShardId"] = described["LastEvaluatedShardId"]


def iterator_of(arn, shard, kind, **others):
    return streams.get_shard_iterator(StreamArn=arn, ShardId=shard["ShardId"],
                                      ShardIteratorType=kind, **others)["ShardIterator"]


def follow(iterator, limit=1000):
    """The records that are there now, and the iterator to go on with."""
    records = []
    while iterator:
        page = streams.get_records(ShardIterator=iterator, Limit=limit)
        iterator = page.get("NextShardIterator")
        if not page["Records"]:
            break
        records += page["Records"]
    return records, iterator


def records_of(arn, limit=1000):
    return [record for shard in shards_of(arn)
            for record in follow(iterator_of(arn, shard, "TRIM_HORIZON"), limit)[0]]


def plain(image):
    return {name: TypeDeserializer().deserialize(value) for name, value in image.items()}


def replay(records):
    """The items that the changes leave behind. Each must fit to the one before it."""
    items = {}
    for record in records:
        change = record["dynamodb"]
        key = tuple(sorted(plain(change["Keys"]).items()))
        before = plain(change["OldImage"]) if "OldImage" in change else None
        after = plain(change["NewImage"]) if "NewImage" in change else None
        expected = {"INSERT": (False, True), "MODIFY": (True, True), "REMOVE": (True, False)}
        assert (before is not None, after is not None) == expected[record["eventName"]], record
        assert items.get(key) == before, (record, items.get(key))
        items.pop(key, None)
        if after is not None:
            items[key] = after
    return items


class Streams(TestCase):
    def test_a_stream_is_found_by_its_table(self):
        table = table_with_stream()
        listed = streams.list_streams(TableName=table.name)["Streams"]
        self.assertEqual(listed, [{"StreamArn": table.latest_stream_arn, "TableName": table.name,
                                   "StreamLabel": table.latest_stream_label}])
        described = streams.describe_stream(StreamArn=table.latest_stream_arn)["StreamDescription"]
        self.assertEqual(described["StreamStatus"], "ENABLED")
        self.assertEqual(described["StreamViewType"], "NEW_AND_OLD_IMAGES")
        self.assertLess(abs(described["CreationRequestDateTime"].timestamp()
                            - table.creation_date_time.timestamp()), 60)

    def test_names_and_numbers_have_the_form_of_aws(self):
        table = table_with_stream("KEYS_ONLY")
        table.put_item(Item={"pk": "a", "sk": 1})
        self.assertRegex(table.latest_stream_label, r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$")
        (shard,) = shards_of(table.latest_stream_arn)
        self.assertRegex(shard["ShardId"], r"^shardId-\d{20}-[0-9a-f]{8}$")
        (record,) = records_of(table.latest_stream_arn)
        self.assertRegex(record["eventID"], r"^[0-9a-f]{32}$")
        self.assertRegex(record["dynamodb"]["SequenceNumber"], r"^\d{21,40}$")
        self.assertEqual(record["dynamodb"]["ApproximateCreationDateTime"].microsecond, 0)

    def test_the_replay_of_random_writes_is_the_table(self):
        table, dice = table_with_stream(), random.Random(SEED)
        for _ in range(200):
            random_write(table, dice)
        records = records_of(table.latest_stream_arn, limit=7)
        numbers = [int(record["dynamodb"]["SequenceNumber"]) for record in records]
        self.assertEqual(numbers, sorted(set(numbers)))
        stored = {(("pk", item["pk"]), ("sk", item["sk"])): item
                  for item in table.scan(ConsistentRead=True)["Items"]}
        self.assertEqual(replay(records), stored, f"seed {SEED}")

    def test_a_reader_sees_what_is_written_behind_it(self):
        table = table_with_stream("KEYS_ONLY")
        table.put_item(Item={"pk": "before", "sk": 1})
        (shard,) = shards_of(table.latest_stream_arn)
        iterator = iterator_of(table.latest_stream_arn, shard, "LATEST")
        for number in range(5):
            table.put_item(Item={"pk": "after", "sk": number})
            records, iterator = follow(iterator)
            self.assertEqual([plain(record["dynamodb"]["Keys"]) for record in records],
                             [{"pk": "after", "sk": number}])

    def test_a_reader_beside_writers_misses_nothing(self):
        table = table_with_stream("KEYS_ONLY")
        (shard,) = shards_of(table.latest_stream_arn)
        iterator = iterator_of(table.latest_stream_arn, shard, "LATEST")
        seen = []
        with ThreadPoolExecutor(WRITERS) as pool:
            writing = [pool.submit(put_numbers, table.name, f"writer-{n}") for n in range(WRITERS)]
            while not all(future.done() for future in writing):
                records, iterator = follow(iterator, limit=10)
                seen += records
        for future in writing:
            future.result()
        seen += follow(iterator)[0]
        keys = [(record["dynamodb"]["Keys"]["pk"]["S"], int(record["dynamodb"]["Keys"]["sk"]["N"]))
                for record in seen]
        self.assertEqual(len(keys), WRITERS * WRITES)
        for number in range(WRITERS):
            own = [sk for pk, sk in keys if pk == f"writer-{number}"]
            self.assertEqual(own, list(range(WRITES)))

    def test_a_reader_goes_on_after_its_checkpoint(self):
        table = table_with_stream("KEYS_ONLY")
        for number in range(4):
            table.put_item(Item={"pk": "a", "sk": number})
        (shard,) = shards_of(table.latest_stream_arn)
        second = records_of(table.latest_stream_arn)[1]["dynamodb"]["SequenceNumber"]
        places = {"AT_SEQUENCE_NUMBER": [1, 2, 3], "AFTER_SEQUENCE_NUMBER": [2, 3]}
        for kind, expected in places.items():
            records, _ = follow(iterator_of(table.latest_stream_arn, shard, kind,
                                            SequenceNumber=second))
            self.assertEqual([plain(record["dynamodb"]["Keys"])["sk"] for record in records],
                             expected)

    def test_a_disabled_stream_comes_to_its_end(self):
        table = table_with_stream("KEYS_ONLY")
        table.put_item(Item={"pk": "a", "sk": 1})
        arn = table.latest_stream_arn
        client.update_table(TableName=table.name, StreamSpecification={"StreamEnabled": False})
        table.wait_until_exists()
        table.put_item(Item={"pk": "a", "sk": 2})
        (shard,) = shards_of(arn)
        self.assertIn("EndingSequenceNumber", shard["SequenceNumberRange"])
        records, iterator = follow(iterator_of(arn, shard, "TRIM_HORIZON"))
        self.assertEqual(len(records), 1)
        self.assertIsNone(iterator)

    def test_expired_items_are_removed_by_the_service(self):
        table = table_with_stream("OLD_IMAGE", key="pk:S")
        client.update_time_to_live(
            TableName=table.name,
            TimeToLiveSpecification={"AttributeName": "ends", "Enabled": True})
        table.put_item(Item={"pk": "deleted"})
        table.delete_item(Key={"pk": "deleted"})
        table.put_item(Item={"pk": "expired", "ends": int(time.time()) - 60})
        deadline = time.monotonic() + EXPIRY_SECONDS_MAX
        while "Item" in table.get_item(Key={"pk": "expired"}, ConsistentRead=True):
            self.assertLess(time.monotonic(), deadline, "the item does not expire")
        removals = [record for record in records_of(table.latest_stream_arn)
                    if record["eventName"] == "REMOVE"]
        self.assertEqual([record.get("userIdentity") for record in removals],
                         [None, {"PrincipalId": "dynamodb.amazonaws.com", "Type": "Service"}])
        self.assertEqual(removals[1]["dynamodb"]["OldImage"]["pk"], {"S": "expired"})

    def test_errors_have_their_types(self):
        arn = "arn:aws:dynamodb:us-east-1:000000000000:table/None/stream/2020-01-01T00:00:00.000"
        with self.refuses("ResourceNotFoundException",
                          f"Requested resource not found: Stream: {arn} not found"):
            streams.describe_stream(StreamArn=arn)
        with self.assertRaises(streams.exceptions.ResourceNotFoundException):
            streams.describe_stream(StreamArn=arn)
        with self.refuses("ValidationException"):
            streams.get_records(ShardIterator="nowhere")


def put_numbers(table_name, writer):
    for number in range(WRITES):
        client.put_item(TableName=table_name,
                        Item={"pk": {"S": writer}, "sk": {"N": str(number)}})


def random_write(table, dice):
    """Any kind of write to a few items, so that they meet; some change nothing."""
    key = {"pk": dice.choice("ab"), "sk": dice.randrange(4)}
    value = decimal.Decimal(dice.randrange(3))
    kind = dice.randrange(5)
    if kind == 0:
        table.put_item(Item={**key, "v": value})
    elif kind == 1:
        table.update_item(Key=key, UpdateExpression="SET v = :v",
                          ExpressionAttributeValues={":v": value})
    elif kind == 2:
        table.delete_item(Key=key)
    elif kind == 3:
        with table.batch_writer() as batch:
            batch.put_item(Item={**key, "w": {value}})
    else:
        table.meta.client.transact_write_items(TransactItems=[
            {"Update": {"TableName": table.name, "Key": key, "UpdateExpression": "REMOVE v"}},
            {"Delete": {"TableName": table.name, "Key": {**key, "sk": key["sk"] + 4}}}])


if __name__ == "__main__":
    unittest.main()
