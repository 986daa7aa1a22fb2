"""What a server tells about its models beside its answers: queries that never find anything, what
is declared and not served, tables that are gone, keys that no entity has."""

import json
import pathlib
import unittest
import urllib.error
import urllib.request

import boto3
from boto3.dynamodb.conditions import Key
from botocore.exceptions import ClientError
from models_servers import MODELS, model, new_folder, serving, shipped, start


def query(table, index, **keys):
    """The number of items, and the warning or None."""
    condition = None
    for name, value in keys.items():
        part = Key(name).eq(value)
        condition = part if condition is None else condition & part
    index_name = {"IndexName": index} if index else {}
    answer = table.query(KeyConditionExpression=condition, **index_name)
    return answer["Count"], answer["ResponseMetadata"]["HTTPHeaders"].get("x-partita-warning")


class HopelessQueries(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        endpoint = start(cls, "--models", MODELS)
        cls.endpoint = endpoint
        cls.resource = boto3.resource("dynamodb", endpoint_url=endpoint)
        cls.workflow = cls.resource.Table("album-workflow")

    def test_for_a_value_outside_an_enum_are_told(self):
        count, warning = query(self.workflow, "GSI1", workflowType="any", entityType="task")
        self.assertEqual(count, 0)
        self.assertIn("by model album_workflow this query never finds anything", warning)
        self.assertIn('workflowType is never "any"', warning)

    def test_for_an_entity_that_is_never_in_the_index_are_told(self):
        _, warning = query(self.workflow, "GSI1", workflowType="step-functions",
                           entityType="metrics")
        self.assertIn("Metrics is never in index GSI1", warning)

    def test_that_may_find_something_tomorrow_are_not(self):
        for table, index, keys in (
                (self.workflow, "GSI1", {"workflowType": "step-functions", "entityType": "task"}),
                (self.resource.Table("music-encyclopedia"), "GSI1", {"GSI1PK": "RAGA#yaman"}),
                (self.resource.Table("music-encyclopedia"), None, {"PK": "ARTIST#nobody"}),
                (self.resource.Table("rez-agent-messages-dev"), "status-created_date-index",
                 {"status": "failed"})):
            self.assertEqual(query(table, index, **keys), (0, None), keys)

    def test_for_a_prefix_that_no_entity_has_are_told(self):
        _, warning = query(self.resource.Table("music-encyclopedia"), "GSI1",
                           GSI1PK="RAGE#\nyaman")
        self.assertIn("GSI1PK is never", warning)
        self.assertNotIn("\n", warning)

    def test_by_the_api_of_a_model_are_refused_in_words(self):
        with self.assertRaises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(self.endpoint + "/api/messages?status=lost")
        self.assertEqual(refused.exception.code, 400)
        self.assertIn("status: `lost` is not one of `created`",
                      json.load(refused.exception)["detail"])

    def test_that_a_model_itself_declares_are_errors_of_lint(self):
        text = (MODELS / "rez_agent.yaml").read_text(encoding="utf-8")
        wanted = text.replace("where: {status: processing}", "where: {status: lost}", 1)
        self.assertNotEqual(wanted, text)
        file = pathlib.Path(new_folder(self)) / "rez_agent.yaml"
        file.write_text(wanted, encoding="utf-8")
        linted = model("lint", file)
        self.assertEqual(linted.returncode, 1)
        self.assertIn('no item has status "lost"', linted.stdout)


class Declared(unittest.TestCase):
    def test_and_not_served_is_told_by_lint_plan_apply_and_at_every_start(self):
        text = (MODELS / "music.yaml").read_text(encoding="utf-8")
        wanted = text.replace("kind: bulk", "kind: ndjson", 1)
        wanted = wanted.replace("    track: ArtistSync\n", "")
        folder = pathlib.Path(new_folder(self))
        file = folder / "music.yaml"
        file.write_text(wanted, encoding="utf-8")
        linted = model("lint", file)
        self.assertEqual(linted.returncode, 0)
        self.assertRegex(linted.stdout, "W L290 .*`sync` is declared")
        self.assertNotRegex(linted.stdout, "L290 .*`search` is declared")
        self.assertNotIn("L290", model("lint", shipped("music")).stdout)
        applied = model("apply", file, "--data", folder / "data")
        self.assertIn("declared, but not served yet: sync", applied.stdout)
        for _ in range(2):
            with serving(folder / "data") as (_, errors):
                self.assertIn("model music: `sync` is declared, but not served yet", errors())
                self.assertNotIn("`search` is declared", errors())


class Tables(unittest.TestCase):
    def test_that_were_deleted_are_told_by_list_and_rest(self):
        endpoint = start(self, "--models", MODELS)
        boto3.client("dynamodb", endpoint_url=endpoint).delete_table(
            TableName="rez-agent-messages-dev")
        listed = model("list", "--endpoint", endpoint).stdout
        self.assertIn("; deleted, so apply it again or remove it: rez-agent-messages-dev", listed)
        with self.assertRaises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{endpoint}/api/messages/7")
        with refused.exception as answer:
            problem = json.load(answer)
        self.assertEqual((answer.code, problem["code"]), (503, "no_table"))
        self.assertIn("table rez-agent-messages-dev of model rez_agent@dev was deleted",
                      problem["detail"])


class Keys(unittest.TestCase):
    def test_that_no_entity_has_are_told_with_what_is_near(self):
        endpoint = start(self, "--models", MODELS)
        table = boto3.resource("dynamodb", endpoint_url=endpoint).Table("music-encyclopedia")
        for key, words in (
                ({"PK": "COMPOSITION#7", "SK": "VERSION#v1#2025-10-01T00:00:00.000Z"},
                 'keys of Composition\'s versions are PK="COMPOSITION#{compositionId}", '
                 'SK="VERSION#v{version:04}#{versionedAt}"'),
                ({"PK": "THREAD#7", "SK": "#METADATA"},
                 "Thread has such keys, but comes in phase 3")):
            with self.assertRaises(ClientError) as refused:
                table.put_item(Item=key)
            self.assertIn(words, refused.exception.response["Error"]["Message"])

    def test_an_empty_object_is_no_body(self):
        endpoint = start(self, "--models", MODELS)
        table = boto3.resource("dynamodb", endpoint_url=endpoint).Table("music-encyclopedia")
        for title in ("First", "Second"):
            table.put_item(Item={"PK": "COMPOSITION#7", "SK": "VERSION#LATEST", "title": title})
        request = urllib.request.Request(
            f"{endpoint}/api/music/compositions/7/versions/1/restore", method="POST", data=b"{}",
            headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            self.assertEqual(json.load(answer)["title"], "First")


if __name__ == "__main__":
    unittest.main()
