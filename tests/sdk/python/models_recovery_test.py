"""Recovery of the photo editor's jobs: a table is had back as it was, and gets its settings."""

import datetime
import subprocess
import time
import unittest

import boto3
from models import job
from models_servers import PROGRAM, model, shipped, start

DEV = "photoeditor-dev-jobs"
STAGING = "photoeditor-staging-jobs"


def wait_past(moment):
    while datetime.datetime.now(datetime.timezone.utc) <= moment:
        pass


def moment_between():
    """A moment after all that was answered, and before all that is asked from now on. The date of
    a server may be a little beside that of its machine."""
    moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(milliseconds=20)
    wait_past(moment + datetime.timedelta(milliseconds=20))
    return moment.isoformat(sep=" ", timespec="milliseconds")


class Recovery(unittest.TestCase):
    def setUp(self):
        self.endpoint = start(self)
        self.client = boto3.client("dynamodb", endpoint_url=self.endpoint)
        self.apply("dev")

    def apply(self, env):
        applied = model("apply", shipped("photoeditor"), "--param", f"env={env}", "--endpoint",
                        self.endpoint)
        self.assertEqual(applied.returncode, 0, applied.stderr)

    def table(self, name):
        return boto3.resource("dynamodb", endpoint_url=self.endpoint).Table(name)

    def put_job(self):
        item = job()
        self.table(DEV).put_item(Item=item)
        return {"jobId": item["jobId"]}

    def restore(self, name, *options):
        restored = subprocess.run([PROGRAM, "restore", DEV, "--to", name, *options, "--endpoint",
                                   self.endpoint], capture_output=True, text=True, check=False)
        self.assertEqual(restored.returncode, 0, restored.stderr)
        deadline = time.monotonic() + 60
        while self.client.describe_table(TableName=name)["Table"]["TableStatus"] != "ACTIVE":
            self.assertLess(time.monotonic(), deadline)

    def becomes(self, wanted, read):
        deadline = time.monotonic() + 60
        while (found := read()) != wanted:
            self.assertLess(time.monotonic(), deadline, found)

    def recovery_of(self, name):
        described = self.client.describe_continuous_backups(TableName=name)
        return described["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"]

    def test_brings_a_table_of_a_model_back_as_it_was(self):
        self.assertEqual(self.recovery_of(DEV)["PointInTimeRecoveryStatus"], "ENABLED")
        key = self.put_job()
        stored = self.table(DEV).get_item(Key=key)["Item"]
        then = moment_between()
        self.table(DEV).update_item(Key=key, UpdateExpression="SET #status = :s",
                                    ExpressionAttributeNames={"#status": "status"},
                                    ExpressionAttributeValues={":s": "PROCESSING"})
        other = self.put_job()
        self.restore("jobs-then", "--at", then)
        restored = self.table("jobs-then").scan()["Items"]
        self.assertEqual(restored, [stored])
        self.restore("jobs-now")
        ids = {item["jobId"] for item in self.table("jobs-now").scan()["Items"]}
        self.assertEqual(ids, {key["jobId"], other["jobId"]})

    def test_a_restored_table_gets_its_settings_back_from_its_model(self):
        self.apply("staging")
        key = self.put_job()
        settings = self.client.describe_table(TableName=STAGING)["Table"]
        self.client.delete_table(TableName=STAGING)
        self.restore(STAGING)
        # Its rules hold from the first write on.
        with self.assertRaisesRegex(self.client.exceptions.ConditionalCheckFailedException,
                                    "QUEUED -> COMPLETED"):
            self.table(STAGING).update_item(Key=key, UpdateExpression="SET #status = :s",
                                            ExpressionAttributeNames={"#status": "status"},
                                            ExpressionAttributeValues={":s": "COMPLETED"})
        # The server applies the model by itself, as the last step of the restore.
        self.becomes("ENABLED", lambda: self.recovery_of(STAGING)["PointInTimeRecoveryStatus"])
        self.becomes("ttl", lambda: self.client.describe_time_to_live(TableName=STAGING)
                     ["TimeToLiveDescription"].get("AttributeName"))
        table = self.client.describe_table(TableName=STAGING)["Table"]
        names = [index["IndexName"] for index in table["GlobalSecondaryIndexes"]]
        self.assertEqual(sorted(names), sorted(
            index["IndexName"] for index in settings["GlobalSecondaryIndexes"]))
        self.becomes([{"Key": "Name", "Value": STAGING}], lambda: [
            tag for tag in self.client.list_tags_of_resource(ResourceArn=table["TableArn"])["Tags"]
            if tag["Key"] == "Name"])
        self.assertEqual(self.table(STAGING).get_item(Key=key)["Item"]["status"], "QUEUED")


if __name__ == "__main__":
    unittest.main()
