"""Changes told to a webhook: signed, in order, at least once, through failures of the receiver and
kill -9 of the server; how a task of the album workflow has ended, told to who holds its token."""

import datetime
import json
import os
import pathlib
import signal
import subprocess
import threading
import unittest
import urllib.error
import urllib.parse
import urllib.request

import boto3
from models_servers import PROGRAM, model, new_folder, shipped, start
from sync_receiver import Receiver, signature

from server import endpoint_of

SECRETS = {"HOOK_SECRET": "whsec_" + "bmV3LXNlY3JldC1uZXctc2VjcmV0LW5ldyE=",
           "HOOK_SECRET_BEFORE": "whsec_" + "b2xkLXNlY3JldC1vbGQtc2VjcmV0LW9sZCE="}

MODEL = """
format: 1
model: hooked
version: 1
params:
  url: {{default: "{url}"}}
tables: {{things: {{name: things, key: {{partition: pk}}, enforcement: enforce}}}}
entities:
  Thing:
    match: {{kind: thing}}
    key: {{pk: "{{id}}"}}
    attributes:
      id: {{type: string, required: true}}
      kind: {{type: const, value: thing}}
      n: {{type: int, required: true}}
      password: {{type: string, sensitive: true}}
      internal: {{type: string, hidden: true}}
sync:
  hook:
    of: Thing
    to: {{kind: webhook, url: "${{url}}"{secrets}}}
    {more}
"""


def model_file(test, url, secrets="", more="lanes: 4"):
    path = pathlib.Path(new_folder(test), "hooked.yaml")
    path.write_text(MODEL.format(url=url, secrets=secrets, more=more), encoding="utf-8")
    return path


def put(table, item_id, n, **others):
    table.put_item(Item={"pk": item_id, "id": item_id, "kind": "thing", "n": n, **others})


def table_at(endpoint, name="things"):
    return boto3.resource("dynamodb", endpoint_url=endpoint).Table(name)


def syncs(endpoint, action="", **query):
    request = urllib.request.Request(
        f"{endpoint}/api/syncs{action}?{urllib.parse.urlencode(query)}",
        method="POST" if action else "GET")
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["syncs"][0]


def sync_command(endpoint, *words):
    return subprocess.run([PROGRAM, "sync", *words, "--endpoint", endpoint], capture_output=True,
                          text=True, check=False)


