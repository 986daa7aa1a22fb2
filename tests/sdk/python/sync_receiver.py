"""A webhook's receiver on a free port: remembers what it was told, and fails as a test wants."""

import base64
import hashlib
import hmac
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def signature(secret, identifier, timestamp, body):
    """As Standard Webhooks says, made here anew."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f"{identifier}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()


class Receiver:
    """`answer` takes an event and says the status of the answer; it may also be a function that
    takes the handler as well and writes the answer itself, and then returns None."""

    def __init__(self, answer=None):
        self.answer = answer or (lambda event: 200)
        self.requests = []   # (headers, body) of all.
        self.taken = []      # Events that were answered with 200, in order.
        self.changed = threading.Condition()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                receiver.take(self)

            def log_message(self, *arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # Who is told may find that the server was killed meanwhile.
        self.server.handle_error = lambda *_: None
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook?team=7"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def take(self, handler):
        body = handler.rfile.read(int(handler.headers["Content-Length"]))
        told = json.loads(body)
        events = told.get("events", [told])
        with self.changed:
            self.requests.append((dict(handler.headers), body))
            self.changed.notify_all()
        statuses = {event["id"]: self.answer(event) for event in events}
        if None in statuses.values():
            handler.close_connection = True
            return
        if "events" in told:
            failed = [{"id": each, "error": f"status {status}"}
                      for each, status in statuses.items() if status != 200]
            status, text = 200, json.dumps({"failed": failed}).encode()
        else:
            status, text = statuses[told["id"]], b"{}"
        with self.changed:
            self.taken += [event for event in events if statuses[event["id"]] == 200]
            self.changed.notify_all()
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(text)))
        if status in (301, 307):
            handler.send_header("Location", self.url)
        handler.end_headers()
        handler.wfile.write(text)

    def wait_for(self, holds, seconds=60):
        """Until that holds of what was taken so far, each event once; those."""
        with self.changed:
            held = self.changed.wait_for(lambda: holds(self.once()), seconds)
            assert held, f"{len(self.once())} events after {seconds} s: {self.once()[-3:]}"
            return self.once()

    def once(self):
        """Each event where it came first."""
        return list({event["id"]: event for event in reversed(self.taken)}.values())[::-1]

    def numbers(self):
        """What was told of each item, in order."""
        numbers = {}
        for event in self.once():
            numbers.setdefault(event["data"]["id"], []).append(event["data"]["n"])
        return numbers
