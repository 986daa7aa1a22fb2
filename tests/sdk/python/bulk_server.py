"""A search engine's bulk API on a free port: keeps documents by their versions as Elasticsearch
does with `version_type: external`, and fails as a test wants."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class BulkServer:
    """`refuse` takes an action, its document's id and the document, and says the status of the
    refusal or None. `fail` takes the handler and the parsed actions; if it returns true, it has
    answered (or not) itself, and nothing more is done."""

    def __init__(self):
        self.refuse = lambda action, name, document: None
        self.fail = lambda handler, actions: False
        self.documents_max = None   # In one request; more: 413.
        self.requests = []          # (path, headers, body) of all.
        self.versions = {}          # Of each document, deleted ones as well.
        self.documents = {}
        self.stale = 0              # Actions with a version that is not newer.
        self.changed = threading.Condition()
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                server.take(self)

            def log_message(self, *arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.handle_error = lambda *_: None
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def take(self, handler):
        body = handler.rfile.read(int(handler.headers["Content-Length"])).decode()
        with self.changed:
            self.requests.append((handler.path, dict(handler.headers), body))
            self.changed.notify_all()
        actions = parse(body)
        if self.fail(handler, actions):
            return
        if self.documents_max is not None and len(actions) > self.documents_max:
            return self.send(handler, 413, {"error": "too large"})
        self.send(handler, 200, self.apply(actions))

    def apply(self, actions):
        with self.changed:
            items = [self.apply_one(*action) for action in actions]
            self.changed.notify_all()
        failed = any("error" in told for item in items for told in item.values())
        return {"took": 1, "errors": failed, "items": items}

    def apply_one(self, action, meta, document):
        name, version = meta["_id"], meta["version"]
        told = {"_index": meta["_index"], "_id": name}
        refused = self.refuse(action, name, document)
        if refused is not None:
            kind = "mapper_parsing_exception" if refused == 400 else "rejected_execution_exception"
            return {action: {**told, "status": refused,
                             "error": {"type": kind, "reason": "as the test wants"}}}
        if version <= self.versions.get(name, -1):
            self.stale += 1
            return {action: {**told, "status": 409,
                             "error": {"type": "version_conflict_engine_exception"}}}
        self.versions[name] = version
        if action == "index":
            self.documents[name] = document
            return {action: {**told, "status": 200, "result": "updated"}}
        was_there = self.documents.pop(name, None) is not None
        return {action: {**told, "status": 200 if was_there else 404,
                         "result": "deleted" if was_there else "not_found"}}

    @staticmethod
    def send(handler, status, answer):
        text = json.dumps(answer).encode()
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(text)))
        handler.end_headers()
        handler.wfile.write(text)

    def wait_for(self, holds, seconds=60):
        """Until that holds of the documents; those."""
        with self.changed:
            held = self.changed.wait_for(lambda: holds(self.documents), seconds)
            assert held, f"after {seconds} s: {list(self.documents.items())[:5]}"
            return dict(self.documents)


def parse(body):
    """(action, what it says, document) of each."""
    assert body.endswith("\n"), "a bulk request ends with a line break"
    lines = [json.loads(line) for line in body.splitlines()]
    actions = []
    while lines:
        (action, meta), = lines.pop(0).items()
        assert action in ("index", "delete"), action
        assert meta["version_type"] == "external", meta
        actions.append((action, meta, lines.pop(0) if action == "index" else None))
    return actions