class Webhook(unittest.TestCase):
    def start_with(self, receiver, *options, secrets="", more="lanes: 4"):
        """The endpoint of a server whose model tells the receiver."""
        path = model_file(self, receiver.url, secrets, more)
        self.endpoint = start(self, "--models", str(path.parent), *options, keys=SECRETS)
        self.wait_until(lambda state: state["state"] != "starting")
        return table_at(self.endpoint)

    def wait_until(self, holds):
        """Of how the sync is, asked again and again; it then."""
        for _ in range(3000):
            state = syncs(self.endpoint)
            if holds(state):
                return state
        self.fail(state)

    def test_is_told_what_clients_see_and_how_it_is_signed(self):
        with Receiver() as receiver:
            table = self.start_with(
                receiver, more="old: true",
                secrets=", secret: env:HOOK_SECRET, secret_before: env:HOOK_SECRET_BEFORE")
            put(table, "a", 1, password="secret", internal="x")
            put(table, "a", 2)
            table.delete_item(Key={"pk": "a"})
            created, changed, removed = receiver.wait_for(lambda events: len(events) == 3)
            self.assertEqual(created["data"],
                             {"id": "a", "kind": "thing", "n": 1, "password": "•••"})
            self.assertEqual([event["type"] for event in (created, changed, removed)],
                             ["Thing.inserted", "Thing.modified", "Thing.removed"])
            self.assertEqual((changed["old"]["n"], changed["data"]["n"]), (1, 2))
            self.assertEqual(removed["data"]["n"], 2)
            self.assertEqual(created["sync"], "hooked/hook")
            headers, body = receiver.requests[0]
            self.assertEqual(headers["webhook-id"], created["id"])
            signed = [signature(secret, headers["webhook-id"], headers["webhook-timestamp"], body)
                      for secret in SECRETS.values()]
            self.assertEqual(headers["webhook-signature"].split(" "), signed)
            self.assertEqual(syncs(self.endpoint)["state"], "running")

    def test_a_receiver_that_fails_for_a_while_is_told_all_in_order(self):
        answers = iter([500, 503, 301, 429])
        with Receiver(lambda event: next(answers, 200)) as receiver:
            table = self.start_with(receiver)
            for n in range(100):
                put(table, str(n % 5), n)
            receiver.wait_for(lambda events: len(events) == 100)
            self.assertEqual(receiver.numbers(),
                             {str(i): list(range(i, 100, 5)) for i in range(5)})
            state = self.wait_until(lambda state: state["pending"] == 0)
            self.assertEqual((state["failures"], state["lost"]), (0, 0))

    def test_one_that_hangs_up_or_answers_nonsense_is_told_again(self):
        lies = iter([b"", b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nshort",
                     b"nonsense\r\n\r\n"])
        with Receiver() as receiver:
            def answer(event):
                lie = next(lies, None)
                if lie is None:
                    return 200
                self.handlers.pop().wfile.write(lie)
                return None
            self.handlers = []
            take = receiver.take
            receiver.take = lambda handler: (self.handlers.append(handler), take(handler))
            receiver.answer = answer
            table = self.start_with(receiver, more="lanes: 1")
            for n in range(3):
                put(table, "a", n)
            receiver.wait_for(lambda events: len(events) == 3)
            self.assertEqual(receiver.numbers(), {"a": [0, 1, 2]})

    def test_one_that_hangs_keeps_no_writer_and_no_stop_waiting(self):
        with Receiver() as receiver:
            never = threading.Event()
            self.addCleanup(never.set)
            receiver.answer = lambda event: never.wait() and None
            table = self.start_with(receiver)
            for n in range(50):
                put(table, str(n), n)
            with receiver.changed:
                self.assertTrue(receiver.changed.wait_for(lambda: receiver.requests, 60))
            self.assertGreater(syncs(self.endpoint)["pending"], 0)
        # The server must stop cleanly within seconds, although the answer is still awaited.

    def test_a_dead_letter_holds_back_its_item_until_a_person_decides(self):
        refused = True
        with Receiver(lambda event: 422 if refused and event["data"]["id"] == "bad" else 200) \
                as receiver:
            table = self.start_with(receiver, more="tries: 1")
            for n in range(3):
                put(table, "bad", n)
                put(table, "good", n)
            receiver.wait_for(lambda events: len(events) == 3)
            state = self.wait_until(lambda state: state["dead_letters"] == 1)
            self.assertEqual((state["state"], state["held_items"]), ("dead letters", 1))
            self.assertEqual(receiver.numbers(), {"good": [0, 1, 2]})
            letter = state["held"][0]
            self.assertEqual((letter["key"], letter["state"], letter["tries"]),
                             ({"pk": "bad"}, "dead", 1))
            self.assertIn("422", letter["error"])
            shown = sync_command(self.endpoint, "status")
            self.assertIn(letter["event"], shown.stdout)
            skipped = sync_command(self.endpoint, "skip", "hooked/hook", "--event", letter["event"])
            self.assertEqual(skipped.returncode, 0, skipped.stderr)
            self.wait_until(lambda state: state["held"]
                            and state["held"][0]["event"] != letter["event"]
                            and state["dead_letters"] == 1)
            refused = False
            retried = sync_command(self.endpoint, "retry", "hooked/hook")
            self.assertEqual(retried.returncode, 0, retried.stderr)
            receiver.wait_for(lambda events: len(events) == 5)
            self.assertEqual(receiver.numbers()["bad"], [1, 2])
            state = self.wait_until(lambda state: state["held_items"] == 0)
            self.assertEqual(state["skipped"], 1)

    def test_batches_and_what_their_answer_names_as_failed(self):
        times = {}

        def answer(event):
            times[event["id"]] = times.get(event["id"], 0) + 1
            return 409 if event["data"]["n"] == 3 and times[event["id"]] == 1 else 200
        with Receiver(answer) as receiver:
            table = self.start_with(receiver, more="batch: 10\n    lanes: 2")
            syncs(self.endpoint, ":pause", sync="hooked/hook")
            for n in range(40):
                put(table, str(n % 4), n)
            syncs(self.endpoint, ":resume", sync="hooked/hook")
            receiver.wait_for(lambda events: len(events) == 40)
            self.assertEqual(receiver.numbers(),
                             {str(i): list(range(i, 40, 4)) for i in range(4)})
            self.assertLess(len(receiver.requests), 30)

    def test_pauses_and_replays(self):
        with Receiver() as receiver:
            table = self.start_with(receiver)
            put(table, "a", 1)
            receiver.wait_for(lambda events: len(events) == 1)
            self.assertEqual(sync_command(self.endpoint, "pause", "hooked/hook").returncode, 0)
            put(table, "a", 2)
            state = self.wait_until(lambda state: state["pending"] == 1)
            self.assertEqual(state["state"], "paused")
            self.assertEqual(len(receiver.taken), 1)
            self.assertEqual(sync_command(self.endpoint, "resume", "hooked/hook").returncode, 0)
            receiver.wait_for(lambda events: len(events) == 2)
            self.wait_until(lambda state: state["pending"] == 0)
            self.assertEqual(sync_command(self.endpoint, "replay", "hooked/hook").returncode, 0)
            with receiver.changed:
                self.assertTrue(receiver.changed.wait_for(lambda: len(receiver.taken) == 4, 60))
            self.assertEqual([event["id"] for event in receiver.taken[2:]],
                             [event["id"] for event in receiver.taken[:2]])

    def test_other_machines_are_told_nothing_unless_they_are_named(self):
        with Receiver() as receiver:
            receiver.url = "http://hooks.example.com/x"
            table = self.start_with(receiver)
            put(table, "a", 1)
            state = self.wait_until(lambda state: state["failures"] > 0)
            self.assertIn("--sync-to hooks.example.com", state["error"])

    def test_a_secret_that_is_missing_is_told_and_nothing_is_sent_unsigned(self):
        with Receiver() as receiver:
            table = self.start_with(receiver, secrets=", secret: env:NOBODY_HAS_SET_THIS")
            put(table, "a", 1)
            state = self.wait_until(lambda state: state["failures"] > 0)
            self.assertIn("NOBODY_HAS_SET_THIS", state["error"])
            self.assertEqual(receiver.requests, [])

    def test_can_be_watched(self):
        with Receiver() as receiver:
            table = self.start_with(receiver)
            put(table, "a", 1)
            self.wait_until(lambda state: state["delivered"] == 1)
            with urllib.request.urlopen(f"{self.endpoint}/metrics") as answer:
                text = answer.read().decode()
            self.assertIn('partita_sync_pending_events{sync="hooked/hook"}', text)
            self.assertIn('partita_sync_dead_letters{sync="hooked/hook"} 0', text)

    def test_what_is_wrong_with_a_question_is_told(self):
        with Receiver() as receiver:
            self.start_with(receiver)
            for action, query, status in ((":pause", {}, 400), (":pause", {"sync": "x/y"}, 404),
                                          (":skip", {"sync": "hooked/hook"}, 400),
                                          (":retry", {"sync": "hooked/hook", "event": "7"}, 400),
                                          (":replay", {"sync": "hooked/hook", "from": "x"}, 400),
                                          ("", {"other": "1"}, 400)):
                with self.assertRaises(urllib.error.HTTPError) as refusal:
                    syncs(self.endpoint, action, **query)
                self.assertEqual(refusal.exception.code, status, (action, query))


