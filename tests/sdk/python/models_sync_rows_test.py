"""M37, M38, M68: rows that say of each artist whether the search engine has it. The server alone
writes them; they are right while it fails, while artists change under way, and through kill -9."""

import json
import os
import pathlib
import signal
import subprocess
import unittest
import urllib.request

from boto3.dynamodb.conditions import Key
from botocore.exceptions import ClientError
from bulk_server import BulkServer
from models_servers import PROGRAM, new_folder, start
from models_syncs_test import syncs, table_at

from server import endpoint_of

NAME = "catalogue/artists_es"

MODEL = """
format: 1
model: catalogue
version: 1
params:
  es_url: {{default: "{url}"}}
tables:
  catalogue:
    name: music-encyclopedia
    key: {{partition: PK, sort: SK}}
    enforcement: enforce
    unknown_entities: reject
    indexes:
      GSI3: {{partition: [GSI3PK], sort: [GSI3SK], project: all}}
types:
  Moment: {{type: timestamp, encode: rfc3339ms, accept: rfc3339}}
entities:
  Artist:
    key: {{PK: "ARTIST#{{artistId}}", SK: "#METADATA"}}
    attributes:
      artistId: {{type: string, required: true}}
      name: {{type: string, required: true}}
      instruments: {{type: list, of: {{type: string}}}}
      tradition: {{type: string}}
  ArtistSync:
    key: {{PK: "SYNC#artist", SK: "ID#{{artistId}}"}}
    attributes:
      artistId: {{type: string, required: true}}
      status: {{type: enum, values: [pending, synced, failed]}}
      changedAt: {{type: Moment}}
      waiting: {{type: enum, values: [pending, failed]}}
      waitingSince: {{type: Moment, required: true}}
      lastSyncedAt: {{type: Moment}}
      error: {{type: string}}
      attempts: {{type: int}}
    index_keys:
      GSI3PK: "SYNC#artist#{{waiting}}"
      GSI3SK: "{{waitingSince}}#{{artistId}}"
patterns:
  artists_pending:
    query: ArtistSync
    where: {{waiting: pending}}
    order: {{by: [waitingSince]}}
    http: GET /sync/artists/pending
  artists_failed:
    query: ArtistSync
    where: {{waiting: failed}}
    order: {{by: [waitingSince]}}
    http: GET /sync/artists/failed
sync:
  artists_es:
    of: Artist
    to: {{kind: bulk, url: "${{es_url}}", index: artists}}
    track: ArtistSync
"""


def model_file(test, url):
    path = pathlib.Path(new_folder(test), "catalogue.yaml")
    path.write_text(MODEL.format(url=url), encoding="utf-8")
    return path


def put(table, artist, name="Ravi Shankar"):
    table.put_item(Item={"PK": f"ARTIST#{artist}", "SK": "#METADATA", "artistId": artist,
                         "name": name, "instruments": ["sitar"], "tradition": "hindustani"})


def row_of(table, artist):
    key = {"PK": "SYNC#artist", "SK": f"ID#{artist}"}
    return table.get_item(Key=key, ConsistentRead=True).get("Item")


def rows_of(table):
    found = table.query(KeyConditionExpression=Key("PK").eq("SYNC#artist"), ConsistentRead=True)
    return {row["artistId"]: row["status"] for row in found["Items"]}


def listed(endpoint, path):
    with urllib.request.urlopen(f"{endpoint}/api/catalogue{path}") as answer:
        return [item["artistId"] for item in json.load(answer)["items"]]


