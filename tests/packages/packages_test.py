#!/usr/bin/env python3
"""Makes the packages of a build and uses them as their users do: packages_test.py BUILD

Without root and without a network: packages are unpacked, not installed into the system.
scripts/test-packages does that, in a Debian 12 of its own.
"""

import contextlib
import json
import os
import pathlib
import re
import shlex
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import unittest
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path("build/release")
PROGRAM_BYTES_MAX = 20_000_000
SECONDS_MAX = 500
OF_C_LIBRARY = re.compile(r"linux-vdso|ld-linux|lib(c|m|dl|rt|pthread|resolv)\.so")


def run(*command, timeout=SECONDS_MAX, **options):
    return subprocess.run([str(word) for word in command], text=True, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=timeout,
                          **options)


def setUpModule():
    """Makes all packages once, and unpacks them."""
    folder = tempfile.TemporaryDirectory(prefix="partita-packages-")
    unittest.addModuleCleanup(folder.cleanup)
    Packages.place = place = pathlib.Path(folder.name)
    done = run(ROOT / "scripts/package", timeout=600,
               env=os.environ | {"BUILD": str(BUILD), "PACKAGES": str(place / "made")})
    if done.returncode != 0:
        raise AssertionError(done.stdout)
    Packages.deb, Packages.tarball, Packages.npm = (
        next((place / "made").glob(pattern)) for pattern in ("*.deb", "*.tar.gz", "*.tgz"))
    Packages.root = place / "root"
    done = run("dpkg-deb", "-x", Packages.deb, Packages.root)
    if done.returncode != 0:
        raise AssertionError(done.stdout)
    with tarfile.open(Packages.tarball) as archive:
        archive.extractall(place, filter="data")
    Packages.portable = next(place.glob("partita-*-linux-x64"))


@contextlib.contextmanager
def server(program, *words, **options):
    """The endpoint of a server that this program is."""
    # Nothing of ours may help it to find its libraries.
    environment = {"PATH": "/usr/bin:/bin"} | options.pop("env", {})
    with subprocess.Popen([str(program), "serve", *words], text=True, env=environment,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options) as child:
        try:
            line = child.stdout.readline()
            found = re.search(r"listens on (http\S+),", line)
            if found is None:
                child.kill()
                raise AssertionError(line + child.stdout.read())
            yield found[1]
        finally:
            child.send_signal(signal.SIGTERM)
            child.stdout.read()
            if child.wait(SECONDS_MAX) != 0:
                raise AssertionError(f"ended with {child.returncode}")


class Packages(unittest.TestCase):
    def succeeds(self, *command, **options):
        done = run(*command, **options)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}")
        return done.stdout

    def aws(self, endpoint, *words):
        """What Debian's AWS CLI says, also if it is refused."""
        return run("aws", "dynamodb", "--endpoint-url", endpoint, *words, env=os.environ | {
            "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b",
            "AWS_DEFAULT_REGION": "us-east-1", "AWS_PAGER": ""}).stdout

    def assert_writes_and_reads(self, endpoint):
        self.aws(endpoint, *shlex.split(
            "create-table --table-name orders --billing-mode PAY_PER_REQUEST --key-schema"
            " AttributeName=id,KeyType=HASH"
            " --attribute-definitions AttributeName=id,AttributeType=S"))
        key = {"id": {"S": "1"}}
        self.aws(endpoint, "put-item", "--table-name", "orders", "--item",
                 json.dumps(key | {"v": {"N": "7"}}))
        read = self.aws(endpoint, "get-item", "--table-name", "orders", "--key", json.dumps(key))
        self.assertEqual(json.loads(read)["Item"]["v"]["N"], "7")


