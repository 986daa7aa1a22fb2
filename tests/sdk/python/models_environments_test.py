"""One model in several environments of one database, through restarts and new versions."""

import json
import pathlib
import shutil
import unittest
import urllib.error
import urllib.request
import uuid

import boto3
from botocore.exceptions import ClientError
from models_servers import MODELS, model, new_folder, serving, shipped

GARBAGE = {"message_id": "garbage"}


def get(endpoint, path):
    with urllib.request.urlopen(endpoint + path) as answer:
        return json.load(answer)


def message():
    return {"message_id": str(uuid.uuid4()), "created_by": "scheduler",
            "message_type": "scheduled_hello", "correlation_id": str(uuid.uuid4()),
            "payload": {"text": "hello"}}


class EnvironmentTestCase(unittest.TestCase):
    def setUp(self):
        self.data = pathlib.Path(new_folder(self), "data")
        self.models = pathlib.Path(new_folder(self))
        shutil.copy(shipped("rez_agent"), self.models)

    def serve(self, *options):
        return serving(self.data, "--models", self.models, *options)

    def apply(self, endpoint, *options, file=None):
        applied = model("apply", file or shipped("rez_agent"), "--endpoint", endpoint, *options)
        self.assertEqual(applied.returncode, 0, applied.stderr)
        return applied.stdout

    def check_ruled(self, endpoint, table_name, item=None):
        table = boto3.resource("dynamodb", endpoint_url=endpoint).Table(table_name)
        with self.assertRaises(ClientError) as refused:
            table.put_item(Item=item or GARBAGE)
        self.assertEqual(refused.exception.response["Error"]["Code"], "ValidationException")

    def edit(self, *replacements, name="rez_agent"):
        path = self.models / f"{name}.yaml"
        text = path.read_text(encoding="utf-8")
        for old, new in replacements:
            self.assertIn(old, text)
            text = text.replace(old, new, 1)
        path.write_text(text, encoding="utf-8")
        return path


class Rules(EnvironmentTestCase):
    def test_of_production_hold_after_a_restart_of_the_same_command(self):
        with self.serve() as (endpoint, _):
            self.apply(endpoint, "--param", "stage=prod")
            self.check_ruled(endpoint, "rez-agent-messages-prod")
        with self.serve() as (endpoint, errors):
            self.check_ruled(endpoint, "rez-agent-messages-prod")
            self.check_ruled(endpoint, "rez-agent-messages-dev")
            table = get(endpoint, "/api/tables/rez-agent-messages-prod")
            self.assertEqual((table["model"], table["environment"]), ("rez_agent", "prod"))
            self.assertNotIn("--allow-removals", errors())

    def test_of_one_environment_stay_when_another_is_applied(self):
        shutil.copy(shipped("photoeditor"), self.models)
        with self.serve() as (endpoint, _):
            self.apply(endpoint, "--param", "env=prod", file=shipped("photoeditor"))
            for table in ("photoeditor-dev-jobs", "photoeditor-prod-jobs"):
                self.check_ruled(endpoint, table, {"jobId": "garbage"})

    def test_stay_when_the_file_is_gone(self):
        shutil.copy(shipped("execution_index"), self.models)
        with self.serve():
            pass
        (self.models / "rez_agent.yaml").unlink()
        with self.serve() as (endpoint, errors):
            self.check_ruled(endpoint, "rez-agent-messages-dev")
            self.assertIn("model rez_agent@dev stays in force, although", errors())

    def test_stay_when_a_new_file_has_no_place_for_the_table(self):
        with self.serve():
            pass
        self.edit(("version: 3", "version: 4"),
                  ("name: rez-agent-messages-${stage}", "name: rez-agent-mail-${stage}"))
        with self.serve() as (endpoint, errors):
            self.check_ruled(endpoint, "rez-agent-messages-dev")
            self.assertIn("whose rules would go", errors())

    def test_go_when_the_model_is_removed(self):
        with self.serve() as (endpoint, _):
            unclear = model("remove", "rez_agent@dev", "--endpoint", endpoint)
            self.assertEqual(unclear.returncode, 2, unclear.stderr)
            self.assertIn("--keep-tables or --drop-tables", unclear.stderr)
            removed = model("remove", "rez_agent@dev", "--keep-tables", "--endpoint", endpoint)
            self.assertEqual(removed.stdout, "model rez_agent@dev is removed; without rules now: "
                             "rez-agent-messages-dev\n", removed.stderr)
            boto3.resource("dynamodb", endpoint_url=endpoint).Table(
                "rez-agent-messages-dev").put_item(Item=GARBAGE)
            again = model("remove", "rez_agent@dev", "--keep-tables", "--endpoint", endpoint)
            self.assertEqual(again.returncode, 3)
        with serving(self.data) as (endpoint, _):
            self.assertEqual(get(endpoint, "/api/models")["models"], [])

    def test_go_with_the_tables_where_that_is_asked_for(self):
        with self.serve() as (endpoint, _):
            self.apply(endpoint, "--param", "stage=stage")
            removed = model("remove", "rez_agent@stage", "--drop-tables", "--endpoint", endpoint)
            self.assertEqual(removed.returncode, 0, removed.stderr)
            tables = boto3.client("dynamodb", endpoint_url=endpoint).list_tables()["TableNames"]
            self.assertEqual(tables, ["rez-agent-messages-dev"])


