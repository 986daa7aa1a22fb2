"""Workers that claim items: by REST, by the command, by the plain calls that the document tells."""

import concurrent.futures
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import stat
import subprocess
import unittest
import urllib.error
import urllib.request
import uuid

import boto3
from lossy_proxy import lossy_proxy
from models import job, message
from models_servers import PROGRAM, model, new_folder, shipped, start


class WorkersTestCase(unittest.TestCase):
    model = "rez_agent"
    table = "rez-agent-messages-dev"

    def setUp(self):
        self.endpoint = self.served(self.model)
        resource = boto3.resource(
            "dynamodb", endpoint_url=self.endpoint, region_name="us-east-1",
            aws_access_key_id="any", aws_secret_access_key="any")
        self.items = resource.Table(self.table)
        self.client = resource.meta.client

    def served(self, name):
        """A server of its own with that model alone."""
        folder = new_folder(self)
        shutil.copy(shipped(name), folder)
        return start(self, "--models", folder)

    def ask(self, path, body=None, headers=None):
        """The status and the answer of a POST."""
        request = urllib.request.Request(
            f"{self.endpoint}/api{path}", method="POST",
            data=json.dumps(body or {}).encode(),
            headers={"Content-Type": "application/json", **(headers or {})})
        try:
            with urllib.request.urlopen(request) as response:
                text = response.read()
                return response.status, json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())

    def send(self, count=1, **more):
        """The ids of messages that wait, the oldest first."""
        ids = []
        for _ in range(count):
            item = {**message(), **more}
            self.items.put_item(Item=item)
            self.items.update_item(
                Key={"message_id": item["message_id"]}, UpdateExpression="SET #s = :s",
                ExpressionAttributeNames={"#s": "status"},
                ExpressionAttributeValues={":s": "queued"})
            ids.append(item["message_id"])
        return ids

    def stored(self, message_id):
        return self.items.get_item(Key={"message_id": message_id}, ConsistentRead=True)["Item"]


