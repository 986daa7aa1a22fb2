"""boto3's client: typed values, paginators, waiters, errors."""

import os
import unittest

from partita import TestCase, client, connect, create_table, unique_name


class Tables(TestCase):
    def test_a_table_lives_from_creation_to_deletion(self):
        name = unique_name()
        made = client.create_table(
            TableName=name, BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}])["TableDescription"]
        client.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 1})
        table = client.describe_table(TableName=name)["Table"]
        self.assertEqual(table["TableStatus"], "ACTIVE")
        self.assertEqual(table["TableArn"], made["TableArn"])
        # As moments: in an hour that the clock repeats, no two local times are equal in Python.
        self.assertEqual(table["CreationDateTime"].timestamp(),
                         made["CreationDateTime"].timestamp())
        client.delete_table(TableName=name)
        client.get_waiter("table_not_exists").wait(TableName=name, WaiterConfig={"Delay": 1})
        with self.refuses("ResourceNotFoundException",
                          f"Requested resource not found: Table: {name} not found"):
            client.describe_table(TableName=name)

    def test_the_paginator_of_tables_sees_each_once(self):
        stem = unique_name("list")
        names = [create_table("id:S", name=f"{stem}-{n}").name for n in range(3)]
        pages = client.get_paginator("list_tables").paginate(PaginationConfig={"PageSize": 2})
        seen = [name for page in pages for name in page["TableNames"] if name.startswith(stem)]
        self.assertEqual(seen, names)

    def test_tags_and_time_to_live(self):
        table = create_table("id:S")
        client.tag_resource(ResourceArn=table.table_arn, Tags=[{"Key": "team", "Value": "music"}])
        tags = client.list_tags_of_resource(ResourceArn=table.table_arn)["Tags"]
        self.assertEqual(tags, [{"Key": "team", "Value": "music"}])
        client.untag_resource(ResourceArn=table.table_arn, TagKeys=["team"])
        self.assertEqual(client.list_tags_of_resource(ResourceArn=table.table_arn)["Tags"], [])
        client.update_time_to_live(
            TableName=table.name, TimeToLiveSpecification={"AttributeName": "ttl", "Enabled": True})
        described = client.describe_time_to_live(TableName=table.name)["TimeToLiveDescription"]
        self.assertEqual(described["AttributeName"], "ttl")

    def test_limits_and_endpoints(self):
        self.assertGreater(client.describe_limits()["AccountMaxReadCapacityUnits"], 0)
        self.assertTrue(client.describe_endpoints()["Endpoints"][0]["Address"])