class Rows(unittest.TestCase):
    def start_with(self, server):
        self.endpoint = start(self, "--models", str(model_file(self, server.url).parent))
        self.wait_until(lambda: syncs(self.endpoint)["state"] != "starting")
        return table_at(self.endpoint, "music-encyclopedia")

    def wait_until(self, holds):
        for _ in range(3000):
            if holds():
                return
        self.fail(syncs(self.endpoint))

    def test_say_what_waits_what_failed_and_what_is_there(self):
        with BulkServer() as server:
            server.refuse = lambda action, name, document: \
                400 if document and document["name"] == "Bad" else None
            table = self.start_with(server)
            syncs(self.endpoint, ":pause", sync=NAME)
            put(table, "1")
            put(table, "2", "Bad")
            pending = row_of(table, "1")
            self.assertEqual((pending["status"], pending["artistId"]), ("pending", "1"))
            self.assertEqual(pending["waitingSince"], pending["changedAt"])
            self.assertNotIn("lastSyncedAt", pending)
            self.assertEqual(listed(self.endpoint, "/sync/artists/pending"), ["1", "2"])
            put(table, "1", "Ravi")
            changed = row_of(table, "1")
            self.assertEqual(changed["waitingSince"], pending["waitingSince"])
            self.assertGreater(changed["changedAt"], pending["changedAt"])
            syncs(self.endpoint, ":resume", sync=NAME)
            self.wait_until(lambda: rows_of(table) == {"1": "synced", "2": "failed"})
            synced, failed = row_of(table, "1"), row_of(table, "2")
            self.assertGreaterEqual(synced["lastSyncedAt"], synced["changedAt"])
            self.assertNotIn("waiting", synced)
            self.assertIn("mapper_parsing_exception", failed["error"])
            self.assertEqual(listed(self.endpoint, "/sync/artists/pending"), [])
            self.assertEqual(listed(self.endpoint, "/sync/artists/failed"), ["2"])
            put(table, "2", "Good")
            self.wait_until(lambda: rows_of(table) == {"1": "synced", "2": "synced"})
            self.assertNotIn("error", row_of(table, "2"))
            self.assertEqual(listed(self.endpoint, "/sync/artists/failed"), [])

    def test_go_with_their_items_once_that_is_told(self):
        with BulkServer() as server:
            table = self.start_with(server)
            put(table, "1")
            self.wait_until(lambda: rows_of(table) == {"1": "synced"})
            syncs(self.endpoint, ":pause", sync=NAME)
            table.delete_item(Key={"PK": "ARTIST#1", "SK": "#METADATA"})
            self.assertEqual(rows_of(table), {"1": "pending"})
            syncs(self.endpoint, ":resume", sync=NAME)
            self.wait_until(lambda: not rows_of(table))
            self.assertEqual(server.documents, {})

    def test_of_an_artist_that_changes_while_it_is_told_go_on_waiting(self):
        seen = []
        with BulkServer() as server:
            table = self.start_with(server)

            def change(handler, actions):
                seen.append(row_of(table, "1"))
                if len(seen) < 4:
                    put(table, "1", f"Name {len(seen)}")
                return False

            server.fail = change
            put(table, "1")
            self.wait_until(lambda: rows_of(table) == {"1": "synced"})
            self.assertGreaterEqual(len(seen), 4)
            self.assertEqual({row["status"] for row in seen}, {"pending"})
            self.assertEqual({row["waitingSince"] for row in seen}, {seen[0]["waitingSince"]})
            self.assertEqual(server.documents["ARTIST#1/#METADATA"]["name"], "Name 3")

    def test_wait_while_the_search_engine_is_away(self):
        with BulkServer() as server:
            table = self.start_with(server)
            server.fail = lambda handler, actions: \
                server.send(handler, 503, {"error": "away"}) is None
            for n in range(5):
                put(table, str(n))
            self.wait_until(lambda: syncs(self.endpoint)["failures"] > 0)
            self.assertEqual(set(rows_of(table).values()), {"pending"})
            server.fail = lambda handler, actions: False
            syncs(self.endpoint, ":resume", sync=NAME)
            self.wait_until(lambda: set(rows_of(table).values()) == {"synced"})

    def test_are_written_by_nobody_else(self):
        with BulkServer() as server:
            table = self.start_with(server)
            put(table, "1")
            self.wait_until(lambda: rows_of(table) == {"1": "synced"})
            row = row_of(table, "1")
            key = {"PK": row["PK"], "SK": row["SK"]}
            for write in (lambda: table.put_item(Item={**row, "status": "failed"}),
                          lambda: table.put_item(Item={**row, "SK": "ID#2", "artistId": "2"}),
                          lambda: table.delete_item(Key=key),
                          lambda: table.update_item(Key=key, UpdateExpression="SET x = :x",
                                                    ExpressionAttributeValues={":x": 1})):
                with self.assertRaises(ClientError) as refused:
                    write()
                self.assertIn("only the server writes this row", str(refused.exception))
            self.assertEqual(row_of(table, "1"), row)

    def test_come_in_the_commit_of_a_transaction(self):
        with BulkServer() as server:
            table = self.start_with(server)
            syncs(self.endpoint, ":pause", sync=NAME)
            client = table.meta.client
            items = [{"PK": f"ARTIST#{n}", "SK": "#METADATA", "artistId": str(n), "name": "A"}
                     for n in range(3)]
            puts = [{"Put": {"TableName": table.name, "Item": item}} for item in items]
            failing = {"ConditionCheck": {"TableName": table.name,
                                          "Key": {"PK": "ARTIST#x", "SK": "#METADATA"},
                                          "ConditionExpression": "attribute_exists(PK)"}}
            with self.assertRaises(ClientError):
                client.transact_write_items(TransactItems=[*puts, failing])
            self.assertEqual(rows_of(table), {})
            client.transact_write_items(TransactItems=puts)
            self.assertEqual(rows_of(table), {"0": "pending", "1": "pending", "2": "pending"})


class Killed(unittest.TestCase):
    def serve(self, data, folder):
        errors = open(os.path.join(new_folder(self), "errors"), "w+", encoding="utf-8")
        self.addCleanup(errors.close)
        process = subprocess.Popen(
            [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", data, "--models", str(folder)],
            stdout=subprocess.PIPE, stderr=errors, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process, endpoint_of(process, errors)

    def test_rows_are_right_through_kills(self):
        data = os.path.join(new_folder(self), "data")
        artists = set()
        with BulkServer() as server:
            folder = model_file(self, server.url).parent
            for round_ in range(4):
                process, endpoint = self.serve(data, folder)
                table = table_at(endpoint, "music-encyclopedia")
                for n in range(40):
                    artist = str(n % 9)
                    if n % 13 == 12:
                        table.delete_item(Key={"PK": f"ARTIST#{artist}", "SK": "#METADATA"})
                        artists.discard(artist)
                    else:
                        put(table, artist, f"Name {round_} {n}")
                        artists.add(artist)
                with server.changed:  # It is told while it is killed.
                    told = len(server.requests)
                    server.changed.wait_for(lambda: len(server.requests) > told, 1)
                os.kill(process.pid, signal.SIGKILL)
                process.wait()
            process, endpoint = self.serve(data, folder)
            table = table_at(endpoint, "music-encyclopedia")
            for _ in range(3000):
                if set(rows_of(table).values()) == {"synced"}:
                    break
            self.assertEqual(rows_of(table), dict.fromkeys(artists, "synced"))
            names = {f"ARTIST#{artist}/#METADATA" for artist in artists}
            self.assertEqual(set(server.documents), names)
            for artist in artists:
                stored = table.get_item(Key={"PK": f"ARTIST#{artist}", "SK": "#METADATA"})["Item"]
                told = server.documents[f"ARTIST#{artist}/#METADATA"]
                self.assertEqual(told["name"], stored["name"])


if __name__ == "__main__":
    unittest.main()
