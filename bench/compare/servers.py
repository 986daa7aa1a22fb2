"""Starts and stops servers, each on a free port of the loopback and in a directory of its own."""

import os
import shutil
import socket
import subprocess
import tempfile
import time

import bars

_MODEL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "model")
_START_SECONDS_MAX = 30
_STOP_SECONDS_MAX = 20
_NGINX = """daemon off;
worker_processes auto;
pid {directory}/pid;
error_log {directory}/error.log;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  default_type application/x-amz-json-1.0;
  keepalive_requests 1000000000;
  keepalive_timeout 600;
  client_body_temp_path {directory}/body;
  proxy_temp_path {directory}/proxy;
  fastcgi_temp_path {directory}/fastcgi;
  uwsgi_temp_path {directory}/uwsgi;
  scgi_temp_path {directory}/scgi;
  server {{
    listen 127.0.0.1:{port};
    location / {{ return 200 '{body}'; }}
  }}
}}
"""


class DidNotStart(Exception):
    pass


class Server:
    """A server that answers. Leaving its `with` block stops it and removes its directory."""

    def __init__(self, name, make_command, environment=None):
        """`make_command(directory, port)` gives the command line."""
        self.name = name
        self.port = _free_port()
        self.directory = tempfile.mkdtemp(prefix=f"partita-compare-{name}-")
        self.process = None
        try:
            self._start(make_command(self.directory, self.port), environment or {})
        except BaseException:
            self.stop()
            raise

    def _start(self, command, environment):
        with open(os.path.join(self.directory, "log"), "wb") as log:
            start = time.monotonic()
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.directory,
                env={**os.environ, **environment})
        self._wait_for_answer(start)
        self.first_answer_seconds = time.monotonic() - start

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def address(self):
        return f"127.0.0.1:{self.port}"

    def process_ids(self):
        """The server's process and its children: nginx works in those."""
        first = self.process.pid
        with open(f"/proc/{first}/task/{first}/children", encoding="ascii") as file:
            return [first] + [int(word) for word in file.read().split()]

    def resident_bytes(self):
        total = 0
        for process in self.process_ids():
            with open(f"/proc/{process}/statm", encoding="ascii") as file:
                total += int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
        return total

    def stop(self):
        if self.process is not None:
            self._stop_process()
        shutil.rmtree(self.directory, ignore_errors=True)

    def _stop_process(self):
        self.process.terminate()
        try:
            self.process.wait(_STOP_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def _wait_for_answer(self, start):
        while time.monotonic() - start < _START_SECONDS_MAX:
            if self.process.poll() is not None:
                break
            if _answers(self.port):
                return
            time.sleep(0.0005)
        with open(os.path.join(self.directory, "log"), encoding="utf-8", errors="replace") as file:
            raise DidNotStart(f"{self.name} does not answer: {file.read()[-500:].strip()}")


def starters(program, peers, sample, credentials):
    """How each server is started, by name. `sample` is the static body that nginx serves."""
    key = {"PARTITA_ACCESS_KEY_ID": credentials[0], "PARTITA_SECRET_ACCESS_KEY": credentials[1]}

    def partita(*storage):
        return lambda directory, port: [
            program, "serve", "--listen", f"127.0.0.1:{port}",
            *[word.format(directory=directory) for word in storage]]

    def nginx(directory, port):
        configuration = os.path.join(directory, "nginx.conf")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(_NGINX.format(directory=directory, port=port, body=sample))
        return [peers.nginx(), "-p", directory, "-c", configuration]

    def dynoxide(_, port):
        return [peers.dynoxide(), "serve", "--host", "127.0.0.1", "--port", str(port)]

    def dynalite(_, port):
        return ["node", peers.dynalite(), "--host", "127.0.0.1", "--port", str(port)]

    return {
        bars.OURS: lambda: Server(bars.OURS, partita("--data", "{directory}/data"), key),
        bars.MEMORY: lambda: Server(bars.MEMORY, partita("--memory"), key),
        bars.MODELLED: lambda: Server(
            bars.MODELLED, partita("--data", "{directory}/data", "--models", _MODEL), key),
        bars.NGINX: lambda: Server(bars.NGINX, nginx),
        bars.DYNOXIDE: lambda: Server(bars.DYNOXIDE, dynoxide),
        bars.DYNALITE: lambda: Server(bars.DYNALITE, dynalite),
    }


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _answers(port):
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
            connection.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                               b"Connection: close\r\n\r\n")
            return connection.recv(16).startswith(b"HTTP/1.1 ")
    except OSError:
        return False
