"""Models of a running server: planned, applied, listed by the command line; what is stuck."""

import datetime
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time
import unittest
import urllib.error
import urllib.request
import uuid

import boto3
from models_servers import PROGRAM, SERVER_KEYS, command, model, new_folder, shipped, start

LIBRARY = """
format: 1
model: library
version: 1
params: {stage: {enum: [dev, prod], default: dev}}
tables:
  books: {name: "books-${stage}", key: {partition: id}, enforcement: enforce}
entities:
  Book:
    table: books
    match: all
    key: {id: "{id}"}
    attributes:
      id: {type: string, required: true}
      title: {type: string, required: true}
patterns:
  get_book: {get: Book, by: {id: $id}, http: "GET /books/{id}"}
"""


class ServerTestCase(unittest.TestCase):
    maxDiff = 4000

    def file(self, text, name="library.yaml"):
        path = pathlib.Path(new_folder(self), name)
        path.write_text(text, encoding="utf-8")
        return path

    def check_alike(self, endpoint, directory, *arguments):
        """What a server says is what is said about a directory, but for the time."""
        asked = model(*arguments, "--endpoint", endpoint)
        opened = model(*arguments, "--data", directory)
        at = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z")
        for stream in ("stdout", "stderr"):
            self.assertEqual(at.sub("then", getattr(asked, stream)),
                             at.sub("then", getattr(opened, stream)), arguments)
        self.assertEqual(asked.returncode, opened.returncode, asked.stderr)
        return asked


class Changes(ServerTestCase):
    def test_are_told_as_those_of_a_directory_are(self):
        endpoint, directory = start(self), os.path.join(new_folder(self), "data")
        for name in ("rez_agent", "photoeditor"):
            for step in (["plan", shipped(name)], ["plan", shipped(name), "--json"],
                         ["apply", shipped(name)], ["apply", shipped(name), "--json"],
                         ["plan", shipped(name)], ["list"], ["list", "--json"]):
                with self.subTest(step=step):
                    self.assertEqual(self.check_alike(endpoint, directory, *step).returncode, 0)
        self.assertIn("rez_agent@dev version 3", model("list", "--endpoint", endpoint).stdout)

    def test_go_by_the_flags_and_params(self):
        endpoint, directory = start(self), os.path.join(new_folder(self), "data")
        more = LIBRARY.replace("entities:", "  more: {name: more, key: {partition: id}}\nentities:")
        for step in (["apply", self.file(more), "--param", "stage=prod"],
                     ["plan", self.file(LIBRARY), "--param", "stage=prod"],
                     ["apply", self.file(LIBRARY), "--param", "stage=prod"],
                     ["apply", self.file(LIBRARY), "--param", "stage=prod", "--force"],
                     ["apply", self.file(LIBRARY), "--param", "stage=prod", "--force",
                      "--allow-removals", "--enforce"],
                     ["plan", self.file(LIBRARY), "--param", "stage=test"]):
            with self.subTest(step=step):
                self.check_alike(endpoint, directory, *step)

    def test_of_stored_items_are_foretold(self):
        endpoint = start(self, "--models", self.file(LIBRARY).parent)
        boto3.resource("dynamodb", endpoint_url=endpoint).Table("books-dev").put_item(
            Item={"id": "7", "title": "Number Theory"})
        short = LIBRARY.replace("version: 1", "version: 2").replace(
            "title: {type: string,", "title: {type: string, max: 5,")
        planned = model("plan", self.file(short), "--endpoint", endpoint)
        self.assertEqual(planned.returncode, 0, planned.stderr)
        self.assertIn("1 of 1 stored items break rules", planned.stdout)

    def test_are_refused_in_the_same_words(self):
        endpoint, directory = start(self), os.path.join(new_folder(self), "data")
        wrong = LIBRARY.replace("partition: id", "partitoin: id") + "pattern: {}\n"
        for text in (wrong, LIBRARY.replace("$id", "$other"), "nothing: [", "", "format: 2\n"):
            for action in ("plan", "apply"):
                with self.subTest(text=text[-40:], action=action):
                    refused = self.check_alike(endpoint, directory, action, self.file(text))
                    self.assertEqual(refused.returncode, 1)
                    self.assertRegex(refused.stderr, r"library\.yaml:.* E L1")
        self.assertEqual(self.check_alike(endpoint, directory, "apply", self.file(LIBRARY))
                         .returncode, 0)
        other = self.file(LIBRARY.replace("model: library", "model: archive"))
        self.assertIn("model archive@dev cannot be applied: ",
                      self.check_alike(endpoint, directory, "apply", other).stderr)

    def test_need_a_signature_where_access_keys_are(self):
        endpoint = start(self, keys=SERVER_KEYS)
        file = shipped("rez_agent")
        for arguments in (["list"], ["plan", file], ["apply", file]):
            with self.subTest(arguments=arguments):
                stranger = model(*arguments, "--endpoint", endpoint, AWS_ACCESS_KEY_ID=None)
                self.assertEqual((stranger.returncode, stranger.stdout), (1, ""))
                guest = model(*arguments, "--endpoint", endpoint)
                self.assertEqual(guest.returncode, 0, guest.stderr)

    def test_are_not_for_web_pages(self):
        endpoint = start(self)
        for headers, status in (({"Content-Type": "text/plain"}, 415),
                                ({"Content-Type": "application/yaml", "Origin": "http://x"}, 403),
                                ({"Content-Type": "application/yaml", "Host": "evil.test"}, 403)):
            with self.subTest(headers=headers):
                request = urllib.request.Request(f"{endpoint}/api/models:apply", method="POST",
                                                 data=LIBRARY.encode(), headers=headers)
                with self.assertRaises(urllib.error.HTTPError) as refused:
                    urllib.request.urlopen(request)
                self.assertEqual(refused.exception.code, status)
                refused.exception.close()
        self.assertIn("no models", model("list", "--endpoint", endpoint).stdout)


