"""What tests of the models begin with: the server that enforces them, its tables, good items."""

import json
import os
import unittest
import uuid

import boto3
from boto3.dynamodb.types import TypeSerializer
from botocore.exceptions import ClientError

ENDPOINT = os.environ["PARTITA_MODELS_ENDPOINT"]

resource = boto3.resource("dynamodb", endpoint_url=ENDPOINT)
client = boto3.client("dynamodb", endpoint_url=ENDPOINT)

messages = resource.Table("rez-agent-messages-dev")
jobs = resource.Table("photoeditor-dev-jobs")
executions = resource.Table("ExecutionIndex")
workflow = resource.Table("album-workflow")
encyclopedia = resource.Table("music-encyclopedia")

_last_body = {}


def _keep_body(response_dict, **_):
    if response_dict is not None:
        _last_body["bytes"] = response_dict["body"]


for _client in (client, resource.meta.client):
    _client.meta.events.register("response-received.dynamodb", _keep_body)


def last_body():
    """The answer to the newest request as the server sent it: boto3 keeps only what it knows."""
    return json.loads(_last_body["bytes"])


def message(**others):
    """A message as rez_agent's scheduler makes it; the server adds the rest."""
    return {"message_id": new_uuid(), "created_by": "scheduler", "message_type": "scheduled_hello",
            "correlation_id": new_uuid(), "payload": {"text": "hello world"}, **others}


def job(**others):
    return {"jobId": new_ulid(), "userId": f"user-{uuid.uuid4()}", "fileSize": 2483112,
            "fileType": "image/jpeg", "provider": "gemini", **others}


def execution(**others):
    """An execution of an agent as an event tells of it."""
    agent = others.pop("agent", "my-agent-prod")
    return {"executionArn": f"arn:aws:states:us-east-1:123456789012:execution:{agent}:{new_uuid()}",
            "status": "RUNNING", "startDate": "2025-09-29T12:34:50.000Z", **others}


def run(**others):
    """One run of the album workflow."""
    return {"entityType": "execution", "executionId": new_uuid(), "workflowType": "step-functions",
            "imageS3Key": "uploads/albums.jpg", **others}


def album(of, index=1, **others):
    """An album of that run."""
    return {"entityType": "album", "executionId": of["executionId"],
            "workflowType": of["workflowType"], "albumIndex": index, "artist": "Pink Floyd",
            "albumName": "The Dark Side of the Moon", "year": 1973, **others}


def task(of, **others):
    """A task to validate the albums of that run."""
    return {"entityType": "task", "taskId": f"task-{new_ulid()}", "executionId": of["executionId"],
            "workflowType": of["workflowType"], "imageS3Key": of["imageS3Key"],
            "albums": [facts()], "taskToken": "secret-token", **others}


def facts(**others):
    return {"albumIndex": 1, "albumName": "Abbey Road", "artist": "The Beatles", "year": 1969,
            **others}


def new_uuid():
    return str(uuid.uuid4())


def new_ulid():
    """Random in all of its 26 letters but the first, which is small enough for 128 bits."""
    letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    number = uuid.uuid4().int
    return "".join(letters[number >> 5 * place & 31] for place in range(25, -1, -1))


def typed(item):
    """The item as boto3's client takes it, from Python's own values."""
    serialize = TypeSerializer().serialize
    return {name: serialize(value) for name, value in item.items()}


def change(table, key, expression, values=None, **others):
    """UpdateItem with every name behind `#`: change(jobs, key, "SET #status = :s", {":s": "X"})."""
    names = {word for word in expression.replace(",", " ").replace(".", " ").split()
             if word.startswith("#")}
    if values is not None:
        others["ExpressionAttributeValues"] = values
    return table.update_item(Key=key, UpdateExpression=expression, ReturnValues="ALL_NEW",
                             ExpressionAttributeNames={name: name[1:] for name in sorted(names)},
                             **others)["Attributes"]


def get(table, key):
    """The stored item, or None."""
    return table.get_item(Key=key, ConsistentRead=True).get("Item")


class ModelTestCase(unittest.TestCase):
    model = None
    maxDiff = None

    def refused(self, code, words, **parts):
        """A block in which the model must refuse with this code and in exactly these words.

        What a program can read of it in the body's ModelError is given by name: attribute="ttl".
        """
        return _Refusal(self, code, words, {"code": code, "model": self.model, **parts})


class _Refusal:
    # The first words of each exception are DynamoDB's own.
    _VALIDATION = "ValidationException", "One or more parameter values were invalid: "
    _CONDITION = "ConditionalCheckFailedException", "The conditional request failed: "

    def __init__(self, test, code, words, parts):
        self._test, self._parts = test, parts
        is_condition = code in ("M201", "M203", "M204", "M205", "M206", "M207")
        self._exception, first_words = self._CONDITION if is_condition else self._VALIDATION
        self._message = f"{first_words}model {test.model}, {words} [{code}]"
        self.response = None

    def __enter__(self):
        return self

    def __exit__(self, kind, error, _):
        self._test.assertIsInstance(error, ClientError, f"not refused: {self._message}")
        self.response = error.response
        self._test.assertEqual(error.response["Error"]["Message"], self._message)
        self._test.assertEqual(error.response["Error"]["Code"], self._exception)
        self._test.assertEqual(error.response["ResponseMetadata"]["HTTPStatusCode"], 400)
        told = last_body()["ModelError"]
        self._test.assertEqual({name: told.get(name) for name in self._parts}, self._parts)
        return True


class LifecycleTestCase(ModelTestCase):
    """Every pair of states: an edge of the model is let through, anything else is refused."""
    states = ()
    edges = {}  # From each state the states that may follow, in the order of the model.
    final = ()

    def item_in(self, state):
        """The key of a new item in that state, reached by allowed steps."""
        raise NotImplementedError

    def move(self, key, state):
        raise NotImplementedError

    def name_of(self, key):
        """The item as refusals call it: "Job 01HF..."."""
        raise NotImplementedError

    def follows(self, state):
        """The words behind the semicolon of a refusal."""
        if state in self.final:
            return f"{state} is final"
        return f"from {state}: {', '.join(self.edges[state])}"

    def check_every_pair(self):
        for before in self.states:
            for after in self.states:
                if before != after:
                    with self.subTest(before=before, after=after):
                        self.check_pair(before, after)

    def check_pair(self, before, after):
        key = self.item_in(before)
        allowed = self.edges.get(before, [])
        if after in allowed:
            self.assertEqual(self.move(key, after)["status"], after)
            return
        with self.refused("M201", f"{self.name_of(key)}: status {before} -> {after} is not "
                          f"allowed; {self.follows(before)}", attribute="status", value=after,
                          current=before, allowed=allowed):
            self.move(key, after)
