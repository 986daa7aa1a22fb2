"""A model as `partita model export markdown` describes it, in parts that a test can look up."""

import functools
import json
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[3]
MODELS = ("album_workflow", "execution_index", "music", "photoeditor", "rez_agent")
_ESCAPED = re.compile(r"\\([\\|_*\[\]<>`])")


def run(*arguments):
    """What `partita model` prints. PARTITA_PROGRAM is the program, else the release build's."""
    program = os.environ.get("PARTITA_PROGRAM", ROOT / "build/release/partita")
    return subprocess.run([program, "model", *arguments], cwd=ROOT, check=True, text=True,
                          stdout=subprocess.PIPE, encoding="utf-8").stdout


@functools.cache
def export(kind, model, **params):
    words = [word for name, value in params.items() for word in ("--param", f"{name}={value}")]
    return run("export", kind, f"models/{model}.yaml", *words)


@functools.cache
def document(model, **params):
    return Document(export("markdown", model, **params))


@functools.cache
def lint(model):
    """The findings of a shipped model, as "L208 GSI1"."""
    return lint_file(f"models/{model}.yaml")


def lint_file(path):
    (file,) = json.loads(run("lint", "--format", "json", path))
    return {f"{finding['code']} {finding['subject']}" for finding in file["findings"]}


def cost(model, **params):
    """The lines of `partita model cost`."""
    words = [word for name, value in params.items() for word in ("--param", f"{name}={value}")]
    return json.loads(run("cost", "--json", f"models/{model}.yaml", *words))


class Section:
    """What stands under one heading: its text, its list, its tables and its blocks of JSON.
    Escapes and the marks of code are taken off."""

    def __init__(self):
        self.lines, self.facts, self.tables, self.samples = [], [], [], []
        self.header = None  # Of the table that is being read.

    def rows(self, column):
        """The rows of the table whose first column has this name."""
        return [row for table in self.tables for row in table if next(iter(row)) == column]

    def by(self, column):
        return {row[column]: row for row in self.rows(column)}


class Entity:
    def __init__(self, section, lifecycle):
        self.text = " ".join(section.lines)
        self.facts = section.facts
        self.keys = {f"{row['Row']} {row['Key attribute']}": row["Made of"]
                     for row in section.rows("Row")}
        self.attributes = section.by("Attribute")
        self.transitions = [] if lifecycle is None else lifecycle.rows("From")
        self.lifecycle = [] if lifecycle is None else lifecycle.facts


class Document:
    """Sections by their headings: "Access patterns", "Entities/Job"."""

    def __init__(self, markdown):
        self.sections = sections_of(markdown)
        tables = [section for name, section in self.sections.items() if name.startswith("Table/")]
        (table,) = tables  # Each of our models has one.
        self.settings = {row["Setting"]: row["Value"] for row in table.rows("Setting")}
        self.key = {row["Key"]: f"{row['Attribute']} ({row['Type']})" for row in table.rows("Key")}
        self.indexes = table.by("Index")
        self.patterns = self.sections["Access patterns"].by("Pattern")
        self.rollups = self.sections["Rollups"].by("Rollup")
        self.samples = {name.removeprefix("Samples/"): section.samples[0]
                        for name, section in self.sections.items() if name.startswith("Samples/")}
        self.entities = {name.removeprefix("Entities/"): Entity(section, self.lifecycle_of(name))
                         for name, section in self.sections.items()
                         if re.fullmatch(r"Entities/\w+", name)}

    def lifecycle_of(self, name):
        return next((section for other, section in self.sections.items()
                     if other.startswith(f"{name}/Lifecycle")), None)


def sections_of(markdown):
    sections, path, block = {"": Section()}, [], None
    for line in markdown.splitlines():
        section = sections["/".join(path[1:])]
        heading = re.match(r"(#{1,4}) (.*)", line)
        if line.startswith("```"):
            block = close(section, block) if block is not None else [line]
        elif block is not None:
            block.append(line)
        elif heading:
            path = path[:len(heading[1]) - 1] + [plain(heading[2])]
            sections["/".join(path[1:])] = Section()
        else:
            add(section, line)
    return sections


def close(section, block):
    if block[0] == "```json":
        section.samples.append(json.loads("\n".join(block[1:])))


def add(section, line):
    if line.startswith("- "):
        section.facts.append(plain(line[2:]))
    elif line.startswith("|"):
        add_row(section, [plain(cell) for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
    elif line:
        section.lines.append(plain(line))
    else:
        section.header = None


def add_row(section, cells):
    if section.header is None:
        section.header = cells
        section.tables.append([])
    elif set(cells[0]) != {"-"}:
        section.tables[-1].append(dict(zip(section.header, cells)))


def plain(text):
    return _ESCAPED.sub(r"\1", text.replace("`", "")).strip()