class LongChanges(ServerTestCase):
    """A table that stays in CREATING for a while keeps whoever applies its model waiting."""

    def begin(self, endpoint):
        """A program that applies the model, when its table is on its way."""
        program = self.enterContext(subprocess.Popen(
            command("apply", self.file(LIBRARY), "--endpoint", endpoint), text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE))
        while "books-dev" not in self.tables(endpoint):
            self.assertIsNone(program.poll(), "it did not wait")
        return program

    @staticmethod
    def tables(endpoint):
        try:
            with urllib.request.urlopen(f"{endpoint}/api/tables/books-dev") as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as missing:
            with missing:
                return ""

    def test_leave_the_server_to_others_who_must_wait_for_their_own(self):
        endpoint = start(self, "--state-delay", "3000")
        applying = self.begin(endpoint)
        busy = model("apply", self.file(LIBRARY), "--endpoint", endpoint)
        self.assertEqual((busy.returncode, busy.stdout), (1, ""))
        self.assertEqual(busy.stderr, "partita: another model is being planned or applied; try "
                         "again when it is done\n")
        answers, slowest = 0, 0
        while applying.poll() is None:
            begin = time.monotonic()
            with urllib.request.urlopen(f"{endpoint}/api/models"):
                answers += 1
            slowest = max(slowest, time.monotonic() - begin)
        self.assertEqual(applying.returncode, 0, applying.stderr.read())
        self.assertGreater(answers, 20)
        self.assertLess(slowest, 2)

    def test_do_not_keep_a_server_from_stopping(self):
        folder = new_folder(self)
        server = self.enterContext(subprocess.Popen(
            [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--memory", "--state-delay", "3600000"],
            stdout=subprocess.PIPE, text=True, cwd=folder))
        endpoint = re.search(r"http://[\d.:]+", server.stdout.readline()).group()
        applying = self.begin(endpoint)
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait(timeout=30), 0)
        self.assertEqual(applying.wait(timeout=30), 1)
        self.assertIn("applying the model again finishes what was begun", applying.stderr.read())