class Items(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.name = create_table("pk:S sk:N").name

    def put(self, item, **others):
        return client.put_item(TableName=self.name, Item=item, **others)

    def test_every_type_comes_back(self):
        item = {
            "pk": {"S": "types"}, "sk": {"N": "1"}, "text": {"S": "größer 文字 🎵"},
            "number": {"N": "-0.001"}, "bytes": {"B": bytes(range(256))}, "yes": {"BOOL": True},
            "none": {"NULL": True}, "list": {"L": [{"N": "1"}, {"M": {"a": {"S": ""}}}]},
            "strings": {"SS": ["a", "b"]}, "numbers": {"NS": ["1", "2"]},
            "binaries": {"BS": [b"\x00", b"\xff"]},
        }
        self.put(item)
        key = {"pk": item["pk"], "sk": item["sk"]}
        read = client.get_item(TableName=self.name, Key=key, ConsistentRead=True)["Item"]
        for name in ("strings", "numbers", "binaries"):
            for side in (item, read):
                side[name] = sorted(next(iter(side[name].values())))
        self.assertEqual(read, item)

    def test_an_item_that_is_not_there_is_left_out_of_the_answer(self):
        answer = client.get_item(TableName=self.name, Key={"pk": {"S": "no"}, "sk": {"N": "0"}})
        self.assertNotIn("Item", answer)

    def test_a_condition_has_its_own_exception(self):
        item = {"pk": {"S": "once"}, "sk": {"N": "1"}}
        self.put(item, ConditionExpression="attribute_not_exists(pk)")
        with self.assertRaises(client.exceptions.ConditionalCheckFailedException) as caught:
            self.put(item, ConditionExpression="attribute_not_exists(pk)")
        response = caught.exception.response
        self.assertEqual(response["Error"]["Message"], "The conditional request failed")
        self.assertEqual(response["ResponseMetadata"]["HTTPStatusCode"], 400)
        self.assertEqual(len(response["ResponseMetadata"]["RequestId"]), 52)

    def test_costs_are_told(self):
        item = {"pk": {"S": "cost"}, "sk": {"N": "1"}, "text": {"S": "x" * 1500}}
        answer = self.put(item, ReturnConsumedCapacity="TOTAL")
        self.assertEqual(answer["ConsumedCapacity"],
                         {"TableName": self.name, "CapacityUnits": 2.0})

    def test_the_paginators_see_each_item_once(self):
        name = create_table("pk:S sk:N").name
        for number in range(23):
            client.put_item(TableName=name, Item={"pk": {"S": "p"}, "sk": {"N": str(number)}})
        queried = client.get_paginator("query").paginate(
            TableName=name, KeyConditionExpression="pk = :pk",
            ExpressionAttributeValues={":pk": {"S": "p"}}, PaginationConfig={"PageSize": 5})
        numbers = [int(item["sk"]["N"]) for page in queried for item in page["Items"]]
        self.assertEqual(numbers, list(range(23)))
        scanned = client.get_paginator("scan").paginate(
            TableName=name, PaginationConfig={"PageSize": 7})
        self.assertEqual(sum(page["Count"] for page in scanned), 23)

    def test_old_parameters_still_work(self):
        key = {"pk": {"S": "old"}, "sk": {"N": "1"}}
        client.update_item(TableName=self.name, Key=key, AttributeUpdates={
            "n": {"Action": "ADD", "Value": {"N": "2"}}})
        answer = client.query(TableName=self.name, AttributesToGet=["n"], KeyConditions={
            "pk": {"ComparisonOperator": "EQ", "AttributeValueList": [{"S": "old"}]}})
        self.assertEqual(answer["Items"], [{"n": {"N": "2"}}])
        with self.refuses("ConditionalCheckFailedException"):
            client.delete_item(TableName=self.name, Key=key, Expected={
                "n": {"ComparisonOperator": "GT", "AttributeValueList": [{"N": "2"}]}})


class Transactions(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.name = create_table("id:S").name

    def test_reasons_are_told_in_order(self):
        client.put_item(TableName=self.name, Item={"id": {"S": "taken"}})
        put = {"TableName": self.name, "ConditionExpression": "attribute_not_exists(id)"}
        with self.assertRaises(client.exceptions.TransactionCanceledException) as caught:
            client.transact_write_items(TransactItems=[
                {"Put": {**put, "Item": {"id": {"S": "free"}}}},
                {"Put": {**put, "Item": {"id": {"S": "taken"}}}}])
        reasons = caught.exception.response["CancellationReasons"]
        self.assertEqual([reason["Code"] for reason in reasons], ["None", "ConditionalCheckFailed"])
        answer = client.transact_get_items(TransactItems=[
            {"Get": {"TableName": self.name, "Key": {"id": {"S": name}}}}
            for name in ("free", "taken")])
        self.assertEqual(answer["Responses"], [{}, {"Item": {"id": {"S": "taken"}}}])

    def test_a_token_is_good_for_one_request(self):
        def increment(by):
            client.transact_write_items(ClientRequestToken=token, TransactItems=[{"Update": {
                "TableName": self.name, "Key": {"id": {"S": "counter"}},
                "UpdateExpression": "ADD n :by", "ExpressionAttributeValues": {":by": {"N": by}}}}])
        token = unique_name("t")[:36]
        increment("1")
        increment("1")
        item = client.get_item(TableName=self.name, Key={"id": {"S": "counter"}})["Item"]
        self.assertEqual(item["n"], {"N": "1"})
        with self.refuses("IdempotentParameterMismatchException"):
            increment("2")


class Credentials(TestCase):
    def test_another_secret_is_refused(self):
        with self.refuses("InvalidSignatureException"):
            connect(aws_access_key_id=os.environ["AWS_ACCESS_KEY_ID"],
                    aws_secret_access_key="guessed").list_tables()

    def test_an_unknown_key_is_refused(self):
        with self.refuses("UnrecognizedClientException"):
            connect(aws_access_key_id="AKIAUNKNOWNUNKNOWN00",
                    aws_secret_access_key="guessed").list_tables()

    def test_a_server_without_keys_lets_anyone_in(self):
        anyone = connect(os.environ["PARTITA_OPEN_ENDPOINT"], aws_access_key_id="anyone",
                         aws_secret_access_key="anything")
        self.assertIn("TableNames", anyone.list_tables())


class LargeAnswers(TestCase):
    """With more than 256 KB of items they come in chunks, without length and checksum."""

    def test_are_whole(self):
        name = create_table("pk:S sk:N").name
        texts = [f"{number}:".ljust(100_000, "\x01") for number in range(20)]
        for number, text in enumerate(texts):
            client.put_item(TableName=name, Item={
                "pk": {"S": "a"}, "sk": {"N": str(number)}, "text": {"S": text}})
        pages = client.get_paginator("query").paginate(
            TableName=name, KeyConditionExpression="pk = :a",
            ExpressionAttributeValues={":a": {"S": "a"}})
        found = [item["text"]["S"] for page in pages for item in page["Items"]]
        self.assertTrue(found == texts, "the text of an item is not as it was stored")


if __name__ == "__main__":
    unittest.main()
