"""Migrations from outside: the command line moves them, boto3 programs of both kinds write beside
them, a server is killed in the middle."""

import json
import pathlib
import re
import signal
import subprocess
import unittest
import urllib.error
import urllib.request

import boto3
from botocore.exceptions import ClientError
from models_servers import PROGRAM, model, new_folder, serving

FORMER = """
format: 1
model: jobs
version: 1
tables:
  jobs: {name: jobs, key: {partition: id}, billing: {mode: on_demand}}
entities:
  Job:
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string, required: true}
      originalFileName: {type: string}
patterns:
  get_job: {get: Job, by: {id: $id}, http: "GET /jobs/{id}"}
"""

# The photo editor's playbook: a field gets another name (J59).
NEXT = FORMER.replace("version: 1\ntables", "version: 2\ntables").replace(
    "originalFileName: {type: string}", "fileName: {type: string, required: true}") + """
migrations:
  - {id: file-name, entity: Job, rename: {from: originalFileName, to: fileName}, rate: RATE}
"""


def write_model(folder, text):
    path = pathlib.Path(folder, "jobs.yaml")
    path.write_text(text, encoding="utf-8")
    return path


def table_at(endpoint):
    return boto3.resource("dynamodb", endpoint_url=endpoint).Table("jobs")


def fill(table, count):
    with table.batch_writer() as batch:
        for i in range(count):
            batch.put_item(Item={"id": f"job-{i}", "originalFileName": f"{i}.jpg"})


class Served(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(new_folder(self))
        self.data = self.folder / "data"

    def apply(self, endpoint, text):
        done = model("apply", write_model(self.folder, text), "--endpoint", endpoint)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def migrate(self, endpoint, move, *more):
        return model("migrate", move, "jobs", *more, "--endpoint", endpoint)

    def advance(self, endpoint, *more):
        """Advances as soon as the step has done what it is for."""
        for _ in range(600):
            done = self.migrate(endpoint, "advance", "file-name", *more)
            if done.returncode == 0:
                return done.stdout
            self.assertIn("items are left", done.stderr + done.stdout)
        self.fail("the walk does not end")
        return ""

    def status(self, endpoint):
        done = self.migrate(endpoint, "status", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["migrations"][0]


class Migrate(Served):
    def test_leads_from_the_old_name_to_the_new_one(self):
        with serving(self.data) as (endpoint, _):
            table = table_at(endpoint)
            self.apply(endpoint, FORMER)
            fill(table, 50)
            self.apply(endpoint, NEXT.replace("RATE", "10000"))
            both = {"id": "job-7", "originalFileName": "7.jpg", "fileName": "7.jpg"}
            self.assertEqual(table.get_item(Key={"id": "job-7"})["Item"], both)
            with urllib.request.urlopen(f"{endpoint}/api/jobs/jobs/job-7") as answer:
                self.assertEqual(json.load(answer), both)
            self.assertEqual(len(table.scan()["Items"]), 50)
            self.assertTrue(all(item["fileName"] == item["originalFileName"]
                                for item in table.scan()["Items"]))
            self.assertIn("backfill", self.advance(endpoint))
            self.assertIn("verify", self.advance(endpoint))
            self.assertIn("switch", self.advance(endpoint))
            self.assertIn("quiet", self.advance(endpoint))
            refused = self.migrate(endpoint, "advance", "file-name")
            self.assertEqual(refused.returncode, 1)
            self.assertRegex(refused.stderr, r"cannot go on to contract: the old form must not be "
                                             r"used for another \d+ s")
            self.assertIn("contract", self.advance(endpoint, "--forced-by", "anna"))
            self.assertEqual(table.get_item(Key={"id": "job-7"})["Item"],
                             {"id": "job-7", "fileName": "7.jpg"})
            with self.assertRaises(ClientError) as late:
                table.put_item(Item={"id": "job-7", "originalFileName": "x"})
            self.assertIn("[M121]", str(late.exception))
            self.assertIn("done", self.advance(endpoint))
            self.assertEqual(self.status(endpoint)["forced_by"], "anna")

    def test_tells_what_it_cannot_do(self):
        with serving(self.data) as (endpoint, _):
            self.apply(endpoint, NEXT.replace("RATE", "10"))
            self.assertEqual(self.migrate(endpoint, "advance").returncode, 2)
            self.assertEqual(self.migrate(endpoint, "advance", "other").returncode, 3)
            self.assertEqual(self.migrate(endpoint, "jump", "file-name").returncode, 2)
            with self.assertRaises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(urllib.request.Request(
                    f"{endpoint}/api/models/jobs/migrations/file-name?move=pause", method="POST"))
            problem = json.load(refused.exception)
            self.assertEqual((problem["status"], problem["code"]), (409, "migration_waits"))
            self.assertEqual(problem["detail"],
                             "migration file-name cannot pause: the step expand has no walk")

    def test_goes_back_without_a_loss(self):
        with serving(self.data) as (endpoint, _):
            table = table_at(endpoint)
            self.apply(endpoint, FORMER)
            fill(table, 5)
            optional = NEXT.replace(", required: true}\npatterns", "}\npatterns")
            self.apply(endpoint, optional.replace("RATE", "10000"))
            self.advance(endpoint)
            table.put_item(Item={"id": "job-9", "fileName": "new.jpg"})
            done = self.migrate(endpoint, "roll-back", "file-name")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("rolled-back", self.advance(endpoint))
            self.assertEqual(table.get_item(Key={"id": "job-9"})["Item"],
                             {"id": "job-9", "originalFileName": "new.jpg"})


class Killed(Served):
    ITEMS = 400

    def server(self):
        server = subprocess.Popen(
            [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", str(self.data)],
            stdout=subprocess.PIPE, text=True)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        line = server.stdout.readline()
        return server, re.search(r"http://[\d.:]+", line).group()

    def kill(self, server):
        server.send_signal(signal.SIGKILL)
        server.wait()

    # Old and new programs write through every step, and the server dies in each walk: what was
    # acknowledged is there under both names, and every item is migrated in the end.
    def test_goes_on_after_kill_9_in_every_walk(self):
        server, endpoint = self.server()
        self.apply(endpoint, FORMER)
        fill(table_at(endpoint), self.ITEMS)
        self.apply(endpoint, NEXT.replace("RATE", "400"))
        acknowledged = {}
        for step in ("backfill", "verify"):
            self.assertIn(step, self.advance(endpoint))
            table = table_at(endpoint)
            for i, name in enumerate(("originalFileName", "fileName") * 3):
                value = f"{step}-{i}.jpg"
                table.update_item(Key={"id": f"job-{i}"}, UpdateExpression="SET #n = :v",
                                  ExpressionAttributeNames={"#n": name},
                                  ExpressionAttributeValues={":v": value})
                acknowledged[f"job-{i}"] = value
            self.kill(server)
            server, endpoint = self.server()
            self.assertEqual(self.status(endpoint)["step"], step)
        self.assertIn("switch", self.advance(endpoint))
        self.assertIn("quiet", self.advance(endpoint))
        self.assertIn("contract", self.advance(endpoint, "--forced-by", "anna"))
        self.kill(server)
        server, endpoint = self.server()
        self.assertIn("done", self.advance(endpoint))
        items = {item["id"]: item for item in table_at(endpoint).scan()["Items"]}
        self.assertEqual(len(items), self.ITEMS)
        for i in range(self.ITEMS):
            name = f"job-{i}"
            self.assertEqual(items[name],
                             {"id": name, "fileName": acknowledged.get(name, f"{i}.jpg")})


if __name__ == "__main__":
    unittest.main()
