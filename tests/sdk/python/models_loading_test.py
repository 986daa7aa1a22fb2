"""Items that were there before their model, or come from elsewhere: versions and late states among
them. The rules hold afterwards."""

import pathlib
import shutil
import unittest
import uuid

import boto3
from botocore.exceptions import ClientError
from models_servers import model, new_folder, shipped, start

ENCYCLOPEDIA, MESSAGES = "music-encyclopedia", "rez-agent-messages-dev"


class LoadingTestCase(unittest.TestCase):
    def source(self):
        """A server with a composition of three versions and a message that is done."""
        models = pathlib.Path(new_folder(self))
        for name in ("music", "rez_agent"):
            shutil.copy(shipped(name), models)
        endpoint = start(self, "--models", models)
        resource = boto3.resource("dynamodb", endpoint_url=endpoint)
        key = {"PK": f"COMPOSITION#{uuid.uuid4()}", "SK": "VERSION#LATEST"}
        for title in ("First", "Second", "Third"):
            resource.Table(ENCYCLOPEDIA).put_item(Item={**key, "title": title})
        table = resource.Table(MESSAGES)
        key = {"message_id": str(uuid.uuid4())}
        table.put_item(Item={**key, "created_by": "scheduler", "payload": {"text": "hello"},
                             "correlation_id": str(uuid.uuid4()),
                             "message_type": "scheduled_hello"})
        for status in ("processing", "completed"):
            table.update_item(Key=key, UpdateExpression="SET #s = :s",
                              ExpressionAttributeNames={"#s": "status"},
                              ExpressionAttributeValues={":s": status})
        return endpoint

    @staticmethod
    def items(endpoint, table):
        return boto3.resource("dynamodb", endpoint_url=endpoint).Table(table).scan()["Items"]

    @staticmethod
    def put_all(endpoint, table, items):
        for item in items:
            boto3.resource("dynamodb", endpoint_url=endpoint).Table(table).put_item(Item=item)

    def run_model(self, *arguments):
        done = model(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def check_enforced(self, endpoint, table, garbage):
        with self.assertRaises(ClientError):
            self.put_all(endpoint, table, [garbage])


class TheServersOwnRows(LoadingTestCase):
    def test_are_no_broken_items_of_a_new_version(self):
        endpoint = self.source()
        newer = pathlib.Path(new_folder(self), "music.yaml")
        text = pathlib.Path(shipped("music")).read_text(encoding="utf-8")
        newer.write_text(text.replace("\nversion: ", "\nversion: 9", 1), encoding="utf-8")
        planned = self.run_model("plan", newer, "--endpoint", endpoint)
        self.assertIn("4 stored items, all as the rules want them", planned)


class Items(LoadingTestCase):
    def load(self, name, table, create):
        """The endpoint of a server to which the items of a table were copied before its model was
        in force, and what applying the model said then."""
        items = self.items(self.source(), table)
        endpoint = start(self)
        create(endpoint)
        self.put_all(endpoint, table, items)
        applied = self.run_model("apply", shipped(name), "--endpoint", endpoint)
        key = lambda item: str(sorted(item.items(), key=lambda pair: pair[0]))
        self.assertEqual(sorted(self.items(endpoint, table), key=key), sorted(items, key=key))
        return endpoint, applied

    def test_of_every_version_are_loaded_and_the_rules_hold_then(self):
        endpoint, applied = self.load(
            "music", ENCYCLOPEDIA,
            lambda endpoint: self.run_model("apply", shipped("music"), "--load", "--endpoint",
                                            endpoint))
        self.assertIn("4 stored items, all as the rules want them", applied)
        self.assertNotIn("are only observed", applied)
        self.check_enforced(endpoint, ENCYCLOPEDIA, {"PK": "x", "SK": "y"})

    def test_in_late_states_are_loaded_and_the_rules_hold_then(self):
        endpoint, applied = self.load(
            "rez_agent", MESSAGES,
            lambda endpoint: self.run_model("apply", shipped("rez_agent"), "--load", "--endpoint",
                                            endpoint))
        self.assertNotIn("are only observed", applied)
        self.assertEqual(self.items(endpoint, MESSAGES)[0]["status"], "completed")
        self.check_enforced(endpoint, MESSAGES, {"message_id": "garbage"})

    def test_of_a_table_without_a_model_are_judged_when_it_comes(self):
        endpoint, applied = self.load("rez_agent", MESSAGES, lambda endpoint: boto3.client(
            "dynamodb", endpoint_url=endpoint).create_table(
                TableName=MESSAGES, BillingMode="PAY_PER_REQUEST",
                KeySchema=[{"AttributeName": "message_id", "KeyType": "HASH"}],
                AttributeDefinitions=[{"AttributeName": "message_id", "AttributeType": "S"}]))
        self.assertNotIn("are only observed", applied)
        self.check_enforced(endpoint, MESSAGES, {"message_id": "garbage"})

    def test_that_break_rules_can_be_mended_and_the_model_applied_again(self):
        endpoint = start(self)
        apply = ("apply", shipped("rez_agent"), "--endpoint", endpoint)
        self.run_model(*apply, "--load")
        self.put_all(endpoint, MESSAGES, [{"message_id": "garbage"}])
        self.assertIn("are only observed", self.run_model(*apply))
        boto3.resource("dynamodb", endpoint_url=endpoint).Table(MESSAGES).delete_item(
            Key={"message_id": "garbage"})
        self.run_model(*apply)
        self.check_enforced(endpoint, MESSAGES, {"message_id": "garbage"})


if __name__ == "__main__":
    unittest.main()