class Environments(EnvironmentTestCase):
    def test_have_rest_routes_of_their_own(self):
        with self.serve() as (endpoint, _):
            self.apply(endpoint, "--param", "stage=prod")
            resource = boto3.resource("dynamodb", endpoint_url=endpoint)
            sent = {stage: message() | {"stage": stage} for stage in ("dev", "prod")}
            for stage, item in sent.items():
                resource.Table(f"rez-agent-messages-{stage}").put_item(Item=item)
            paths = {"dev": ("/api", "/api/@dev"), "prod": ("/api/@prod",)}
            for stage, roots in paths.items():
                for root in roots:
                    path = f"{root}/messages/{sent[stage]['message_id']}"
                    self.assertEqual(get(endpoint, path)["stage"], stage, path)
            with self.assertRaises(urllib.error.HTTPError) as other:
                get(endpoint, f"/api/messages/{sent['prod']['message_id']}")
            self.assertEqual(other.exception.code, 404)
            other.exception.close()
            for name in ("rez_agent", "rez_agent@dev", "rez_agent@prod"):
                stage = name.partition("@")[2] or "dev"
                found = model("run", name, "list_by_stage", "--stage", stage, "-o", "json",
                              "--endpoint", endpoint)
                self.assertEqual(json.loads(found.stdout)["count"], 1, found.stderr)

    def test_are_remembered_with_their_params(self):
        with self.serve("--param", "stage=prod") as (endpoint, _):
            self.check_ruled(endpoint, "rez-agent-messages-prod")
        with self.serve() as (endpoint, _):
            names = [held["name"] for held in get(endpoint, "/api/models")["models"]]
            self.assertEqual(names, ["rez_agent@prod"])
            tables = boto3.client("dynamodb", endpoint_url=endpoint).list_tables()["TableNames"]
            self.assertEqual(tables, ["rez-agent-messages-prod"])

    def test_are_listed_and_compared(self):
        with self.serve() as (endpoint, _):
            self.apply(endpoint, "--param", "stage=prod")
            listed = model("list", "--endpoint", endpoint).stdout.splitlines()
            self.assertEqual([line.split()[0] for line in listed],
                             ["rez_agent@dev", "rez_agent@prod"])
            for sides in (("dev", "prod"), ("rez_agent@dev", "rez_agent@prod")):
                shown = model("diff", *sides, "--endpoint", endpoint)
                self.assertEqual(shown.returncode, 0, shown.stderr)
                self.assertIn("rez_agent@dev -> rez_agent@prod\n", shown.stdout)
                self.assertIn("  tables.messages.pitr.enabled: false -> true\n", shown.stdout)
                self.assertIn("  tables.messages.name: rez-agent-messages-dev -> "
                              "rez-agent-messages-prod\n", shown.stdout)
            self.assertEqual(model("diff", "dev", "moon", "--endpoint", endpoint).returncode, 3)

    def test_need_params_that_some_model_has(self):
        with self.assertRaisesRegex(Exception, "no model in .* has a param stag"):
            with self.serve("--param", "stag=prod"):
                pass


class Versions(EnvironmentTestCase):
    def test_go_up_or_are_forced(self):
        with self.serve() as (endpoint, _):
            changed = self.edit(("description: Messages", "description: The messages"))
            refused = model("apply", changed, "--endpoint", endpoint)
            self.assertEqual(refused.returncode, 1, refused.stdout)
            self.assertIn("its version is 3, too; raise `version`, or apply it with --force",
                          refused.stderr)
            self.assertIn("--force", model("plan", changed, "--endpoint", endpoint).stdout)
            self.apply(endpoint, "--force", file=changed)

    def test_do_not_go_down_when_a_server_starts(self):
        self.edit(("version: 3", "version: 4"))
        with self.serve():
            pass
        shutil.copy(MODELS / "rez_agent.yaml", self.models)
        with self.serve() as (endpoint, errors):
            held = get(endpoint, "/api/models")["models"]
            self.assertEqual([each["version"] for each in held], [4])
            self.assertIn("version 4 is in force, which is newer than the file's 3", errors())


if __name__ == "__main__":
    unittest.main()
