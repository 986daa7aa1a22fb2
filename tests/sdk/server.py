"""Runs a client program against real servers: python3 -B tests/sdk/server.py PARTITA COMMAND...

Starts two servers on free ports, each with a directory of its own, and tells the client of them:
  PARTITA_ENDPOINT       lets in only what is signed with AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY
  PARTITA_OPEN_ENDPOINT  has no access keys, so that any well-formed signature will do
Ends with the client's exit status, or with 1 if a server did not start or did not stop cleanly.
"""

import ctypes
import os
import re
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack, contextmanager

ACCESS_KEY, SECRET_KEY = "PTTASDKTESTSDKTEST01", "sdk/tests+sign/with+this=and*not.with~others"
STOP_SECONDS_MAX = 5
_LINUX_PR_SET_PDEATHSIG = 1


class Failed(Exception):
    """A server that did not start or stop as it must, and what it said."""


def main(arguments):
    # A stop by a signal is an exception like any other, so that no server is left behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if len(arguments) < 2:
        sys.exit(__doc__)
    program, *command = arguments
    keys = {"PARTITA_ACCESS_KEY_ID": ACCESS_KEY, "PARTITA_SECRET_ACCESS_KEY": SECRET_KEY}
    try:
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="partita-sdk-"))
            endpoint = stack.enter_context(server(program, os.path.join(folder, "signed"), keys))
            open_endpoint = stack.enter_context(server(program, os.path.join(folder, "open"), {}))
            return run_client(command, client_environment(folder, endpoint, open_endpoint))
    except (Failed, OSError) as failure:
        print(f"tests/sdk/server.py: {failure}", file=sys.stderr)
        return 1


def run_client(command, environment):
    client = subprocess.Popen(command, env=environment, preexec_fn=die_with_parent)
    try:
        return client.wait()
    finally:
        client.kill()


def client_environment(folder, endpoint, open_endpoint):
    """What the SDKs read, and nothing that they could find about this machine's user."""
    foreign = ("AWS_", "PARTITA_", "BOTO_")
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(foreign) and "proxy" not in name.lower()}
    return environment | {
        "PARTITA_ENDPOINT": endpoint,
        "PARTITA_OPEN_ENDPOINT": open_endpoint,
        "AWS_ACCESS_KEY_ID": ACCESS_KEY,
        "AWS_SECRET_ACCESS_KEY": SECRET_KEY,
        "AWS_REGION": "us-east-1",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_CONFIG_FILE": os.devnull,
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_PAGER": "",
        "TMPDIR": folder,
    }


@contextmanager
def server(program, directory, keys):
    """A server while the block runs. Its endpoint is what it says itself when it starts."""
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith("PARTITA_")}
    os.makedirs(directory)
    with open(os.path.join(directory, "errors"), "w+", encoding="utf-8") as errors:
        data = os.path.join(directory, "data")
        process = subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0", "--data", data],
            env=environment | keys, stdout=subprocess.PIPE, stderr=errors, text=True,
            preexec_fn=die_with_parent)
        try:
            yield endpoint_of(process, errors)
            stop(process, errors)
        finally:
            process.kill()
            process.wait()


def endpoint_of(process, errors):
    line = process.stdout.readline()
    address = re.search(r"http://[\w.:\[\]]+", line)
    if not address:
        raise Failed(f"the server did not start: {line}{said_in(errors)}")
    return address.group()


def stop(process, errors):
    if process.poll() is not None:
        raise Failed(f"the server ended by itself ({process.returncode}): {said_in(errors)}")
    process.terminate()
    try:
        process.communicate(timeout=STOP_SECONDS_MAX)
    except subprocess.TimeoutExpired as slow:
        raise Failed(f"the server did not stop within {STOP_SECONDS_MAX} s") from slow
    if process.returncode != 0:
        raise Failed(f"the server stopped with {process.returncode}: {said_in(errors)}")


def said_in(errors):
    errors.seek(0)
    return errors.read()


def die_with_parent():
    """Runs in the child. If ctest kills this program by force, nothing outlives it."""
    ctypes.CDLL(None).prctl(_LINUX_PR_SET_PDEATHSIG, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