class Messages(WorkersTestCase):
    def claim(self, query="stage=dev", **body):
        return self.ask(f"/messages:claim?{query}", body)

    def test_a_worker_claims_and_completes_by_rest(self):
        first, second = self.send(2)
        status, item = self.claim(leased_by="w1")
        self.assertEqual((status, item["message_id"], item["status"]), (200, first, "processing"))
        self.assertEqual((item["leased_by"], item["lease_attempts"]), ("w1", 1))
        self.assertEqual(self.claim()[1]["message_id"], second)
        self.assertEqual(self.claim(), (204, None))
        token = {"lease_token": item["lease_token"]}
        self.assertEqual(self.ask(f"/messages/{first}:heartbeat", token)[0], 200)
        status, done = self.ask(f"/messages/{first}:complete", {**token, "notification_id": "n"})
        self.assertEqual((status, done["status"], done["notification_id"]), (200, "completed", "n"))
        self.assertNotIn("lease_token", done)
        status, late = self.ask(f"/messages/{first}:complete", token)
        self.assertEqual((status, late["code"]), (409, "M207"))
        self.assertEqual(late["title"], "Another worker's item")

    def test_an_item_is_given_back_or_fails(self):
        (only,) = self.send()
        token = {"lease_token": self.claim()[1]["lease_token"]}
        status, back = self.ask(f"/messages/{only}:release", token)
        self.assertEqual((status, back["status"], back["lease_attempts"]), (200, "queued", 0))
        token = {"lease_token": self.claim()[1]["lease_token"]}
        status, refusal = self.ask(f"/messages/{only}:fail", token)
        self.assertEqual((status, refusal["code"]), (422, "M202"))
        status, failed = self.ask(f"/messages/{only}:fail", {**token, "error_message": "no"})
        self.assertEqual((status, failed["status"]), (200, "failed"))

    def test_waits_for_an_item(self):
        with concurrent.futures.ThreadPoolExecutor() as pool:
            waiting = pool.submit(self.claim, "stage=dev&wait=20s")
            (only,) = self.send()
            status, item = waiting.result()
        self.assertEqual((status, item["message_id"]), (200, only))

    def test_the_server_stops_although_a_worker_waits(self):
        connection = http.client.HTTPConnection(self.endpoint.removeprefix("http://"))
        self.addCleanup(connection.close)
        connection.request("POST", "/api/messages:claim?stage=dev&wait=30s", "{}",
                           {"Content-Type": "application/json"})
        # Answered behind it. The server stops with the test, and must do so in time.
        self.assertEqual(self.claim()[0], 204)

    def test_takes_a_certain_message_that_a_queue_has_told_of(self):
        (only,) = self.send()
        token = {"lease_token": str(uuid.uuid4())}
        self.assertEqual(self.ask(f"/messages/{only}:take", token)[0], 200)
        status, refusal = self.ask(f"/messages/{only}:take", {"lease_token": str(uuid.uuid4())})
        self.assertEqual((status, refusal["code"]), (409, "M207"))

    def test_two_workers_never_have_the_same_message(self):
        sent = self.send(40)
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            answers = list(pool.map(lambda _: self.claim(), range(60)))
        got = [item["message_id"] for status, item in answers if status == 200]
        self.assertEqual(sorted(got), sorted(sent))
        self.assertEqual([status for status, _ in answers].count(204), 20)

    def test_is_in_the_index_of_the_api(self):
        with urllib.request.urlopen(f"{self.endpoint}/api/") as response:
            models = json.loads(response.read())["models"]
        patterns = {each["name"]: each for each in models[0]["patterns"]}
        self.assertEqual(patterns["claim_next"]["work"],
                         {"token": "lease_token", "worker": "leased_by", "lease_seconds": 300})
        for verb in ("take", "heartbeat", "complete", "fail", "release"):
            self.assertEqual(patterns[f"claim_next_{verb}"]["path"],
                             f"/api/messages/{{message_id}}:{verb}")


class Jobs(WorkersTestCase):
    model = "photoeditor"
    table = "photoeditor-dev-jobs"

    def test_the_lease_lasts_from_processing_to_the_end(self):
        self.items.put_item(Item=job(jobId="01HF9G3Q7Z6X5V4T3S2R1P0N9M"))
        status, item = self.ask("/photoeditor/jobs:claim", {"leasedBy": "e1"})
        self.assertEqual((status, item["status"]), (200, "PROCESSING"))
        path = f"/photoeditor/jobs/{item['jobId']}"
        status, refusal = self.ask(f"{path}/status", {"status": "EDITING"})
        self.assertEqual((status, refusal["code"]), (409, "M207"))
        token = {"leaseToken": item["leaseToken"]}
        status, editing = self.ask(f"{path}/status", {"status": "EDITING", **token})
        self.assertEqual((status, editing["leaseToken"]), (200, item["leaseToken"]))
        result = {"s3Key": "final/1.png", "width": 1, "height": 1, "format": "png", "size": 1}
        status, done = self.ask(f"{path}:complete", {"editResult": result, **token})
        self.assertEqual((status, done["status"], done["s3FinalKey"]),
                         (200, "COMPLETED", "final/1.png"))
        self.assertNotIn("leaseToken", done)


