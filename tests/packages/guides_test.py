#!/usr/bin/env python3
"""Completions in the real shells, and manual pages in real formatters: guides_test.py PROGRAM"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = "build/release/partita"

# Types the words behind `partita ` and prints what bash offers for the last one.
BASH = r"""
source "$1"; shift
COMP_WORDS=(partita "$@") COMP_CWORD=$#
_partita
printf '%s\n' "${COMPREPLY[@]}"
"""
FISH = r"""
source $argv[1]
complete --do-complete "partita $argv[2]"
"""
# What a zsh does at a tab: it writes what its completion functions offer to a file.
ZSH = r"""
autoload -Uz compinit && compinit -u -d "$2"
source "$1"
compadd() {
  # Calls that only fill arrays offer nothing themselves.
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  local -a offered
  builtin compadd -O offered "$@"
  print -rl -- $offered >> "$OFFERS"
  builtin compadd "$@"
}
offer() { _main_complete; print -r -- all-is-offered > /dev/tty }
zle -C offer complete-word offer
bindkey '^I' offer
PROMPT='ready> '
"""
# Types the words and a tab in a terminal of zsh's own.
TYPED = r"""
zmodload zsh/zpty
zpty -b shell zsh --no-globalrcs -i
zpty -r shell ignored '*ready> *'
zpty -w -n shell "partita $1"$'\t'
zpty -r shell ignored '*all-is-offered*'
"""


def run(*command, **options):
    return subprocess.run(command, text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=60, **options)


def program(*words):
    done = run(PROGRAM, *words)
    if done.returncode != 0:
        raise AssertionError(f"{words}: {done.stdout}")
    return done.stdout


def setUpModule():
    folder = tempfile.TemporaryDirectory(prefix="partita-guides-")
    unittest.addModuleCleanup(folder.cleanup)
    Guides.folder = pathlib.Path(folder.name)
    for shell in ("bash", "zsh", "fish"):
        (Guides.folder / shell).write_text(program("completion", shell), encoding="utf-8")


class Guides(unittest.TestCase):
    def script(self, shell):
        return str(self.folder / shell)


class Bash(Guides):
    def offers(self, *words):
        done = run("bash", "-c", BASH, "bash", self.script("bash"), *words, cwd=self.folder)
        return [line for line in done.stdout.splitlines() if line]

    def test_offers_commands(self):
        self.assertEqual(self.offers("ser"), ["serve"])
        self.assertIn("apply", self.offers("model", ""))
        self.assertEqual(self.offers("model", "appl"), ["apply"])

    def test_offers_options_of_the_command_also_behind_others(self):
        self.assertEqual(self.offers("serve", "--mem"), ["--memory"])
        self.assertEqual(self.offers("serve", "--port", "1", "--mem"), ["--memory"])
        self.assertEqual(self.offers("model", "--mem"), [])

    def test_offers_values(self):
        self.assertEqual(self.offers("serve", "--log", ""), ["json", "text"])
        self.assertEqual(self.offers("serve", "--log", "=", "j"), ["json"])
        self.assertEqual(self.offers("completion", "f"), ["fish"])
        (self.folder / "a-directory").mkdir(exist_ok=True)
        self.assertEqual(self.offers("serve", "--data", "a-dir"), ["a-directory"])
        self.assertEqual(self.offers("serve", "--port", ""), [])

    def test_offers_commands_and_topics_behind_help(self):
        self.assertEqual(self.offers("help", "config"), ["configuration"])
        self.assertEqual(self.offers("help", "model", "appl"), ["apply"])


class Fish(Guides):
    def offers(self, line):
        done = run("fish", "--no-config", "-c", FISH, self.script("fish"), line, cwd=self.folder,
                   env=os.environ | {"HOME": str(self.folder)})
        return [offer.split("\t")[0] for offer in done.stdout.splitlines()]

    def test_offers_commands_with_what_they_do(self):
        self.assertEqual(self.offers("ser"), ["serve"])
        self.assertEqual(self.offers("model appl"), ["apply"])

    def test_offers_options_and_values(self):
        self.assertEqual(self.offers("serve --mem"), ["--memory"])
        self.assertEqual(self.offers("serve --port 1 --mem"), ["--memory"])
        self.assertEqual(sorted(self.offers("serve --log ")), ["json", "text"])
        self.assertEqual(self.offers("model --mem"), [])

    def test_offers_topics(self):
        self.assertEqual(self.offers("help config"), ["configuration"])
        self.assertEqual(self.offers("help model appl"), ["apply"])


class Zsh(Guides):
    def offers(self, line):
        """What a zsh with a terminal offers for the line, by typing it and a tab."""
        offered = self.folder / "offered"
        offered.write_text("", encoding="utf-8")
        (self.folder / ".zshrc").write_text(
            f"set -- {self.script('zsh')} {self.folder}/dump\n{ZSH}", encoding="utf-8")
        run("timeout", "20", "zsh", "-f", "-c", TYPED, "zsh", line, cwd=self.folder,
            env=os.environ | {"ZDOTDIR": str(self.folder), "OFFERS": str(offered),
                              "TERM": "dumb"})
        return sorted(set(offered.read_text(encoding="utf-8").split()))

    def test_offers_commands_options_and_values(self):
        self.assertIn("serve", self.offers("ser"))
        self.assertIn("--memory", self.offers("serve --mem"))
        self.assertEqual(self.offers("serve --log "), ["json", "text"])

    def test_offers_topics(self):
        self.assertIn("configuration", self.offers("help config"))


class Manual(Guides):
    def test_every_page_is_formatted_without_a_complaint(self):
        pages = program("man", "--list").split()
        self.assertGreater(len(pages), 30)
        text = "".join(program("man", page) for page in pages)
        (self.folder / "all").write_text(text, encoding="utf-8")
        done = run("groff", "-man", "-Tutf8", "-ww", "-z", str(self.folder / "all"))
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_a_wrong_page_would_be_complained_of(self):
        (self.folder / "wrong").write_text(".TH X 1\n.SH NAME\n.nosuchrequest\n", encoding="utf-8")
        done = run("groff", "-man", "-Tutf8", "-ww", "-z", str(self.folder / "wrong"))
        self.assertIn("nosuchrequest", done.stdout)

    def test_a_page_reads_as_the_help_does(self):
        (self.folder / "serve").write_text(program("man", "serve"), encoding="utf-8")
        text = run("groff", "-man", "-Tascii", "-P-cbou", str(self.folder / "serve")).stdout
        self.assertIn("--encryption-key-file FILE", text)
        self.assertIn("partita serve --port 8001", text)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
