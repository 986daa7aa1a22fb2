"""States of items told to a search engine by its bulk API: the index has what the table has,
however the search engine fails, lies or answers twice, and through kill -9 of the server."""

import base64
import itertools
import os
import pathlib
import signal
import subprocess
import unittest

from bulk_server import BulkServer, parse
from models_servers import PROGRAM, model, new_folder, shipped, start
from models_syncs_test import put, sync_command, syncs, table_at

from server import endpoint_of

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
      internal: {{type: string, hidden: true}}
sync:
  hook:
    of: Thing
    to: {{kind: bulk, url: "${{url}}", index: things{secret}}}
    {more}
"""


def model_folder(test, url, secret="", more="lanes: 4"):
    path = pathlib.Path(new_folder(test), "hooked.yaml")
    path.write_text(MODEL.format(url=url, secret=secret, more=more), encoding="utf-8")
    return path.parent


def numbers(documents):
    return {name: document["n"] for name, document in documents.items()}


class Index(unittest.TestCase):
    def start_with(self, server, secret="", more="lanes: 4", path=""):
        folder = model_folder(self, server.url + path, secret, more)
        self.endpoint = start(self, "--models", str(folder),
                              keys={"ES_LOGIN": "elastic:changeme"})
        self.wait_until(lambda state: state["state"] != "starting")
        return table_at(self.endpoint)

    def wait_until(self, holds):
        for _ in range(3000):
            state = syncs(self.endpoint)
            if holds(state):
                return state
        self.fail(state)

    def test_has_a_document_for_each_item_as_clients_see_it(self):
        with BulkServer() as server:
            table = self.start_with(server, path="/search?pipeline=x",
                                    secret=", auth: basic, secret: env:ES_LOGIN")
            put(table, "a", 1, internal="x")
            put(table, "b/c", 2)
            documents = server.wait_for(lambda documents: len(documents) == 2)
            self.assertEqual(documents, {"a": {"id": "a", "kind": "thing", "n": 1},
                                         "b%2Fc": {"id": "b/c", "kind": "thing", "n": 2}})
            put(table, "a", 3)
            table.delete_item(Key={"pk": "b/c"})
            server.wait_for(lambda documents: numbers(documents) == {"a": 3})
            path, headers, _ = server.requests[0]
            self.assertEqual(path, "/search/_bulk?pipeline=x")
            self.assertEqual(headers["Content-Type"], "application/x-ndjson")
            self.assertEqual(base64.b64decode(headers["Authorization"].removeprefix("Basic ")),
                             b"elastic:changeme")

    def test_has_only_what_the_condition_holds_of(self):
        with BulkServer() as server:
            table = self.start_with(server, more="when: n > 0")
            put(table, "a", 1)
            put(table, "b", 0)
            put(table, "c", 1)
            server.wait_for(lambda documents: set(documents) == {"a", "c"})
            put(table, "a", 0)
            put(table, "b", 5)
            documents = server.wait_for(lambda documents: set(documents) == {"b", "c"})
            self.assertEqual(numbers(documents), {"b": 5, "c": 1})

    def test_becomes_what_the_table_is_although_the_search_engine_fails_in_every_way(self):
        ways = itertools.cycle(range(9))

        def fail(handler, actions):
            way = next(ways)
            if way == 0:
                server.send(handler, 503, {"error": "busy"})
            elif way == 1:                      # Takes all of it and does not say so.
                server.apply(actions)
                handler.close_connection = True
            elif way == 2:
                server.apply(actions)
                server.send(handler, 500, {"error": "lost my way"})
            elif way == 3:                      # Claims to be well, and has done nothing.
                server.send(handler, 200, {"took": 1, "errors": False})
            elif way == 4:                      # Tells of somebody else's documents.
                told = server.apply(actions)
                for item in told["items"]:
                    for each in item.values():
                        each["_id"] += "x"
                server.send(handler, 200, told)
            elif way == 5:
                handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n{")
                handler.close_connection = True
            elif way == 6:                      # Answers twice.
                told = server.apply(actions)
                server.send(handler, 200, told)
                server.send(handler, 200, told)
            return way < 7

        with BulkServer() as server:
            busy = itertools.cycle([429, None, None])
            server.fail = fail
            server.refuse = lambda action, name, document: next(busy)
            table = self.start_with(server, more="lanes: 2\n    batch: 5")
            expected = {}
            for n in range(150):
                name = str(n % 11)
                if n % 13 == 12:
                    table.delete_item(Key={"pk": name})
                    expected.pop(name, None)
                else:
                    put(table, name, n)
                    expected[name] = n
                if n % 30 == 29:
                    syncs(self.endpoint, ":resume", sync="hooked/hook")  # Does not wait.
            for _ in range(3000):
                syncs(self.endpoint, ":resume", sync="hooked/hook")
                state = syncs(self.endpoint, ":retry", sync="hooked/hook")
                if state["pending"] == 0 and state["held_items"] == 0:
                    break
            self.assertEqual((state["pending"], state["held_items"], state["lost"]), (0, 0, 0))
            self.assertEqual(numbers(server.documents), expected)
            self.assertGreater(server.stale, 0, "nothing was told twice, so nothing was shown")

    def test_a_document_that_is_refused_holds_back_neither_others_nor_its_next_state(self):
        with BulkServer() as server:
            server.refuse = lambda action, name, document: \
                400 if document and document["n"] < 0 else None
            table = self.start_with(server, more="tries: 1")
            put(table, "bad", -1)
            put(table, "good", 1)
            server.wait_for(lambda documents: set(documents) == {"good"})
            state = self.wait_until(
                lambda state: (state["dead_letters"], state["pending"]) == (1, 0))
            self.assertEqual(state["state"], "dead letters")
            letter = state["held"][0]
            self.assertEqual(letter["key"], {"pk": "bad"})
            self.assertIn("400 mapper_parsing_exception: as the test wants", letter["error"])
            put(table, "bad", 2)
            server.wait_for(lambda documents: numbers(documents) == {"good": 1, "bad": 2})
            self.wait_until(lambda state: state["held_items"] == 0)
            put(table, "bad", -3)
            state = self.wait_until(lambda state: state["dead_letters"] == 1)
            skipped = sync_command(self.endpoint, "skip", "hooked/hook", "--event",
                                   state["held"][0]["event"])
            self.assertEqual(skipped.returncode, 0, skipped.stderr)
            state = self.wait_until(lambda state: state["held_items"] == 0)
            self.assertEqual(state["skipped"], 1)
            self.assertEqual(numbers(server.documents), {"good": 1, "bad": 2})

    def test_requests_are_as_large_as_declared_and_smaller_if_the_target_wants(self):
        with BulkServer() as server:
            table = self.start_with(server, more="lanes: 1\n    batch: 50")
            syncs(self.endpoint, ":pause", sync="hooked/hook")
            for n in range(100):
                put(table, str(n), n)
            server.documents_max = 7
            syncs(self.endpoint, ":resume", sync="hooked/hook")
            server.wait_for(lambda documents: len(documents) == 100)
            sizes = [body.count('"version_type"') for _, _, body in server.requests]
            self.assertEqual(max(sizes), 50)
            state = self.wait_until(lambda state: state["pending"] == 0)
            self.assertEqual((state["held_items"], state["failures"]), (0, 0))

    def test_a_replay_fills_an_index_that_was_made_anew(self):
        with BulkServer() as server:
            table = self.start_with(server)
            put(table, "a", 1)
            put(table, "a", 2)
            put(table, "b", 3)
            server.wait_for(lambda documents: numbers(documents) == {"a": 2, "b": 3})
            self.wait_until(lambda state: state["pending"] == 0)
            with server.changed:
                server.documents.clear()
                server.versions.clear()
            self.assertEqual(sync_command(self.endpoint, "replay", "hooked/hook").returncode, 0)
            server.wait_for(lambda documents: numbers(documents) == {"a": 2, "b": 3})

    def test_a_request_that_arrives_late_changes_nothing(self):
        with BulkServer() as server:
            table = self.start_with(server)
            for n in (1, 2):
                put(table, "a", n)
                server.wait_for(lambda documents, n=n: numbers(documents) == {"a": n})
            late = parse(server.requests[0][2])
            server.apply(late)
            self.assertEqual(numbers(server.documents), {"a": 2})
            server.versions.clear()  # The control: without versions it would.
            server.apply(late)
            self.assertEqual(numbers(server.documents), {"a": 1})

    def test_a_secret_that_is_missing_is_told_and_nothing_is_sent(self):
        with BulkServer() as server:
            table = self.start_with(server, secret=", auth: header, secret: env:NOBODY_HAS_IT")
            put(table, "a", 1)
            state = self.wait_until(lambda state: state["failures"] > 0)
            self.assertIn("NOBODY_HAS_IT", state["error"])
            self.assertEqual(server.requests, [])

    def test_an_index_that_is_missing_makes_the_sync_wait(self):
        with BulkServer() as server:
            server.refuse = lambda action, name, document: 404
            table = self.start_with(server)
            put(table, "a", 1)
            state = self.wait_until(lambda state: state["failures"] > 0)
            self.assertEqual((state["state"], state["held_items"]), ("failing", 0))
            server.refuse = lambda action, name, document: None
            sync_command(self.endpoint, "resume", "hooked/hook")
            server.wait_for(lambda documents: numbers(documents) == {"a": 1})


class Music(unittest.TestCase):
    """M68: the music encyclopedia's artists in a search engine."""

    def test_tells_its_artists(self):
        with BulkServer() as server:
            endpoint = start(self)
            applied = model("apply", shipped("music"), "--param", f"es_url={server.url}",
                            "--endpoint", endpoint)
            self.assertEqual(applied.returncode, 0, applied.stderr)
            table_at(endpoint, "music-encyclopedia").put_item(Item={
                "PK": "ARTIST#456", "SK": "#METADATA", "artistId": "456",
                "name": "Ravi Shankar", "instruments": ["sitar"], "tradition": "hindustani"})
            documents = server.wait_for(lambda documents: len(documents) == 1)
            (name, document), = documents.items()
            self.assertEqual(name, "ARTIST#456/#METADATA")
            self.assertEqual((document["name"], document["instruments"]),
                             ("Ravi Shankar", ["sitar"]))
            self.assertIn('"_index":"artists"', server.requests[0][2])


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

    def test_a_server_that_is_killed_while_it_tells_leaves_the_index_right(self):
        data = os.path.join(new_folder(self), "data")
        expected = {}
        with BulkServer() as server:
            folder = model_folder(self, server.url, more="lanes: 3\n    batch: 2")
            for round_ in range(4):
                process, endpoint = self.serve(data, folder)
                table = table_at(endpoint)
                for n in range(60):
                    name = str(n % 7)
                    if n % 17 == 16:
                        table.delete_item(Key={"pk": name})
                        expected.pop(name, None)
                        continue
                    put(table, name, round_ * 100 + n)
                    expected[name] = round_ * 100 + n
                with server.changed:  # It is told while it is killed.
                    told = len(server.requests)
                    server.changed.wait_for(lambda: len(server.requests) > told, 1)
                os.kill(process.pid, signal.SIGKILL)
                process.wait()
            self.serve(data, folder)
            server.wait_for(lambda documents: numbers(documents) == expected)


if __name__ == "__main__":
    unittest.main()