class Stuck(unittest.TestCase):
    """Items whose lease is over: counted, and found by the model's own pattern."""

    @classmethod
    def setUpClass(cls):
        models = pathlib.Path(new_folder(cls))
        for name in ("rez_agent", "photoeditor", "music"):
            shutil.copy(shipped(name), models)
        cls.endpoint = start(cls, "--models", models)
        cls.began = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
        resource = boto3.resource("dynamodb", endpoint_url=cls.endpoint)
        cls.add_messages(resource.Table("rez-agent-messages-dev"))
        cls.add_jobs(resource.Table("photoeditor-dev-jobs"))

    @classmethod
    def ago(cls, minutes):
        return cls.began - datetime.timedelta(minutes=minutes)

    @classmethod
    def add_messages(cls, table):
        """In processing since so many minutes; one is not in processing at all."""
        for minutes in (60, 90, 14, 0, None):
            key = {"message_id": str(uuid.uuid4())}
            table.put_item(Item={**key, "created_by": "scheduler", "payload": {"text": "hello"},
                                 "correlation_id": key["message_id"],
                                 "message_type": "scheduled_hello"})
            if minutes is not None:
                move(table, key, "processing",
                     processing_started_at=text_of(cls.ago(minutes)))

    @classmethod
    def add_jobs(cls, table):
        for number, (minutes, states) in enumerate((
                (20, ["PROCESSING"]), (10, ["PROCESSING"]), (40, ["PROCESSING", "EDITING"]),
                (20, ["PROCESSING", "EDITING"]))):
            key = {"jobId": f"{number:026}"}
            table.put_item(Item={**key, "userId": "user-7", "fileSize": 1,
                                 "fileType": "image/png", "provider": "stub"})
            for state in states:
                since = int(cls.ago(minutes).timestamp() * 1000)
                move(table, key, state, processingStartedAt=since)

    def stats(self, name, *options):
        shown = model("stats", name, *options, "--endpoint", self.endpoint)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        return shown.stdout

    def check(self, name, expected):
        """The walk that sees all items comes within seconds."""
        deadline = time.monotonic() + 60
        while True:
            leases = json.loads(self.stats(name, "-o", "json"))["overdue"]
            counted = [(lease["state"], lease["timeout"], lease["items"], lease["oldest"])
                       for lease in leases]
            if counted == expected or time.monotonic() > deadline:
                break
        self.assertEqual(counted, expected)
        for lease in leases:
            self.assertEqual(lease["then"], "report")
            self.assertGreater(lease["walked_at"], text_of(self.began))

    def test_messages_whose_processor_died_are_counted(self):
        self.check("rez_agent", [("processing", "15m", 2, text_of(self.ago(90)))])

    def test_jobs_whose_worker_died_are_counted(self):
        self.check("photoeditor", [("PROCESSING", "15m", 1, text_of(self.ago(20))),
                                   ("EDITING", "30m", 1, text_of(self.ago(40)))])

    def test_the_pattern_finds_as_many(self):
        self.test_messages_whose_processor_died_are_counted()
        found = model("run", "rez_agent", "stuck", "--all", "-o", "json", "--endpoint",
                      self.endpoint)
        self.assertEqual(json.loads(found.stdout)["count"], 2, found.stderr)

    def test_they_are_a_table_for_people(self):
        self.test_jobs_whose_worker_died_are_counted()
        head, *rows = self.stats("photoeditor").splitlines()
        self.assertEqual(head.split(), ["table", "entity", "state", "timeout", "then", "items",
                                        "oldest", "walked_at"])
        self.assertEqual([row.split()[:6] for row in rows],
                         [["photoeditor-dev-jobs", "Job", "PROCESSING", "15m", "report", "1"],
                          ["photoeditor-dev-jobs", "Job", "EDITING", "30m", "report", "1"]])

    def test_a_model_without_leases_says_so(self):
        self.assertEqual(self.stats("music"), "model music has no leases that report or count\n")
        nothing = model("stats", "nothing", "--endpoint", self.endpoint)
        self.assertEqual((nothing.returncode, nothing.stderr),
                         (3, "partita: there is no model `nothing`\n"))


def text_of(moment):
    return moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def move(table, key, status, **others):
    values = {"status": status, **others}
    table.update_item(
        Key=key, UpdateExpression="SET " + ", ".join(f"#{name} = :{name}" for name in values),
        ExpressionAttributeNames={f"#{name}": name for name in values},
        ExpressionAttributeValues={f":{name}": value for name, value in values.items()})


if __name__ == "__main__":
    unittest.main()
