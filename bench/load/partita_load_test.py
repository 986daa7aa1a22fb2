"""Does the load generator catch a server that lies? Usage: partita_load_test.py PARTITA_LOAD

A tiny honest server passes; each of its lies must fail. It checks all signatures by itself.
"""

import hashlib
import hmac
import http.server
import json
import subprocess
import sys
import threading
import unittest
import zlib

SECRET_KEY = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
ITEMS = 1000
PROGRAM = ""


def signature_of(headers, body):
    """Signature Version 4 as its specification has it, from the headers that the client names."""
    fields = dict(part.split("=", 1) for part in
                  headers["Authorization"].removeprefix("AWS4-HMAC-SHA256 ").split(", "))
    names = fields["SignedHeaders"].split(";")
    scope = fields["Credential"].split("/", 1)[1]
    canonical = "\n".join(["POST", "/", "", *[f"{name}:{headers[name]}" for name in names], "",
                           fields["SignedHeaders"], hashlib.sha256(body).hexdigest()])
    to_sign = "\n".join(["AWS4-HMAC-SHA256", headers["X-Amz-Date"], scope,
                         hashlib.sha256(canonical.encode()).hexdigest()])
    key = f"AWS4{SECRET_KEY}".encode()
    for part in [*scope.split("/"), to_sign]:
        key = hmac.digest(key, part.encode(), "sha256")
    return key.hex(), fields["Signature"]


class HonestStore:
    """Knows three operations, and does them right."""

    def __init__(self):
        self.items = {}

    def answer(self, operation, request):
        return json.dumps(getattr(self, operation)(request), separators=(",", ":"))

    def BatchWriteItem(self, request):  # pylint: disable=invalid-name
        for writes in request["RequestItems"].values():
            for write in writes:
                self.put(write["PutRequest"]["Item"])
        return {"UnprocessedItems": {}}

    def PutItem(self, request):  # pylint: disable=invalid-name
        self.put(request["Item"])
        return {}

    def GetItem(self, request):  # pylint: disable=invalid-name
        return {"Item": self.items[request["Key"]["message_id"]["S"]]}

    def put(self, item):
        self.items[item["message_id"]["S"]] = item


class ForgetfulStore(HonestStore):
    """Acknowledges every write and loses most of the later ones."""

    def put(self, item):
        if len(self.items) < ITEMS or item["message_id"]["S"][0] < "4":
            super().put(item)


class SloppyStore(HonestStore):
    """Returns the right item with one attribute changed."""

    def GetItem(self, request):
        return {"Item": super().GetItem(request)["Item"] | {"created_by": {"S": "nobody"}}}


class SwappingStore(HonestStore):
    """Returns the same item whatever was asked for."""

    def GetItem(self, request):
        return {"Item": next(iter(self.items.values()))}


class ParrotStore(HonestStore):
    """Says the same to everybody."""

    def __init__(self, words):
        super().__init__()
        self.words = words

    def answer(self, operation, request):
        return self.words


class HttpServer(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """A generator that found a lie hangs up at once: that is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class Server:
    def __init__(self, store, crc_error=0):
        self.wrong_signatures = 0
        owner = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True
            wbufsize = -1

            def do_POST(self):  # pylint: disable=invalid-name
                body = self.rfile.read(int(self.headers["Content-Length"]))
                expected, given = signature_of(self.headers, body)
                owner.wrong_signatures += expected != given
                operation = self.headers["X-Amz-Target"].split(".")[1]
                answer = store.answer(operation, json.loads(body)).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(answer)))
                self.send_header("x-amz-crc32", str(zlib.crc32(answer) ^ crc_error))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_):  # pylint: disable=arguments-differ
                pass

        self.http = HttpServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.http.shutdown()
        self.http.server_close()

    def load(self, workload, *options):
        return run(workload, "--server", f"127.0.0.1:{self.http.server_address[1]}", *options)


def run(*words):
    command = [PROGRAM, *words, "--items", str(ITEMS), "--seconds", "0.2", "--warm-up", "0",
               "--connections", "2"]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


class LoadGenerator(unittest.TestCase):
    def passes(self, done):
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def fails(self, done, complaint):
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn(complaint, done.stderr)

    def test_honest_server_passes_and_finds_every_signature_right(self):
        with Server(HonestStore()) as server:
            for workload in ("load", "get", "put", "get"):
                self.passes(server.load(workload))
            self.assertEqual(server.wrong_signatures, 0)

    def test_another_secret_gives_other_signatures(self):
        with Server(HonestStore()) as server:
            self.passes(server.load("load", "--secret-key", "another"))
            self.assertGreater(server.wrong_signatures, 0)

    def test_lost_write_is_found_when_it_is_read_back(self):
        with Server(ForgetfulStore()) as server:
            self.passes(server.load("load"))
            self.fails(server.load("put"), "an acknowledged write is lost")

    def test_changed_attribute_is_found_in_answers_that_are_checked_whole(self):
        with Server(SloppyStore()) as server:
            self.fails(server.load("load"), "an item that should have been")

    def test_another_item_than_asked_for_is_found_in_every_answer(self):
        with Server(SwappingStore()) as server:
            self.fails(server.load("load"), "an acknowledged write is lost")
            self.fails(server.load("get", "--whole-every", "1000000"), "not the item")

    def test_wrong_checksum_is_found(self):
        store = HonestStore()
        with Server(store) as server:
            self.passes(server.load("load"))
        with Server(store, crc_error=1) as server:
            self.fails(server.load("get"), "x-amz-crc32")

    def test_no_workload_passes_on_canned_answers(self):
        sample = run("sample").stdout
        for words in ("{}", '{"UnprocessedItems":{}}', sample):
            with Server(ParrotStore(words)) as server:
                for workload in ("load", "get", "batchget", "query", "scan", "put", "update",
                                 "transact"):
                    self.fails(server.load(workload), "answer was 200")

    def test_static_body_passes_as_such(self):
        with Server(ParrotStore(run("sample").stdout)) as server:
            self.passes(server.load("raw"))
            self.assertEqual(server.wrong_signatures, 0)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