class Killed(unittest.TestCase):
    def serve(self, data, path):
        errors = open(os.path.join(new_folder(self), "errors"), "w+", encoding="utf-8")
        self.addCleanup(errors.close)
        process = subprocess.Popen(
            [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", data, "--models", str(path)],
            env={**os.environ, **SECRETS}, stdout=subprocess.PIPE, stderr=errors, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process, endpoint_of(process, errors)

    def test_a_server_that_is_killed_while_it_tells_misses_nothing(self):
        data = os.path.join(new_folder(self), "data")
        written = {}
        with Receiver() as receiver:
            path = model_file(self, receiver.url, more="lanes: 3").parent
            for round_ in range(4):
                process, endpoint = self.serve(data, path)
                table = table_at(endpoint)
                for n in range(60):
                    item = str(n % 7)
                    put(table, item, round_ * 100 + n)
                    written.setdefault(item, []).append(round_ * 100 + n)
                with receiver.changed:  # It is told while it is killed.
                    told = len(receiver.requests)
                    receiver.changed.wait_for(lambda: len(receiver.requests) > told, 60)
                os.kill(process.pid, signal.SIGKILL)
                process.wait()
            process, endpoint = self.serve(data, path)
            receiver.wait_for(lambda events: len(events) == 240)
            self.assertEqual(receiver.numbers(), written)


class TaskCallback(unittest.TestCase):
    """A28: what a task of the album workflow has come to is told with its token."""

    def test_a_completed_task_and_an_expired_one_call_back_once(self):
        with Receiver() as receiver:
            endpoint = start(self, keys={"CALLBACK_SECRET": SECRETS["HOOK_SECRET"]})
            applied = model("apply", shipped("album_workflow"), "--param",
                            f"callback_url={receiver.url}", "--endpoint", endpoint)
            self.assertEqual(applied.returncode, 0, applied.stderr)
            table = table_at(endpoint, "album-workflow")
            soon = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=2)
            run = "7d3f0a52-4a8e-4c1e-9d3a-0a52fa3e8b11"
            table.put_item(Item={
                "pk": run, "sk": "metadata", "entityType": "execution", "executionId": run,
                "workflowType": "step-functions", "imageS3Key": "uploads/a.jpg"})
            for task, token, times in (
                    ("task-done", "token-1", {}),
                    ("task-late", "token-2", {"expiresAt": soon.strftime("%Y-%m-%dT%H:%M:%SZ")})):
                table.put_item(Item={
                    "pk": task, "sk": "metadata", "entityType": "task", "taskId": task,
                    "executionId": run, "workflowType": "step-functions", "taskToken": token,
                    "imageS3Key": "uploads/a.jpg", "albums": [], **times})
            table.update_item(
                Key={"pk": "task-done", "sk": "metadata"},
                UpdateExpression="SET #s = :s, validatedData = :v",
                ExpressionAttributeNames={"#s": "status"},
                ExpressionAttributeValues={":s": "completed", ":v": []})
            events = receiver.wait_for(lambda events: len(events) == 2)
            told = {event["data"]["taskId"]: event["data"] for event in events}
            self.assertEqual((told["task-done"]["status"], told["task-done"]["taskToken"]),
                             ("completed", "token-1"))
            self.assertEqual((told["task-late"]["status"], told["task-late"]["taskToken"]),
                             ("expired", "token-2"))
            self.assertNotIn("albums", told["task-done"])
            self.assertTrue(any(syncs(endpoint)["pending"] == 0 for _ in range(3000)))


if __name__ == "__main__":
    unittest.main()
