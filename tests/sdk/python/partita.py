"""What every test here begins with: boto3's clients of the running server, and tables."""

import os
import unittest
import uuid

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

ENDPOINT = os.environ["PARTITA_ENDPOINT"]

client = boto3.client("dynamodb", endpoint_url=ENDPOINT)
resource = boto3.resource("dynamodb", endpoint_url=ENDPOINT)


def connect(endpoint=ENDPOINT, **credentials):
    """A client with other credentials that asks only once."""
    return boto3.client("dynamodb", endpoint_url=endpoint,
                        config=Config(retries={"max_attempts": 0}), **credentials)


def unique_name(stem="table"):
    return f"{stem}-{uuid.uuid4()}"


def create_table(key, indexes=None, name=None, **others):
    """create_table("pk:S sk:N", {"by-owner": "owner:S made:N"}): a table that is ready to use."""
    indexes = indexes or {}
    words = {word for text in [key, *indexes.values()] for word in text.split()}
    definitions = [dict(zip(("AttributeName", "AttributeType"), word.split(":")))
                   for word in sorted(words)]
    if indexes:
        others["GlobalSecondaryIndexes"] = [
            {"IndexName": index, "KeySchema": key_schema(text),
             "Projection": {"ProjectionType": "ALL"}} for index, text in indexes.items()]
    table = resource.create_table(
        TableName=name or unique_name(), KeySchema=key_schema(key),
        AttributeDefinitions=definitions, BillingMode="PAY_PER_REQUEST", **others)
    table.wait_until_exists()
    return table


def key_schema(text):
    names = [word.split(":")[0] for word in text.split()]
    return [{"AttributeName": name, "KeyType": kind}
            for name, kind in zip(names, ("HASH", "RANGE"))]


class TestCase(unittest.TestCase):
    def refuses(self, code, message=None):
        """A block in which the server must answer with this error and, if given, these words."""
        return _Refusal(self, code, message)


class _Refusal:
    def __init__(self, test, code, message):
        self._test, self._code, self._message = test, code, message
        self.response = None

    def __enter__(self):
        return self

    def __exit__(self, kind, error, _):
        self._test.assertIsInstance(error, ClientError, f"{self._code} did not come")
        self.response = error.response
        self._test.assertEqual(error.response["Error"]["Code"], self._code, str(error))
        if self._message is not None:
            self._test.assertEqual(error.response["Error"]["Message"], self._message)
        return True