class Deb(Packages):
    def test_has_what_a_debian_package_must_have(self):
        # There is no address for mail, and the only question is asked when the package is purged.
        said = run("lintian", "--fail-on", "error", "--suppress-tags",
                   "bogus-mail-host,bogus-mail-host-in-debian-changelog,"
                   "no-debconf-config", self.deb, cwd=self.place)
        self.assertEqual(said.returncode, 0, said.stdout)

    def test_the_program_is_small_and_runs(self):
        program = self.root / "usr/bin/partita"
        self.assertLess(program.stat().st_size, PROGRAM_BYTES_MAX)
        self.assertIn("partita 0.", self.succeeds(program, "--version"))

    def test_has_manual_pages_completions_and_settings(self):
        for name in ("share/man/man1/partita.1.gz", "share/man/man1/partita-model-apply.1.gz",
                     "share/man/man7/partita-configuration.7.gz",
                     "share/bash-completion/completions/partita",
                     "share/zsh/vendor-completions/_partita",
                     "share/fish/vendor_completions.d/partita.fish",
                     "share/doc/partita/copyright", "share/doc/partita/INSTALL.md"):
            self.assertTrue((self.root / "usr" / name).is_file(), name)
        self.assertTrue((self.root / "etc/partita/partita.conf").is_file())

    def settings(self, text):
        (self.place / "settings.conf").write_text(text, encoding="utf-8")
        return run(self.root / "usr/bin/partita", "serve", "--config",
                   self.place / "settings.conf", "--print-config")

    def test_its_settings_are_understood_also_those_in_comments(self):
        text = (self.root / "etc/partita/partita.conf").read_text(encoding="utf-8")
        done = self.settings(text)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn('data = "/var/lib/partita/data"', done.stdout)
        others = "".join(line.removeprefix("# ") + "\n" for line in text.splitlines()
                         if re.match(r"# [a-z-]+ = ", line))
        self.assertEqual(others.count(" = "), 6)
        self.assertEqual(self.settings(others).returncode, 0)

    def test_a_setting_that_is_not_there_would_be_refused(self):
        self.assertEqual(self.settings('dataa = "/x"\n').returncode, 2)

    def unit(self, replaced=("", "")):
        text = (self.root / "lib/systemd/system/partita.service").read_text(encoding="utf-8")
        # The program is where it was unpacked.
        text = text.replace("/usr/bin/partita", str(self.root / "usr/bin/partita"))
        path = self.place / "partita.service"
        path.write_text(text.replace(*replaced), encoding="utf-8")
        return path

    def test_the_service_is_understood_by_systemd(self):
        self.succeeds("systemd-analyze", "verify", "--man=no", self.unit())

    def test_a_wrong_service_would_be_found(self):
        unit = self.unit(("ProtectSystem=strict", "ProtectSystems=strict"))
        done = run("systemd-analyze", "verify", "--man=no", unit)
        self.assertIn("ProtectSystems", done.stdout)

    def test_the_service_is_confined(self):
        self.succeeds("systemd-analyze", "security", "--offline=true", "--threshold=20",
                      self.unit())
        bare = self.unit(("[Service]", "[Service]\nProtectSystem=no"))
        text = "\n".join(line for line in bare.read_text().splitlines()
                         if not re.match(r"(Protect|Private|Restrict|SystemCall|Cap)", line))
        bare.write_text(text, encoding="utf-8")
        done = run("systemd-analyze", "security", "--offline=true", "--threshold=20", bare)
        self.assertNotEqual(done.returncode, 0)

    def test_the_server_tells_the_service_manager_when_it_is_ready(self):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(str(self.place / "notify"))
            manager.settimeout(SECONDS_MAX)
            with server(self.root / "usr/bin/partita", "--config",
                        str(self.root / "etc/partita/partita.conf"), "--listen", "127.0.0.1:0",
                        "--data", str(self.place / "data"),
                        env={"NOTIFY_SOCKET": str(self.place / "notify")}) as endpoint:
                self.assertIn(b"READY=1", manager.recv(1000))
                self.assert_writes_and_reads(endpoint)
                self.succeeds(self.root / "usr/bin/partita", "health", "--endpoint", endpoint)
            self.assertIn(b"STOPPING=1", manager.recv(1000))
        done = run(self.root / "usr/bin/partita", "health", "--endpoint", endpoint)
        self.assertEqual(done.returncode, 1, done.stdout)

    def test_scripts_are_shell(self):
        scripts = self.place / "scripts"
        self.succeeds("dpkg-deb", "-e", self.deb, scripts)
        for name in ("postinst", "prerm", "postrm"):
            self.succeeds("sh", "-n", scripts / name)


