#!/usr/bin/env python3
"""Installs a build and uses it as a stranger does: tests/install/install_test.py BUILD

Nothing here knows the tree but examples/cpp and docs/EMBEDDING.md: compilers and CMake find only
what `cmake --install` has put under a prefix.
"""

import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "examples"))
import check  # noqa: E402

STRANGERS = re.compile(r"/(rocksdb|boost|simdjson|yaml-cpp|unicode|openssl|fmt|CLI)/")
BUILD = pathlib.Path("build/release")


def run(*command, **options):
    return subprocess.run(command, text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **options)


def setUpModule():
    """Installs once for all."""
    folder = tempfile.TemporaryDirectory(prefix="partita-install-")
    unittest.addModuleCleanup(folder.cleanup)
    Installed.place = pathlib.Path(folder.name)
    Installed.prefix = prefix = Installed.place / "prefix"
    done = run("cmake", "--install", str(BUILD), "--prefix", str(prefix))
    if done.returncode != 0:
        raise AssertionError(done.stdout)
    Installed.headers = sorted(path.relative_to(prefix / "include")
                               for path in (prefix / "include").rglob("*.h"))


class Installed(unittest.TestCase):
    def succeeds(self, *command, **options):
        done = run(*command, **options)
        self.assertEqual(done.returncode, 0, f"{shlex.join(command)}\n{done.stdout}")
        return done.stdout

    def write(self, name, text):
        path = self.place / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def pkg_config(self, *options):
        path = str(self.prefix / "lib/pkgconfig")
        return shlex.split(self.succeeds("pkg-config", *options, "partita",
                                         env=os.environ | {"PKG_CONFIG_PATH": path}))

    def compile(self, name, text, *options):
        """What the compiler says of a file that sees the prefix and the system, nothing else."""
        return run("g++", "-std=c++20", "-Wall", "-Wextra", "-Werror", *options,
                   f"-I{self.prefix}/include", self.write(name, text), cwd=self.place)

    def assert_prints(self, page, program, printed):
        """That the page shows what the program has printed."""
        pages = {command.split()[0]: expected for command, expected
                 in check.commands_of((ROOT / page).read_text(encoding="utf-8"))}
        self.assertTrue(check.matches(pages[program], printed.splitlines()),
                        f"{page} shows\n" + "\n".join(pages[program]) + f"\nprinted\n{printed}")


class Files(Installed):
    def test_all_stand_where_debian_expects_them(self):
        for name in ("bin/partita", "include/partita/database.h", "lib/libpartita.a",
                     "lib/cmake/partita/partitaConfig.cmake", "lib/pkgconfig/partita.pc",
                     "share/doc/partita/copyright", "share/doc/partita/EMBEDDING.md"):
            self.assertTrue((self.prefix / name).is_file(), name)

    def test_no_file_names_the_tree_or_the_prefix(self):
        texts = [*(self.prefix / "lib/cmake/partita").iterdir(),
                 self.prefix / "lib/pkgconfig/partita.pc"]
        for path in texts:
            text = path.read_text(encoding="utf-8")
            self.assertNotIn(str(ROOT), text, path)
            self.assertNotIn(str(self.prefix), text, path)

    def test_the_program_runs(self):
        self.assertIn("0.1", self.succeeds(str(self.prefix / "bin/partita"), "--version"))


class Headers(Installed):
    def test_each_compiles_by_itself(self):
        def compile_one(header):
            name = str(header).replace("/", "_") + ".cc"
            return header, self.compile(name, f"#include <{header}>\n", "-fsyntax-only")

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for header, done in pool.map(compile_one, self.headers):
                self.assertEqual(done.returncode, 0, f"{header}: {done.stdout}")

    def strangers_of(self, name, includes):
        """The headers of other libraries behind some headers."""
        done = self.compile(name, "".join(f"#include <{path}>\n" for path in includes), "-M")
        self.assertEqual(done.returncode, 0, done.stdout)
        return STRANGERS.findall(done.stdout)

    def test_none_needs_another_library(self):
        self.assertEqual(self.strangers_of("all.cc", self.headers), [])

    def test_another_library_would_be_seen(self):
        found = self.strangers_of("stranger.cc", ["partita/database.h", "fmt/format.h"])
        self.assertIn("fmt", found)

    def test_a_private_header_is_not_there(self):
        public = self.compile("public.cc", "#include <partita/database.h>\n", "-fsyntax-only")
        self.assertEqual(public.returncode, 0, public.stdout)
        for header in ("database/database.h", "library/open_database.h", "partita/engine/engine.h"):
            private = self.compile("private.cc", f"#include <{header}>\n", "-fsyntax-only")
            self.assertNotEqual(private.returncode, 0, header)
            self.assertIn("No such file", private.stdout)


class Programs(Installed):
    def configure(self, name, project):
        build = self.place / name
        return build, run("cmake", "-S", str(project), "-B", str(build),
                          f"-DCMAKE_PREFIX_PATH={self.prefix}")

    def test_the_example_is_built_with_cmake(self):
        build, configured = self.configure("tour", ROOT / "examples/cpp")
        self.assertEqual(configured.returncode, 0, configured.stdout)
        self.succeeds("cmake", "--build", str(build))
        printed = self.succeeds(str(build / "partita_tour"), str(ROOT / "models/photoeditor.yaml"))
        self.assert_prints("examples/cpp/README.md", "build/tour/partita_tour", printed)
        # The same in files.
        again = self.succeeds(str(build / "partita_tour"), str(ROOT / "models/photoeditor.yaml"),
                              str(self.place / "data"))
        self.assert_prints("examples/cpp/README.md", "build/tour/partita_tour", again)

    def test_the_example_is_built_with_pkg_config(self):
        self.succeeds("g++", "-std=c++20", "-Wall", "-Wextra", "-Werror",
                      str(ROOT / "examples/cpp/tour.cc"), "-o", "plain_tour",
                      *self.pkg_config("--cflags", "--libs"), cwd=self.place)
        printed = self.succeeds(str(self.place / "plain_tour"),
                                str(ROOT / "models/photoeditor.yaml"))
        self.assert_prints("examples/cpp/README.md", "build/tour/partita_tour", printed)

    def test_cmake_refuses_another_version(self):
        project = self.place / "later"
        project.mkdir()
        (project / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.16)\nproject(later LANGUAGES CXX)\n"
            "find_package(partita 0.2 CONFIG REQUIRED)\n", encoding="utf-8")
        _, configured = self.configure("later_build", project)
        self.assertNotEqual(configured.returncode, 0)
        self.assertIn("partitaConfig.cmake, version: 0.1", configured.stdout)

    def test_the_program_of_the_page_is_built_with_pkg_config(self):
        page = (ROOT / "docs/EMBEDDING.md").read_text(encoding="utf-8")
        code = next(block for block in re.findall(r"^```cpp\n(.*?)^```", page, re.M | re.S)
                    if "int main(" in block)
        self.write("shop.cc", code)
        self.succeeds("g++", "-std=c++20", "-Wall", "-Wextra", "-Werror", "-c", "shop.cc",
                      *self.pkg_config("--cflags"), cwd=self.place)
        for kind in ([], ["--static"]):
            self.succeeds("g++", "shop.o", "-o", "shop", *self.pkg_config("--libs", *kind),
                          cwd=self.place)
        with tempfile.TemporaryDirectory(dir=self.place) as empty:
            printed = self.succeeds(str(self.place / "shop"), cwd=empty)
        self.assert_prints("docs/EMBEDDING.md", "./shop", printed)


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main(verbosity=2)
