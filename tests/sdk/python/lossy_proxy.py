"""A server between a program and partita that loses what it is told to lose."""

import http.client
import http.server
import threading
import urllib.parse
from contextlib import contextmanager


class LossyProxy(http.server.ThreadingHTTPServer):
    """Loses the first request whose path ends so, and of the second one the answer."""

    daemon_threads = True

    def __init__(self, endpoint, ending):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.place = urllib.parse.urlsplit(endpoint).netloc
        self.ending = ending
        self.lost = 0

    @property
    def endpoint(self):
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self._pass_on()

    def do_POST(self):
        self._pass_on()

    def _pass_on(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path = urllib.parse.urlsplit(self.path).path
        is_lossy = path.endswith(self.server.ending) and self.server.lost < 2
        self.server.lost += is_lossy
        if is_lossy and self.server.lost == 1:
            return
        connection = http.client.HTTPConnection(self.server.place)
        connection.request(self.command, self.path, body, dict(self.headers))
        with connection.getresponse() as answer:
            status, kind, text = answer.status, answer.getheader("Content-Type"), answer.read()
        connection.close()
        if is_lossy:
            return
        self.send_response(status)
        if kind is not None:
            self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        """Nothing: what the tests print is theirs."""


@contextmanager
def lossy_proxy(endpoint, ending):
    with LossyProxy(endpoint, ending) as proxy:
        thread = threading.Thread(target=proxy.serve_forever)
        thread.start()
        try:
            yield proxy
        finally:
            proxy.shutdown()
            thread.join()
