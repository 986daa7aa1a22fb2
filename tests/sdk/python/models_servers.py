"""Servers for tests that change which models there are, and the command line that asks them."""

import os
import pathlib
import subprocess
import sys
import tempfile
from contextlib import contextmanager

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from server import ACCESS_KEY, SECRET_KEY, server  # It is one folder up, hence behind the path.

PROGRAM = os.environ["PARTITA_PROGRAM"]
MODELS = pathlib.Path(__file__).resolve().parents[3] / "models"
SERVER_KEYS = {"PARTITA_ACCESS_KEY_ID": ACCESS_KEY, "PARTITA_SECRET_ACCESS_KEY": SECRET_KEY}


def shipped(name):
    return str(MODELS / f"{name}.yaml")


def start(test, *options, keys=None):
    """The endpoint of a server in memory that stops, and must do so cleanly, with the test.

    For a class instead of a test, with the last of its tests.
    """
    folder = os.path.join(new_folder(test), "server")
    return _enter(test, server(PROGRAM, folder, ["--memory", *options], keys or {}))


@contextmanager
def serving(data, *options, keys=None):
    """A server on that directory while the block runs: its endpoint, and a function that tells what
    it has said on standard error so far."""
    with tempfile.TemporaryDirectory() as folder:
        directory = pathlib.Path(folder, "server")
        with server(PROGRAM, str(directory), ["--data", str(data), *map(str, options)],
                    keys or {}) as endpoint:
            yield endpoint, (directory / "errors").read_text


def new_folder(test):
    return _enter(test, tempfile.TemporaryDirectory())


def _enter(test, context):
    is_class = isinstance(test, type)
    return test.enterClassContext(context) if is_class else test.enterContext(context)


def command(*arguments):
    return [PROGRAM, "model", *map(str, arguments)]


def model(*arguments, **environment):
    """`partita model ...` to its end; a variable that is None is not set."""
    variables = {**os.environ, **environment}
    return subprocess.run(command(*arguments), capture_output=True, text=True, check=False,
                          env={name: value for name, value in variables.items()
                               if value is not None})