class PlainCalls(WorkersTestCase):
    """The requests of the exported document, sent as they stand there."""

    def setUp(self):
        super().setUp()
        document = model("export", "markdown", shipped("rez_agent")).stdout
        part = document.split("### claim\\_next by plain calls of DynamoDB")[1]
        self.calls = json.loads(re.search(r"```json\n(.*?)```", part, re.DOTALL)[1])

    def request(self, name, **given):
        text = json.dumps(self.calls[name])
        for word, value in given.items():
            text = text.replace(f"<{word.replace('_', ' ')}>", value)
        # boto3's resource client takes plain values.
        return json.loads(re.sub(r'\{"S": ("[^"]*")\}', r"\1", text))

    def update(self, name, message_id, **given):
        request = self.request(name, **given)
        request["Key"] = {"message_id": message_id}
        return self.client.update_item(**request)

    def test_the_calls_of_the_document_do_it(self):
        first, second = self.send(2)
        found = self.client.query(**self.request("look", stage="dev"))["Items"]
        self.assertEqual([item["message_id"] for item in found], [first, second])
        taken = self.update("claim", first, a_new_UUID="t1", the_worker="me")["Attributes"]
        self.assertEqual((taken["status"], taken["leased_by"]), ("processing", "me"))
        self.assertIn("lease_until", taken)
        exceptions = self.client.exceptions
        with self.assertRaises(exceptions.ConditionalCheckFailedException):
            self.update("claim", first, a_new_UUID="t2", the_worker="you")
        self.update("heartbeat", first, the_token="t1")
        for name in ("heartbeat", "complete", "release"):
            with self.assertRaises(exceptions.ConditionalCheckFailedException):
                self.update(name, first, the_token="t2")
        self.update("release", first, the_token="t1")
        self.assertEqual(self.stored(first)["status"], "queued")
        self.update("claim", first, a_new_UUID="t3", the_worker="me")
        self.update("complete", first, the_token="t3")
        done = self.stored(first)
        self.assertEqual(done["status"], "completed")
        self.assertNotIn("lease_token", done)


class CommandTestCase(WorkersTestCase):
    def program(self, text):
        path = pathlib.Path(new_folder(self), "handler")
        path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    def work(self, *options):
        return [PROGRAM, "work", "rez_agent", "claim_next", "--stage", "dev",
                "--endpoint", self.endpoint, *options]

    def run_to_the_end(self, program, *options):
        return subprocess.run(self.work("--exec", program, "--until-empty", *options),
                              capture_output=True, text=True, check=False, timeout=60)


