"""Runs what a page shows: python3 -B examples/check.py PAGE BUILD [--elsewhere]

Every command behind a `$ ` in a ```console block is run in the root of the tree, with the server
that `tests/sdk/server.py --samples` has started instead of 127.0.0.1:8000, and with the programs of
the folder BUILD instead of build/release. It must print what the page says. Ids and times may
differ, and a line `...` stands for any lines. Commands that install or start something are skipped.

With --elsewhere they are run in an empty folder, with the program in the PATH and a server that is
empty. What a command prints as an error counts as well, and a page may show one that is refused:
its last line is then `[exit code N]`.
"""

import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
END = "-- the command ended with "
SKIPPED = ("make ", "npm ", "cmake ", "cd ", "export ")
# What no two runs have in common. The order matters: a ULID could begin with a number.
VARIABLE = (
    (r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UUID"),
    (r"(?<!\w)[0-9a-f]{32}(?!\w)", "UUID"),
    (r"\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b", "ULID"),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "TIME"),
    (r"(?<![0-9A-Za-z])[0-9a-f]{8}(?![0-9A-Za-z])", "HEX"),
    (r"\b\d{10}(\d{3})?\b", "EPOCH"),
)


def main(arguments):
    is_elsewhere = arguments[2:] == ["--elsewhere"]
    if len(arguments) != 2 + is_elsewhere:
        sys.exit(__doc__)
    readme, build = pathlib.Path(arguments[0]), arguments[1]
    commands = list(commands_of(readme.read_text(encoding="utf-8")))
    if not commands:
        sys.exit(f"{readme} shows no command")
    run = run_elsewhere if is_elsewhere else run_all
    outcomes = run([command for command, _ in commands], build)
    failures = [is_right(command, expected, outcome)
                for (command, expected), outcome
                in zip(commands, outcomes, strict=True)].count(False)
    print(f"{readme}: {len(commands)} commands, {failures} of them not as they should be")
    return 1 if failures else 0


def commands_of(text):
    """The commands of all console blocks with the lines that they print."""
    for block in re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            lines = part.splitlines()
            length = next(n for n in range(1, len(lines) + 1) if is_whole(lines[:n]))
            command = "\n".join(lines[:length])
            if not command.startswith(SKIPPED):
                yield command, lines[length:]


def is_whole(lines):
    """Whether a shell would begin with these lines, and not wait for the rest of a command."""
    try:
        shlex.split("\n".join(lines))
    except ValueError:
        return False
    return not lines[-1].endswith("\\")


def run_all(commands, build):
    endpoint = os.environ["PARTITA_SAMPLES_ENDPOINT"]
    commands = [command.replace("build/release/", f"{build}/") for command in commands]
    return run_in(ROOT, commands, endpoint, {"AWS_ENDPOINT_URL_DYNAMODB": endpoint})


def run_elsewhere(commands, build):
    endpoint = os.environ["PARTITA_OPEN_ENDPOINT"]
    path = f"{build}:{os.environ['PATH']}"
    commands = ["exec 2>&1", *commands]
    with tempfile.TemporaryDirectory(prefix="partita-page-") as folder:
        outcomes = run_in(folder, commands, endpoint, {"PARTITA_ENDPOINT": endpoint, "PATH": path})
    return [(text if status == 0 else f"{text.rstrip()}\n[exit code {status}]\n", 0)
            for text, status in outcomes[1:]]


def run_in(folder, commands, endpoint, variables):
    """What each command printed and how it ended. They share a shell, and so its variables."""
    address = endpoint.removeprefix("http://")
    script = "".join(f"{command}\nprintf '\\n{END}%s\\n' $?\n" for command in commands)
    script = script.replace("127.0.0.1:8000", address)
    ended = subprocess.run(["bash", "-c", script], cwd=folder, text=True, check=False,
                           stdout=subprocess.PIPE, env=os.environ | variables)
    printed = ended.stdout.replace(address, "127.0.0.1:8000")
    parts = re.split(rf"\n{END}(\d+)\n", printed)
    return list(zip(parts[0::2], map(int, parts[1::2])))


def is_right(command, expected, outcome):
    text, status = outcome
    printed = text.splitlines()
    if status == 0 and matches(expected, printed):
        return True
    print(f"$ {command}\nended with {status}")
    print("\n".join(difflib.unified_diff(expected, printed, "README", "printed", lineterm="")))
    return False


def matches(expected, printed):
    pattern = "".join(r"(.*\n)*" if line.strip() == "..." else re.escape(plain(line)) + r"\n"
                      for line in expected)
    return re.fullmatch(pattern, "".join(plain(line) + "\n" for line in printed)) is not None


def plain(line):
    for variable, name in VARIABLE:
        line = re.sub(variable, name, line)
    return line.rstrip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
