"""Runs what a README shows: python3 -B examples/check.py README BUILD

Every command behind a `$ ` in a ```console block is run in the root of the tree, with the server
that `tests/sdk/server.py --samples` has started instead of 127.0.0.1:8000, and with the programs of
the folder BUILD instead of build/release. It must print what the README says. Ids and times may
differ, and a line `...` stands for any lines. Commands that install or start something are skipped.
"""

import difflib
import os
import pathlib
import re
import subprocess
import sys

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
    if len(arguments) != 2:
        sys.exit(__doc__)
    readme, build = pathlib.Path(arguments[0]), arguments[1]
    commands = list(commands_of(readme.read_text(encoding="utf-8")))
    if not commands:
        sys.exit(f"{readme} shows no command")
    outcomes = run_all([command for command, _ in commands], build)
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
            length = next(n for n, line in enumerate(lines, 1) if not line.endswith("\\"))
            command = "\n".join(lines[:length])
            if not command.startswith(SKIPPED):
                yield command, lines[length:]


def run_all(commands, build):
    """What each command printed and how it ended. They share a shell, and so its variables."""
    endpoint = os.environ["PARTITA_SAMPLES_ENDPOINT"]
    address = endpoint.removeprefix("http://")
    script = "".join(f"{command}\nprintf '\\n{END}%s\\n' $?\n" for command in commands)
    script = script.replace("127.0.0.1:8000", address).replace("build/release/", f"{build}/")
    ended = subprocess.run(["bash", "-c", script], cwd=ROOT, text=True, check=False,
                           stdout=subprocess.PIPE,
                           env=os.environ | {"AWS_ENDPOINT_URL_DYNAMODB": endpoint})
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
