"""Transitions that ask for a role, made by programs through boto3: the role of their access key, or
without access keys the one that a header claims."""

import pathlib
import subprocess
import unittest

import boto3
from botocore.exceptions import ClientError
from models import job
from models_servers import PROGRAM, SERVER_KEYS, new_folder, serving, shipped, start

TIMEOUT = {"code": "PROVIDER_TIMEOUT", "message": "The provider did not answer"}


def program(endpoint, claimed=None, **keys):
    """The jobs as a program sees them, which claims a role if it is told to."""
    resource = boto3.resource("dynamodb", endpoint_url=endpoint, **keys)
    if claimed:
        resource.meta.client.meta.events.register(
            "before-sign.dynamodb",
            lambda request, **_: request.headers.add_header("X-Partita-Role", claimed))
    return resource.Table("photoeditor-dev-jobs")


def failed_job(table):
    item = job()
    table.put_item(Item=item)
    key = {"jobId": item["jobId"]}
    table.update_item(Key=key, UpdateExpression="SET #s = :s, #e = :e",
                      ExpressionAttributeNames={"#s": "status", "#e": "error"},
                      ExpressionAttributeValues={":s": "FAILED", ":e": TIMEOUT})
    return key


def replay(table, key):
    """The document's replay: FAILED -> QUEUED, which only an operator may do."""
    return table.update_item(Key=key, UpdateExpression="SET #s = :s", ReturnValues="ALL_NEW",
                             ExpressionAttributeNames={"#s": "status"},
                             ExpressionAttributeValues={":s": "QUEUED"})["Attributes"]


def replay_in_transaction(table, key):
    table.meta.client.transact_write_items(TransactItems=[{"Update": {
        "TableName": table.name, "Key": key, "UpdateExpression": "SET #s = :s",
        "ExpressionAttributeNames": {"#s": "status"}, "ExpressionAttributeValues": {":s": "QUEUED"}
    }}])


class RoleTestCase(unittest.TestCase):
    def check_refused(self, change, *arguments, code=None, words="requires role operator"):
        with self.assertRaises(ClientError) as refused:
            change(*arguments)
        error = refused.exception.response["Error"]
        self.assertIn(words, error["Message"])
        if code:
            self.assertEqual(error["Code"], code)


class WithoutKeys(RoleTestCase):
    def test_a_program_acts_in_the_role_that_it_claims(self):
        endpoint = start(self, "--models", pathlib.Path(shipped("music")).parent)
        worker, operator = program(endpoint), program(endpoint, "operator")
        key = failed_job(worker)
        self.check_refused(replay, worker, key)
        self.check_refused(replay, program(endpoint, "guest"), key)
        self.assertEqual(replay(operator, key)["status"], "QUEUED")

        key = failed_job(worker)
        self.check_refused(replay_in_transaction, worker, key, words="Transaction cancelled")
        replay_in_transaction(operator, key)


class WithKeys(RoleTestCase):
    def create_key(self, folder, *options):
        """What boto3 needs to sign with a new access key."""
        made = subprocess.run(
            [PROGRAM, "keys", "create", "--file", folder / "keys", *options],
            capture_output=True, text=True, check=True).stdout
        values = dict(line.removeprefix("export ").split("=", 1)
                      for line in made.splitlines() if line.startswith("export "))
        return {"aws_access_key_id": values["AWS_ACCESS_KEY_ID"],
                "aws_secret_access_key": values["AWS_SECRET_ACCESS_KEY"]}

    def test_a_program_acts_in_the_role_of_its_access_key_and_in_no_other(self):
        folder = pathlib.Path(new_folder(self))
        of_worker = self.create_key(folder, "--name", "worker")
        of_operator = self.create_key(folder, "--name", "replay", "--role", "operator")
        listed = subprocess.run([PROGRAM, "keys", "list", "--file", folder / "keys"],
                                capture_output=True, text=True, check=True).stdout
        self.assertRegex(listed, r"operator +replay\n")
        with serving(folder / "data", "--models", pathlib.Path(shipped("music")).parent,
                     "--credentials", folder / "keys") as (endpoint, _):
            worker = program(endpoint, **of_worker)
            operator = program(endpoint, **of_operator)
            key = failed_job(worker)
            self.check_refused(replay, worker, key)
            self.check_refused(replay, program(endpoint, "operator", **of_worker), key,
                               code="AccessDeniedException", words="the access key has no role")
            self.assertEqual(replay(operator, key)["status"], "QUEUED")
            replay_in_transaction(operator, failed_job(worker))

    def test_the_environment_can_give_its_key_a_role(self):
        models = pathlib.Path(shipped("music")).parent
        endpoint = start(self, "--models", models,
                         keys=SERVER_KEYS | {"PARTITA_ACCESS_KEY_ROLE": "operator"})
        table = program(endpoint)
        self.assertEqual(replay(table, failed_job(table))["status"], "QUEUED")


if __name__ == "__main__":
    unittest.main()
