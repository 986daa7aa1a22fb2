"""Backups of tables with boto3: made, listed, restored, deleted, and left by a deleted table."""

import time
import unittest

import boto3
from botocore.exceptions import ClientError
from models_servers import start


class Backups(unittest.TestCase):
    def setUp(self):
        self.endpoint = start(self)
        self.client = boto3.client("dynamodb", endpoint_url=self.endpoint)
        self.client.create_table(
            TableName="orders", BillingMode="PAY_PER_REQUEST",
            AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}])
        self.client.get_waiter("table_exists").wait(TableName="orders")
        with self.table("orders").batch_writer() as batch:
            for number in range(2500):
                batch.put_item(Item={"id": str(number), "text": "x" * 400})

    def table(self, name):
        return boto3.resource("dynamodb", endpoint_url=self.endpoint).Table(name)

    def wait_for(self, holds):
        deadline = time.monotonic() + 60
        while not holds():
            self.assertLess(time.monotonic(), deadline)

    def status(self, arn):
        described = self.client.describe_backup(BackupArn=arn)
        return described["BackupDescription"]["BackupDetails"]["BackupStatus"]

    def restore(self, arn, name):
        self.client.restore_table_from_backup(BackupArn=arn, TargetTableName=name)
        self.wait_for(lambda: self.client.describe_table(
            TableName=name)["Table"]["TableStatus"] == "ACTIVE")
        return sum(page["Count"] for page in self.client.get_paginator("scan").paginate(
            TableName=name, Select="COUNT"))

    def test_come_back_as_tables_with_the_sdk(self):
        details = self.client.create_backup(TableName="orders", BackupName="first")["BackupDetails"]
        arn = details["BackupArn"]
        self.table("orders").delete_item(Key={"id": "7"})
        self.wait_for(lambda: self.status(arn) == "AVAILABLE")
        self.assertEqual(self.restore(arn, "again"), 2500)
        self.assertEqual(self.table("again").get_item(Key={"id": "7"})["Item"]["text"], "x" * 400)
        listed = self.client.get_paginator("list_backups").paginate(TableName="orders")
        self.assertEqual([each["BackupArn"] for page in listed for each in page["BackupSummaries"]],
                         [arn])
        self.client.delete_backup(BackupArn=arn)
        with self.assertRaises(self.client.exceptions.BackupNotFoundException):
            self.client.describe_backup(BackupArn=arn)

    def test_are_left_by_a_deleted_table_with_recovery(self):
        self.client.update_continuous_backups(
            TableName="orders",
            PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True})
        self.client.delete_table(TableName="orders")
        self.client.get_waiter("table_not_exists").wait(TableName="orders",
                                                        WaiterConfig={"Delay": 1})
        left = self.client.list_backups(BackupType="SYSTEM")["BackupSummaries"]
        self.assertEqual([each["BackupName"] for each in left], ["orders$DeletedTableBackup"])
        with self.assertRaises(ClientError):
            self.client.delete_backup(BackupArn=left[0]["BackupArn"])
        self.assertEqual(self.restore(left[0]["BackupArn"], "orders"), 2500)


if __name__ == "__main__":
    unittest.main()