class Command(CommandTestCase):
    def test_a_program_runs_for_each_message(self):
        sent = self.send(3)
        done = self.run_to_the_end(self.program(
            """id=$(grep -o '"message_id": *"[^"]*"' | cut -d'"' -f4)\n"""
            """echo "{\\"notification_id\\": \\"told-$id\\"}" """), "--parallel", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        for message_id in sent:
            self.assertEqual(self.stored(message_id)["notification_id"], f"told-{message_id}")
            self.assertEqual(self.stored(message_id)["status"], "completed")
            self.assertIn(f"completed {message_id}\n", done.stderr)

    def test_its_exit_code_says_what_becomes_of_the_message(self):
        (failed,) = self.send()
        self.run_to_the_end(self.program("cat >/dev/null; exit 3"),
                            "--on-failure", '{"error_message": "it broke"}')
        self.assertEqual(self.stored(failed)["error_message"], "it broke")
        self.assertEqual(self.stored(failed)["status"], "failed")

    def test_a_worker_that_is_stopped_gives_its_message_back(self):
        (only,) = self.send()
        begun = pathlib.Path(new_folder(self), "begun")
        os.mkfifo(begun)
        program = self.program(f"echo yes > {begun}; sleep 600")
        process = subprocess.Popen(self.work("--exec", program), stderr=subprocess.PIPE, text=True)
        try:
            self.assertEqual(begun.read_text(encoding="utf-8"), "yes\n")
            self.assertEqual(self.stored(only)["status"], "processing")
            process.send_signal(signal.SIGTERM)
            _, said = process.communicate(timeout=30)
        finally:
            process.kill()
        self.assertEqual(process.returncode, 0, said)
        self.assertIn(f"given back {only}", said)
        self.assertEqual(self.stored(only)["status"], "queued")
        self.assertEqual(self.stored(only)["lease_attempts"], 0)

    def test_what_was_done_is_told_although_requests_and_answers_are_lost(self):
        (only,) = self.send()
        program = self.program("""cat >/dev/null; echo '{"notification_id": "once"}'""")
        with lossy_proxy(self.endpoint, "/claim_next_complete") as proxy:
            self.endpoint = proxy.endpoint
            done = self.run_to_the_end(program)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(proxy.lost, 2)
        self.assertIn(f"completed {only}\n", done.stderr)
        self.assertEqual(self.stored(only)["status"], "completed")
        self.assertEqual(self.stored(only)["notification_id"], "once")
        self.assertEqual(self.stored(only)["lease_attempts"], 1)

    def test_another_pattern_is_no_claim(self):
        done = subprocess.run(
            [PROGRAM, "work", "rez_agent", "get_message", "--exec", "true", "--endpoint",
             self.endpoint], capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual(done.returncode, 3)
        self.assertIn("get_message is no claim of rez_agent", done.stderr)


class ItemsThatNobodyCanTake(CommandTestCase):
    def served(self, name):
        """Messages are only taken once they have a notification_id."""
        folder = new_folder(self)
        text = pathlib.Path(shipped(name)).read_text(encoding="utf-8")
        taking = "          stamp: {processing_started_at: now}\n"
        self.assertEqual(text.count(taking), 1)
        text = text.replace(taking, f"{taking}          require: [notification_id]\n")
        pathlib.Path(folder, f"{name}.yaml").write_text(text, encoding="utf-8")
        return start(self, "--models", folder)

    def test_do_not_end_the_work_on_what_comes_later(self):
        (stuck,) = self.send()
        program = self.program("cat >/dev/null; exit 0")
        process = subprocess.Popen(self.work("--exec", program), stderr=subprocess.PIPE, text=True)
        try:
            self.assertIn("notification_id", process.stderr.readline())
            (good,) = self.send(notification_id="n")
            for line in process.stderr:
                if line == f"completed {good}\n":
                    break
            else:
                self.fail("the worker has ended")
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=30)
        finally:
            process.kill()
        self.assertEqual(process.returncode, 0)
        self.assertEqual(self.stored(stuck)["status"], "queued")


class Correlation(WorkersTestCase):
    model = "photoeditor"
    table = "photoeditor-dev-jobs"

    def test_a_job_has_the_id_of_its_request(self):
        given = {key: value for key, value in job().items() if key != "jobId"}
        _, made = self.ask("/photoeditor/jobs", given, {"X-Correlation-Id": "order-7"})
        self.assertEqual(made["correlationId"], "order-7")
        _, other = self.ask("/photoeditor/jobs", given)
        self.assertEqual(uuid.UUID(other["correlationId"]).version, 4)

    def test_the_answer_has_it_too(self):
        request = urllib.request.Request(f"{self.endpoint}/api/",
                                         headers={"X-Correlation-Id": "order-7"})
        with urllib.request.urlopen(request) as response:
            self.assertEqual(response.headers["X-Correlation-Id"], "order-7")

    def test_a_trace_is_the_id_of_a_message(self):
        endpoint = self.served("rez_agent")
        client = boto3.client("dynamodb", endpoint_url=endpoint, region_name="us-east-1",
                              aws_access_key_id="any", aws_secret_access_key="any")
        trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        client.meta.events.register(
            "before-send.dynamodb",
            lambda request, **_: request.headers.update(
                {"traceparent": f"00-{trace}-00f067aa0ba902b7-01"}))
        given = message()
        del given["correlation_id"]
        table = "rez-agent-messages-dev"
        plain = {"payload": {"M": {"text": {"S": "x"}}}}
        client.put_item(TableName=table, Item={
            **{name: {"S": value} for name, value in given.items() if name != "payload"}, **plain})
        stored = client.get_item(TableName=table,
                                 Key={"message_id": {"S": given["message_id"]}})["Item"]
        self.assertEqual(stored["correlation_id"]["S"], str(uuid.UUID(trace)))
