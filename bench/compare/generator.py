"""Runs the load generator, and plain RocksDB as if it were a server."""

import json
import os
import shutil
import subprocess
import tempfile

ACCESS_KEY, SECRET_KEY = "AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
_RUN_SECONDS_MAX = 1800


class Failed(Exception):
    """The generator found a wrong answer, or no answer at all."""


class Generator:
    def __init__(self, build, threads):
        self._load = os.path.join(build, "partita_load")
        self._rocksdb = os.path.join(build, "plain_rocksdb")
        self._threads = threads

    def sample(self):
        """The static body of `raw`, of the size of our own answers."""
        return _run([self._load, "sample"])

    def create(self, server):
        _run([self._load, "create", *_who(server)])

    def load(self, server, first, end, connections=8):
        return self._measure(server, "load", "--first", first, "--items", end,
                             "--connections", connections)

    def run(self, server, workload, items, seconds):
        command = "raw" if server.name == "nginx" else workload.command
        return self._measure(server, command, "--items", items, "--seconds", seconds,
                             "--connections", workload.connections, "--threads", self._threads)

    def plain_rocksdb(self, items, writers, seconds):
        directory = tempfile.mkdtemp(prefix="partita-compare-rocksdb-")
        try:
            return json.loads(_run([self._rocksdb, directory, items, writers, seconds]))
        finally:
            shutil.rmtree(directory, ignore_errors=True)

    def verifies_signatures(self, server):
        """Whether a request that is signed with another key is refused, as it must be."""
        try:
            _run([self._load, "create", "--server", server.address(), "--secret-key", "wrong"])
        except Failed as refusal:
            return "InvalidSignature" in str(refusal) or "UnrecognizedClient" in str(refusal)
        return False

    def _measure(self, server, *words):
        processes = ",".join(map(str, server.process_ids()))
        return json.loads(_run([self._load, *words, *_who(server), "--pid", processes, "--json"]))


def _who(server):
    return ["--server", server.address(), "--access-key", ACCESS_KEY, "--secret-key", SECRET_KEY]


def _run(command):
    try:
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True,
                              timeout=_RUN_SECONDS_MAX, check=False)
    except subprocess.TimeoutExpired as error:
        raise Failed(f"{command[1]} takes more than {_RUN_SECONDS_MAX} s") from error
    if done.returncode != 0:
        raise Failed((done.stderr.strip() or f"{command[0]} ended with {done.returncode}")[:700])
    return done.stdout
