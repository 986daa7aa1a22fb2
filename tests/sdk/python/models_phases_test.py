"""What rez_agent plans for later: the index of types of its second phase, built while the server
runs; the archive of its third, without which messages that expire are gone."""

import pathlib
import time
import unittest
import uuid

import boto3

from models_patterns import NotFound, get_json
from models_servers import model, new_folder, shipped, start

TABLE = "rez-agent-messages-dev"
INDEX = "message_type-created_date-index"


def message(**others):
    return {"message_id": str(uuid.uuid4()), "created_by": "scheduler",
            "message_type": "scheduled_hello", "correlation_id": str(uuid.uuid4()),
            "payload": {"text": "hello world"}, **others}


def until(ask, holds, seconds=60):
    """The first answer of `ask` that holds, or the last one."""
    deadline = time.monotonic() + seconds
    answer = ask()
    while not holds(answer) and time.monotonic() < deadline:
        answer = ask()
    return answer


class Phases(unittest.TestCase):
    def setUp(self):
        self.models = pathlib.Path(new_folder(self))
        self.text = pathlib.Path(shipped("rez_agent")).read_text(encoding="utf-8")
        (self.models / "rez_agent.yaml").write_text(self.text, encoding="utf-8")
        self.endpoint = start(self, "--models", self.models, "--ttl-interval", "50")
        self.messages = boto3.resource("dynamodb", endpoint_url=self.endpoint).Table(TABLE)

    def raise_phase_to(self, phase):
        changed = self.models / "changed.yml"
        changed.write_text(self.text.replace("live_phase: 1", f"live_phase: {phase}")
                           .replace("\nversion: 3\n", "\nversion: 4\n"), encoding="utf-8")
        applied = model("apply", changed, "--endpoint", self.endpoint)
        self.assertEqual(applied.returncode, 0, applied.stderr)

    def test_the_index_of_types_is_built_when_its_phase_is_live(self):
        sent = [message() for _ in range(3)] + [message(message_type="reminder")]
        for item in sent:
            self.messages.put_item(Item=item)
        indexes = {index["IndexName"] for index in self.messages.global_secondary_indexes}
        self.assertNotIn(INDEX, indexes)
        self.assertRaises(AssertionError, get_json, f"{self.endpoint}/api/messages?type=reminder")
        self.raise_phase_to(2)
        url = f"{self.endpoint}/api/messages?type=scheduled_hello"
        found = until(lambda: get_json(url), lambda answer: answer["count"] == 3)
        self.assertEqual({item["message_id"] for item in found["items"]},
                         {item["message_id"] for item in sent[:3]})
        self.assertEqual(found["plan"]["index"], INDEX)

    def test_types_are_counted_without_the_index(self):
        for kind in ("scheduled_hello", "scheduled_hello", "reminder"):
            self.messages.put_item(Item=message(message_type=kind))
        rows = get_json(f"{self.endpoint}/api/metrics/types?window=24h")["rows"]
        self.assertEqual({row["message_type"]: row["n"] for row in rows},
                         {"scheduled_hello": 2, "reminder": 1})

    def test_a_message_that_expires_is_gone_and_in_no_archive(self):
        item = message(created_date="2025-10-21T14:30:00.000Z")
        self.messages.put_item(Item=item)
        key = {"message_id": item["message_id"]}
        gone = until(lambda: self.messages.get_item(Key=key, ConsistentRead=True),
                     lambda answer: "Item" not in answer)
        self.assertNotIn("Item", gone)
        url = f"{self.endpoint}/api/messages/{item['message_id']}"
        self.assertRaises(NotFound, get_json, url)


class Environments(unittest.TestCase):
    def test_each_stage_has_a_table_of_its_own_and_recovery_only_beyond_dev(self):
        for stage, recovers in (("dev", False), ("stage", True), ("prod", True)):
            with self.subTest(stage=stage):
                endpoint = start(self)
                applied = model("apply", shipped("rez_agent"), "--param", f"stage={stage}",
                                "--endpoint", endpoint)
                self.assertEqual(applied.returncode, 0, applied.stderr)
                table = boto3.resource("dynamodb", endpoint_url=endpoint).Table(
                    f"rez-agent-messages-{stage}")
                item = message()
                table.put_item(Item=item)
                stored = table.get_item(Key={"message_id": item["message_id"]})["Item"]
                self.assertEqual(stored["stage"], stage)
                exported = model("export", "terraform", shipped("rez_agent"), "--param",
                                 f"stage={stage}").stdout
                block = exported[exported.index("point_in_time_recovery"):]
                enabled = block.split("enabled", 1)[1].split()[1]
                self.assertEqual(enabled, str(recovers).lower())
                described = boto3.client(
                    "dynamodb", endpoint_url=endpoint).describe_continuous_backups(
                        TableName=f"rez-agent-messages-{stage}")
                recovery = described["ContinuousBackupsDescription"][
                    "PointInTimeRecoveryDescription"]["PointInTimeRecoveryStatus"]
                self.assertEqual(recovery, "ENABLED" if recovers else "DISABLED")


if __name__ == "__main__":
    unittest.main()