class Tarball(Packages):
    def test_needs_only_what_it_brings_and_the_c_library(self):
        lines = self.succeeds("ldd", self.portable / "bin/partita", env={}).splitlines()
        strange = [line for line in lines if not OF_C_LIBRARY.search(line)
                   and str(self.portable / "lib") not in str(pathlib.Path(
                       line.split("=>")[1].split()[0]).resolve())]
        self.assertEqual(strange, [])
        # The program of the build itself needs what the system has.
        ordinary = self.succeeds("ldd", BUILD / "partita", env={})
        self.assertIn("/libyaml-cpp", ordinary)

    def test_runs_from_anywhere_also_by_a_link(self):
        program = self.portable / "bin/partita"
        self.assertLess(program.stat().st_size, PROGRAM_BYTES_MAX)
        link = self.place / "a-link"
        link.symlink_to(program)
        with server(link, "--memory", "--listen", "127.0.0.1:0") as endpoint:
            self.assert_writes_and_reads(endpoint)
            with urllib.request.urlopen(endpoint + "/console/", timeout=SECONDS_MAX) as page:
                self.assertIn("<title>", page.read().decode())

    def test_brings_the_licences_of_all_libraries(self):
        licences = {path.name for path in (self.portable / "share/doc/partita/licenses").iterdir()}
        for name in ("librocksdb-dev", "libssl3", "libicu72", "libstdc++6", "libfmt9"):
            self.assertIn(name, licences)

    def test_folds_letters_of_all_alphabets(self):
        """The models' text functions use ICU, which is in the package."""
        for program in (self.portable / "bin/partita", BUILD / "partita"):
            with self.subTest(program=program):
                with server(program, "--memory", "--listen", "127.0.0.1:0", "--models",
                            str(ROOT / "tests/packages/models")) as endpoint:
                    self.assertEqual(self.put(endpoint, "1", "ΣΊΣΥΦΟΣ Straße"), "")
                    self.assertIn("ConditionalCheckFailed",
                                  self.put(endpoint, "2", "σίσυφος STRASSE"))
                    self.assertEqual(self.put(endpoint, "3", "σίσυφος Strasze"), "")

    def put(self, endpoint, key, name):
        item = {"id": {"S": key}, "nameId": {"S": key}, "name": {"S": name}}
        return self.aws(endpoint, "put-item", "--table-name", "names", "--item", json.dumps(item))


class Npm(Packages):
    @classmethod
    def setUpClass(cls):
        cls.project = cls.place / "project"
        cls.project.mkdir()
        (cls.project / "package.json").write_text('{"private": true}', encoding="utf-8")
        done = run("npm", "install", "--offline", "--no-audit", "--no-fund", cls.npm,
                   cwd=cls.project)
        if done.returncode != 0:
            raise AssertionError(done.stdout)

    def node(self, code, **options):
        modules = ROOT / "tests/sdk/javascript/node_modules"
        return run("node", "-e", code, cwd=self.project,
                   env=os.environ | {"NODE_PATH": str(modules)}, **options)

    def test_npx_runs_the_program(self):
        said = self.succeeds("npx", "--offline", "partita", "--version", cwd=self.project)
        self.assertIn("partita 0.", said)
        wrong = run("npx", "--offline", "partita", "nonsense", cwd=self.project)
        self.assertEqual(wrong.returncode, 2, wrong.stdout)

    def test_a_test_starts_and_stops_a_server(self):
        done = self.node("""
            const { DynamoDBClient, ListTablesCommand } = require('@aws-sdk/client-dynamodb');
            const { start } = require('partita');
            (async () => {
              const server = await start({ inMemory: true });
              const again = await start({ port: 0 });
              const client = new DynamoDBClient(server.client);
              const answer = await client.send(new ListTablesCommand({}));
              console.log('tables', answer.TableNames.length, server.port !== again.port);
              await server.stop();
              await server.stop();
              const left = await fetch(server.endpoint).then(() => 'answers', () => 'silent');
              console.log(left);
            })();""")
        # The second one is never stopped: the process ends all the same.
        self.assertEqual((done.returncode, done.stdout), (0, "tables 0 true\nsilent\n"))

    def test_a_server_ends_with_the_process_that_started_it(self):
        done = self.node("""
            require('partita').start().then((server) => {
              console.log(server.pid);
              process.kill(process.pid, 'SIGKILL');
            });""")
        pid = int(done.stdout)
        # It stops in order, so it may take a moment.
        run("timeout", "20", "tail", "--pid", pid, "-f", "/dev/null")
        self.assertFalse(pathlib.Path(f"/proc/{pid}").exists())

    def test_a_server_that_does_not_start_says_why(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            done = self.node(f"require('partita').start({{port: {port}}})"
                             ".catch((error) => console.log(error.message));")
        self.assertIn("partita did not start: it ended with exit code 1", done.stdout)
        self.assertIn("another program", done.stdout)
        wrong = self.node("require('partita').start({port: 'x'}).catch((e) => console.log(e.name))")
        self.assertEqual(wrong.stdout, "TypeError\n")

    def test_npm_would_pack_the_same_files(self):
        installed = self.project / "node_modules/partita"
        packed = json.loads(run("npm", "pack", "--dry-run", "--json", "--silent",
                                cwd=installed).stdout)[0]["files"]
        with tarfile.open(self.npm) as archive:
            ours = {member.name.removeprefix("package/") for member in archive if member.isfile()}
        self.assertEqual({file["path"] for file in packed}, ours)


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main(verbosity=2)
