"""boto3 on a table that throttles: what it is told, and that its own retries get through."""

import unittest

import boto3
from botocore.config import Config

from partita import ENDPOINT, TestCase, client, connect, unique_name

READS = 5


def costly(number):
    return {"pk": {"S": str(number)}, "v": {"S": "x" * 390_000}}


class Throttling(TestCase):
    def setUp(self):
        self.name = unique_name()
        client.create_table(
            TableName=self.name,
            ProvisionedThroughput={"ReadCapacityUnits": READS, "WriteCapacityUnits": 5},
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
            Tags=[{"Key": "partita:throttle", "Value": "on"}])
        client.get_waiter("table_exists").wait(TableName=self.name, WaiterConfig={"Delay": 1})
        # 300 seconds of five units, and what 80 more seconds bring: a transaction costs twice.
        for number in range(3):
            client.put_item(TableName=self.name, Item=costly(number))
        client.transact_write_items(
            TransactItems=[{"Put": {"TableName": self.name, "Item": costly(3)}}])

    def test_a_request_that_is_tried_once_is_refused(self):
        once = connect()
        with self.assertRaises(once.exceptions.ProvisionedThroughputExceededException) as refused:
            once.put_item(TableName=self.name, Item={"pk": {"S": "new"}})
        self.assertIn("Consider increasing your provisioning level",
                      refused.exception.response["Error"]["Message"])

    def test_a_request_that_is_tried_again_gets_through_once_there_is_enough(self):
        patient = boto3.client("dynamodb", endpoint_url=ENDPOINT,
                               config=Config(retries={"mode": "standard", "max_attempts": 8}))
        raised = []

        def raise_capacity(response, **_):
            if raised or response is None or response[0].status_code == 200:
                return
            raised.append(client.update_table(
                TableName=self.name, ProvisionedThroughput={"ReadCapacityUnits": READS,
                                                            "WriteCapacityUnits": 40_000}))

        patient.meta.events.register_first("needs-retry.dynamodb.PutItem", raise_capacity)
        answer = patient.put_item(TableName=self.name, Item={"pk": {"S": "new"}})
        self.assertEqual(len(raised), 1)
        self.assertGreater(answer["ResponseMetadata"]["RetryAttempts"], 0)

    def test_reads_have_units_of_their_own(self):
        self.assertIn("Item", client.get_item(TableName=self.name, Key={"pk": {"S": "0"}}))


if __name__ == "__main__":
    unittest.main()
