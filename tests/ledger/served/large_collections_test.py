"""What the album workflow's own code loses beyond one megabyte, its pattern gives whole (A53)."""

import json
import os
import unittest
import urllib.error
import urllib.request
import uuid

import boto3
from boto3.dynamodb.conditions import Key

ENDPOINT = os.environ["PARTITA_MODELS_ENDPOINT"]
ALBUMS = 400
LONG_TEXT = "discogs " * 400  # With it 400 albums have more than one megabyte.

workflow = boto3.resource("dynamodb", endpoint_url=ENDPOINT).Table("album-workflow")


def get_full(execution_id):
    url = f"{ENDPOINT}/api/album_workflow/executions/{execution_id}/full"
    with urllib.request.urlopen(url) as answer:
        return json.load(answer)


class LargeCollections(unittest.TestCase):
    def setUp(self):
        self.execution_id = str(uuid.uuid4())
        workflow.put_item(Item={"entityType": "execution", "executionId": self.execution_id,
                                "workflowType": "step-functions", "imageS3Key": "wall.jpg"})
        with workflow.batch_writer() as batch:
            for index in range(1, ALBUMS + 1):
                batch.put_item(Item={
                    "entityType": "album", "executionId": self.execution_id, "albumIndex": index,
                    "workflowType": "step-functions", "albumName": "Blue", "artist": "Mitchell",
                    "year": 1971, "priceSource": LONG_TEXT})

    def test_are_cut_by_one_query(self):
        page = workflow.query(KeyConditionExpression=Key("pk").eq(self.execution_id))
        self.assertLess(len(page["Items"]), ALBUMS)
        self.assertIn("LastEvaluatedKey", page)

    def test_come_whole_by_their_pattern(self):
        answer = get_full(self.execution_id)
        self.assertEqual(answer["execution"]["executionId"], self.execution_id)
        self.assertEqual(sorted(album["albumIndex"] for album in answer["albums"]),
                         list(range(1, ALBUMS + 1)))

    def test_are_not_found_without_their_execution(self):
        workflow.delete_item(Key={"pk": self.execution_id, "sk": "metadata"})
        with self.assertRaises(urllib.error.HTTPError) as refusal:
            get_full(self.execution_id)
        self.assertEqual(refusal.exception.code, 404)
        self.assertIn("there is no Execution", json.load(refusal.exception)["detail"])


if __name__ == "__main__":
    unittest.main()
