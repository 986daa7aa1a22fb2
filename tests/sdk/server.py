"""Runs a client program against real servers: server.py [--SERVER]... PARTITA COMMAND...

Starts servers on free ports, each with a directory of its own, and tells the client of them:
  PARTITA_ENDPOINT           lets in only what is signed with AWS_ACCESS_KEY_ID and its secret
  PARTITA_OPEN_ENDPOINT      has no access keys, so that any well-formed signature will do
and, if they are asked for by name, without access keys and in memory:
  --models                   PARTITA_MODELS_ENDPOINT: the models of models/, enforced
  --observed                 PARTITA_OBSERVED_ENDPOINT: the same models, only observed
  --production               PARTITA_PRODUCTION_ENDPOINT: those that have environments, in prod
  --samples                  PARTITA_SAMPLES_ENDPOINT: the same, with a tenth of its sample data
  --faults                   PARTITA_FAULTS_ENDPOINT: enforced, and faults can be set
PARTITA_PROGRAM is the program itself. Ends with the client's exit status, or with 1 if a server did
not start or did not stop cleanly.
"""

import ctypes
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack, contextmanager

ACCESS_KEY, SECRET_KEY = "PTTASDKTESTSDKTEST01", "sdk/tests+sign/with+this=and*not.with~others"
MODELS = pathlib.Path(__file__).resolve().parents[2] / "models"
STOP_SECONDS_MAX = 5
_LINUX_PR_SET_PDEATHSIG = 1


class Failed(Exception):
    """A server that did not start or stop as it must, and what it said."""


def main(arguments):
    # A stop by a signal is an exception like any other, so that no server is left behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    wanted = [argument for argument in arguments if argument in MODEL_SERVERS]
    if len(arguments) < len(wanted) + 2:
        sys.exit(__doc__)
    program, *command = arguments[len(wanted):]
    try:
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="partita-sdk-"))
            endpoints = start_servers(stack, program, folder, wanted)
            return run_client(command, client_environment(folder, program, endpoints))
    except (Failed, OSError) as failure:
        print(f"tests/sdk/server.py: {failure}", file=sys.stderr)
        return 1


def start_servers(stack, program, folder, wanted):
    """The endpoints by the names of their variables; the servers stop with the stack."""
    def start(name, options, keys=None):
        directory = os.path.join(folder, name)
        return stack.enter_context(server(program, directory, options, keys or {}))
    keys = {"PARTITA_ACCESS_KEY_ID": ACCESS_KEY, "PARTITA_SECRET_ACCESS_KEY": SECRET_KEY}
    endpoints = {
        "PARTITA_ENDPOINT": start("signed", ["--data", os.path.join(folder, "data")], keys),
        "PARTITA_OPEN_ENDPOINT": start("open", ["--data", os.path.join(folder, "open-data")]),
    }
    for option in wanted:
        variable, options_of = MODEL_SERVERS[option]
        endpoints[variable] = start(option, [*MODEL_OPTIONS, *options_of(folder)])
    return endpoints


def observed_models(folder):
    """A copy of the models that says `observe` where they say `enforce`."""
    return copy_models(folder, "observed-models", "enforcement: enforce",
                       lambda _: "enforcement: observe")


def production_models(folder):
    """Copies of the models that have an environment, whose parameters are those of production."""
    return copy_models(folder, "production-models", r"\bdefault: dev\b", lambda _: "default: prod",
                       ("photoeditor.yaml", "rez_agent.yaml"))


def models_with_fewer_samples(folder):
    """A copy of the models with a tenth of the sample data: a client reads all of it."""
    return copy_models(folder, "sampled-models", r"\bcount: (\d+)",
                       lambda found: f"count: {max(int(found[1]) // 10, min(int(found[1]), 20))}")


def copy_models(folder, name, pattern, replacement, names=None):
    """The directory of the copies, of all models if no names are given. Each of them must have
    something to be replaced."""
    directory = pathlib.Path(folder) / name
    directory.mkdir()
    for path in [MODELS / name for name in names] if names else MODELS.glob("*.yaml"):
        text, count = re.subn(pattern, replacement, path.read_text(encoding="utf-8"))
        if count == 0:
            raise Failed(f"{path} has nothing like {pattern}")
        (directory / path.name).write_text(text, encoding="utf-8")
    return directory


# Old items are not removed while a test looks at them.
MODEL_OPTIONS = ["--memory", "--ttl-interval", "86400000"]
MODEL_SERVERS = {
    "--models": ("PARTITA_MODELS_ENDPOINT", lambda _: ["--models", MODELS]),
    "--observed": ("PARTITA_OBSERVED_ENDPOINT",
                   lambda folder: ["--models", observed_models(folder)]),
    "--production": ("PARTITA_PRODUCTION_ENDPOINT",
                     lambda folder: ["--models", production_models(folder)]),
    "--samples": ("PARTITA_SAMPLES_ENDPOINT",
                  lambda folder: ["--models", models_with_fewer_samples(folder), "--fake"]),
    "--faults": ("PARTITA_FAULTS_ENDPOINT", lambda _: ["--models", MODELS, "--allow-faults"]),
}


def run_client(command, environment):
    client = subprocess.Popen(command, env=environment, preexec_fn=die_with_parent)
    try:
        return client.wait()
    finally:
        client.kill()


def client_environment(folder, program, endpoints):
    """What the SDKs read, and nothing that they could find about this machine's user."""
    foreign = ("AWS_", "PARTITA_", "BOTO_")
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(foreign) and "proxy" not in name.lower()}
    return environment | endpoints | {
        "PARTITA_PROGRAM": program,
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
def server(program, directory, options, keys):
    """A server while the block runs. Its endpoint is what it says itself when it starts."""
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith("PARTITA_")}
    os.makedirs(directory)
    with open(os.path.join(directory, "errors"), "w+", encoding="utf-8") as errors:
        process = subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0", *options],
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
    address = re.search(r"https?://[\w.:\[\]]+", line)
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
