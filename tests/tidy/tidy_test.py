#!/usr/bin/env python3
"""Tests of tidy: each rule with a sample it must accept and one it must refuse."""

import contextlib
import io
import pathlib
import tempfile
import unittest

import exceptions
import rule_modules
import rule_sizes
import tidy
from tree import File, Finding, Tree


def write_tree(root, files):
    for path, text in files.items():
        target = pathlib.Path(root, path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def header(code="", module="keys"):
    namespace = "partita" if module in ("base", "value") else f"partita::{module}"
    return f"#pragma once\n\nnamespace {namespace} {{\n{code}\n}}  // namespace {namespace}\n"


def source(code, namespace="partita::keys"):
    return f"namespace {namespace} {{\n{code}\n}}  // namespace {namespace}\n"


def lines(count):
    return "int number();\n" * count


class TreeTest(unittest.TestCase):
    """Runs all rules over a small tree."""

    def findings(self, files):
        with tempfile.TemporaryDirectory() as root:
            write_tree(root, files)
            return tidy.findings_of(Tree(root))

    def assert_clean(self, files):
        self.assertEqual([str(finding) for finding in self.findings(files)], [])

    def assert_finds(self, files, rule, place):
        """Exactly one finding, of this rule, at this `path:line`."""
        findings = self.findings(files)
        self.assertEqual([(f.rule, f"{f.path}:{f.line}") for f in findings], [(rule, place)],
                         "\n".join(map(str, findings)))


class ModuleOrder(TreeTest):
    KEYS = {"src/store/keys/key.h": header()}
    ENGINE = {"src/engine/engine.h": header(module="engine")}
    VALUE = {"include/partita/value/number.h": header(module="value")}
    ROCKSDB = {"src/engine/rocksdb/store.h": header(module="engine")}

    def test_accepts_a_declared_include(self):
        self.assert_clean({**self.VALUE, "src/store/keys/a.cc":
                           '#include "partita/value/number.h"\n' + source("int a;")})

    def test_accepts_an_include_of_the_own_module(self):
        self.assert_clean({**self.KEYS, "src/store/keys/a.cc":
                           '#include "store/keys/key.h"\n' + source("int a;")})

    def test_refuses_an_include_against_the_order(self):
        self.assert_finds({**self.KEYS, "include/partita/value/a.h":
                           '#pragma once\n#include "partita/keys/key.h"\nnamespace partita {}\n',
                           "include/partita/keys/key.h": header()},
                          "module-order", "include/partita/value/a.h:2")

    def test_refuses_value_in_the_engine(self):
        self.assert_finds({**self.VALUE, "src/engine/a.cc":
                           '\n#include "partita/value/number.h"\n' +
                           source("int a;", "partita::engine")},
                          "module-order", "src/engine/a.cc:2")

    def test_refuses_a_leaf_in_the_module_around_it(self):
        self.assert_finds({**self.ROCKSDB, "src/engine/a.cc":
                           '#include "engine/rocksdb/store.h"\n' +
                           source("int a;", "partita::engine")},
                          "module-order", "src/engine/a.cc:1")

    def test_accepts_the_engine_in_its_leaf(self):
        self.assert_clean({**self.ENGINE, "src/engine/memory/a.cc":
                           '#include "engine/engine.h"\n' + source("int a;", "partita::engine")})

    def test_refuses_a_leaf_in_another_leaf(self):
        self.assert_finds({**self.ROCKSDB, "src/engine/memory/a.cc":
                           '#include "engine/rocksdb/store.h"\n' +
                           source("int a;", "partita::engine")},
                          "module-order", "src/engine/memory/a.cc:1")

    def test_accepts_a_leaf_in_the_database_only(self):
        def using_it(module):
            return {**self.ROCKSDB, f"src/{module}/a.cc":
                    '#include "engine/rocksdb/store.h"\n' + source("int a;", f"partita::{module}")}
        self.assert_clean(using_it("database"))
        self.assert_finds(using_it("cli"), "module-order", "src/cli/a.cc:1")

    def test_accepts_every_module_in_a_test(self):
        self.assert_clean({**self.ROCKSDB, "tests/unit/store/keys/a_test.cc":
                           '#include "engine/rocksdb/store.h"\n'})

    def test_refuses_a_folder_that_is_no_module(self):
        self.assert_finds({"src/extras/a.cc": source("int a;", "partita::extras")},
                          "module-order", "src/extras/a.cc:1")

    def test_refuses_a_header_without_its_folder(self):
        self.assert_finds({**self.KEYS, "src/store/keys/a.cc":
                           '#include "key.h"\n' + source("int a;")},
                          "module-order", "src/store/keys/a.cc:1")

    def test_ignores_an_include_in_a_comment(self):
        self.assert_clean({"src/store/keys/a.cc":
                           '// #include "server/server.h"\n' + source("int a;")})

    def test_a_public_header_in_no_folder_is_the_librarys(self):
        database = {"include/partita/database.h": header(module="value")}
        self.assert_clean({**database, "src/library/a.cc":
                           '#include "partita/database.h"\n' + source("int a;", "partita")})
        self.assert_finds({**database, "src/database/a.cc":
                           '#include "partita/database.h"\n' +
                           source("int a;", "partita::database")},
                          "module-order", "src/database/a.cc:1")

    def test_refuses_a_private_header_in_a_public_one(self):
        self.assert_finds({**self.KEYS, "include/partita/keys/a.h":
                           '#pragma once\n#include "store/keys/key.h"\n'
                           'namespace partita::keys {}\n'},
                          "public-header", "include/partita/keys/a.h:2")


class Map(TreeTest):
    """The pages must name every module of this tree's own modules.txt."""

    def pages(self):
        here = pathlib.Path(rule_modules.__file__).parent
        rows = rule_modules.parse((here / "modules.txt").read_text())
        pages = {"docs/ARCHITECTURE.md": "".join(f"`{row.name}`\n" for row in rows)}
        for row in rows:
            readme = f"src/{rule_modules.group_of(row.name)}/README.md"
            pages[readme] = pages.get(readme, "") + f"`{row.name.split('/')[-1]}`\n"
        return pages

    def test_accepts_pages_that_name_all(self):
        self.assert_clean(self.pages())

    def test_finds_a_module_that_no_page_names(self):
        pages = self.pages()
        pages["src/store/README.md"] = pages["src/store/README.md"].replace("`items`", "")
        self.assert_finds(pages, "map", "src/store/README.md:1")

    def test_finds_a_group_without_a_page(self):
        pages = self.pages()
        del pages["src/dynamodb/README.md"]
        self.assert_finds(pages, "map", "docs/ARCHITECTURE.md:1")


class ModuleDeclaration(unittest.TestCase):
    def test_reads_the_declaration_of_this_tree(self):
        text = pathlib.Path(rule_modules.__file__).with_name("modules.txt").read_text()
        self.assertIn("engine/rocksdb", [row.name for row in rule_modules.parse(text)])

    def test_refuses_a_two_way_pair(self):
        with self.assertRaisesRegex(ValueError, "a may only include modules above it; b is none"):
            rule_modules.parse("a: b\nb: a\n")

    def test_refuses_a_module_apart_from_its_group(self):
        with self.assertRaisesRegex(ValueError, "modules.txt:3: a/y stands apart"):
            rule_modules.parse("a/x:\nb:\na/y:\n")

    def test_refuses_an_unknown_module(self):
        with self.assertRaisesRegex(ValueError, "modules.txt:2: .* c is none"):
            rule_modules.parse("a:\nb: c\n")

    def test_refuses_a_row_it_cannot_read(self):
        with self.assertRaisesRegex(ValueError, "modules.txt:1: write"):
            rule_modules.parse("a includes b\n")


class Sizes(TreeTest):
    def test_limits_the_lines_of_a_header(self):
        room = rule_sizes.HEADER_LINES_MAX - 5
        self.assert_clean({"src/store/keys/a.h": header(lines(room))})
        self.assert_finds({"src/store/keys/a.h": header(lines(room + 1))},
                          "file-lines", "src/store/keys/a.h:251")

    def test_limits_the_lines_of_a_source(self):
        room = rule_sizes.SOURCE_LINES_MAX - 3
        self.assert_clean({"src/store/keys/a.cc": source(lines(room))})
        self.assert_finds({"src/store/keys/a.cc": source(lines(room + 1))},
                          "file-lines", "src/store/keys/a.cc:501")

    def test_limits_the_lines_of_a_test(self):
        self.assert_clean({"tests/unit/store/keys/a_test.cc": lines(800)})
        self.assert_finds({"tests/unit/store/keys/a_test.cc": lines(801)},
                          "file-lines", "tests/unit/store/keys/a_test.cc:801")

    def test_limits_the_lines_of_scripts_and_style_sheets(self):
        self.assert_clean({"console/a.js": lines(500), "console/a.css": lines(300)})
        self.assert_finds({"console/a.js": lines(501)}, "file-lines", "console/a.js:501")
        self.assert_finds({"console/a.css": lines(301)}, "file-lines", "console/a.css:301")

    def test_limits_columns(self):
        self.assert_clean({"src/store/keys/a.cc": source("// " + "x" * 97)})
        self.assert_finds({"src/store/keys/a.cc": source("// " + "x" * 98)},
                          "columns", "src/store/keys/a.cc:2")

    def test_counts_columns_in_characters(self):
        self.assert_clean({"src/store/keys/a.cc": source("// " + "ü" * 97)})

    def test_limits_the_lines_of_a_function(self):
        self.assert_clean({"src/store/keys/a.cc": source("void f() {\n" + "  g();\n" * 58 + "}")})
        self.assert_finds({"src/store/keys/a.cc": source("void f() {\n" + "  g();\n" * 59 + "}")},
                          "function-lines", "src/store/keys/a.cc:2")

    def test_limits_the_lines_of_a_test_body(self):
        self.assert_finds({"tests/unit/store/keys/a_test.cc":
                           "TEST(Key, Sorts) {\n" + "  g();\n" * 59 + "}\n"},
                          "function-lines", "tests/unit/store/keys/a_test.cc:1")

    def test_limits_parameters(self):
        self.assert_clean({"src/store/keys/a.cc":
                           source("void f(int a, int b, int c, int d, int e) {}")})
        self.assert_finds({"src/store/keys/a.cc":
                           source("void f(int a, int b, int c, int d, int e, int f) {}")},
                          "parameters", "src/store/keys/a.cc:2")

    def test_limits_the_parameters_of_a_declaration(self):
        self.assert_finds({"src/store/keys/a.h": header("int f(int, int, int, int, int, int);")},
                          "parameters", "src/store/keys/a.h:4")

    def test_accepts_the_parameters_that_a_library_asks_for(self):
        self.assert_clean({"src/store/keys/a.cc": source(
            "class File : Foreign { int Read(int, int, int, int, int, int) override; };\n"
            "int File::Read(int a, int b, int c, int d, int e, int f) { return a; }")})

    def test_limits_nesting(self):
        deep = "void f() {\n  for (;;) {\n    while (x) {\n      if (y) {\n{}}}}\n}}\n"
        self.assert_clean({"src/store/keys/a.cc": source(deep.replace("{}", "g();", 1))})
        self.assert_finds({"src/store/keys/a.cc": source(deep.replace("{}", "\nif (z) g();", 1))},
                          "nesting", "src/store/keys/a.cc:7")


class Rooms(TreeTest):
    def test_keeps_rocksdb_in_its_room(self):
        code = "#include <rocksdb/db.h>\n"
        self.assert_clean({"src/engine/rocksdb/a.cc":
                           code + source("rocksdb::DB* db;", "partita::engine")})
        self.assert_finds({"src/engine/a.cc": code + source("int a;", "partita::engine")},
                          "rooms", "src/engine/a.cc:1")
        self.assert_finds({"src/engine/a.cc": source("rocksdb::DB* a;", "partita::engine")},
                          "rooms", "src/engine/a.cc:2")

    def test_does_not_take_our_own_names_for_those_of_a_library(self):
        self.assert_clean({"src/cli/a.cc": source("engine::rocksdb::Store* a;", "partita::cli")})

    def test_keeps_the_other_libraries_in_their_rooms(self):
        for line in ("#include <libpq-fe.h>", "PGconn* a;", "#include <simdjson.h>",
                     "boost::asio::io_context a;", "#include <yaml-cpp/yaml.h>", "CLI::App a;"):
            with self.subTest(line=line):
                self.assert_finds({"src/store/keys/a.cc": line + "\n" + source("int a;")},
                                  "rooms", "src/store/keys/a.cc:1")

    def test_keeps_printing_where_it_bears_a_full_disk(self):
        for call in ("fmt::print(stderr, a)", "std::cout << a", "std::printf(a)"):
            with self.subTest(call=call):
                self.assert_finds({"src/cli/a.cc": source(f"int b = {call};", "partita::cli")},
                                  "rooms", "src/cli/a.cc:2")
        self.assert_clean({"src/cli/terminal.cc": source("int b = fmt::print(a);", "partita::cli"),
                           "src/cli/a.cc": source("int b = fmt::format(a);", "partita::cli")})

    def test_lets_the_libraries_into_their_rooms(self):
        self.assert_clean({
            "src/engine/postgres/a.cc": source("PGconn* a = PQconnectdb(b);", "partita::engine"),
            "src/wire/protocol/a.cc": source("simdjson::padded_string a;", "partita::protocol"),
            "src/wire/server/a.cc": source("boost::asio::io_context a;", "partita::server"),
            "src/model/definition/a.cc": source("YAML::Node a;", "partita::model"),
            "src/cli/a.cc": source("CLI::App a;", "partita::cli")})


class BannedCalls(TreeTest):
    CALLS = ("std::chrono::system_clock::now()", "steady_clock::now()", "time(nullptr)",
             "clock_gettime(a, b)", "rand()", "std::srand(1)", "std::random_device()",
             "std::this_thread::sleep_for(a)", "usleep(1)", "::sleep(1)")

    def test_refuses_them_in_modules_and_tests(self):
        for call in self.CALLS:
            with self.subTest(call=call):
                self.assert_finds({"src/store/keys/a.cc": source(f"auto a = {call};")},
                                  "banned-calls", "src/store/keys/a.cc:2")
                self.assert_finds({"tests/unit/store/keys/a_test.cc": f"auto a = {call};\n"},
                                  "banned-calls", "tests/unit/store/keys/a_test.cc:1")

    def test_accepts_them_in_base(self):
        code = "".join(f"auto a = {call};\n" for call in self.CALLS)
        self.assert_clean({"src/base/a.cc": source(code, "partita")})

    def test_accepts_names_that_only_look_alike(self):
        self.assert_clean({"src/store/keys/a.cc": source(
            'auto a = operand(1) + clock.sleep(2) + b->time(3) + wall_time(4); // rand()\n'
            'auto c = "sleep_for";')})


class Names(TreeTest):
    def test_refuses_names_that_say_nothing(self):
        for path in ("src/store/keys/string_utils.cc", "src/store/keys/key_manager.cc"):
            with self.subTest(path=path):
                self.assert_finds({path: source("int a;")}, "file-names", path + ":1")
        self.assert_finds({"docs/misc/a.md": "a\n"}, "file-names", "docs/misc/a.md:1")

    def test_accepts_names_that_contain_them_by_chance(self):
        self.assert_clean({"src/store/keys/uncommon_prefix.cc": source("int a;")})

    def test_asks_for_pragma_once(self):
        self.assert_clean({"src/store/keys/a.h": "// What it is.\n" + header("int a();")})
        self.assert_finds({"src/store/keys/a.h": source("int a();")},
                          "pragma-once", "src/store/keys/a.h:1")

    def test_asks_for_the_namespace_of_the_module(self):
        self.assert_clean({"src/store/keys/a.cc": source("int a;"),
                           "src/language/value/a.cc": source("int a;", "partita"),
                           "src/engine/memory/a.cc": source("int a;", "partita::engine")})
        self.assert_finds({"src/store/keys/a.cc": "\n" + source("int a;", "partita")},
                          "namespace", "src/store/keys/a.cc:2")
        self.assert_finds({"src/store/keys/a.cc": "int a;\n"}, "namespace", "src/store/keys/a.cc:1")

    def test_lets_classes_of_other_modules_be_named(self):
        named = "namespace partita::value {\nclass A;\nstruct B;\n}  // namespace partita::value\n"
        defined = named.replace("class A;", "class A {};")
        code = source("int a;")
        self.assert_clean({"src/store/keys/a.cc": named + code})
        self.assert_finds({"src/store/keys/a.cc": defined + code},
                          "namespace", "src/store/keys/a.cc:1")

    def test_asks_for_no_namespace_around_main_or_macros(self):
        self.assert_clean({"src/cli/main.cc": "int main() {}\n",
                           "src/store/keys/a.h": "#pragma once\n\n#define A(x) \\\n  (x)\n"})


class OneMeaning(TreeTest):
    """Two files of a folder, each with one thing in its unnamed namespace."""

    def files(self, first, second, second_folder="src/store/keys"):
        namespace = "partita::" + second_folder.split("/")[-1]
        return {"src/store/keys/a.cc": source("namespace {\n" + first + "\n}"),
                f"{second_folder}/b.cc": source("namespace {\n" + second + "\n}", namespace)}

    def assert_clash(self, first, second):
        self.assert_finds(self.files(first, second), "one-meaning", "src/store/keys/b.cc:3")

    def test_lets_folders_and_overloads_and_equal_aliases_be(self):
        self.assert_clean(self.files("int f(int a) { return a; }", "int f(int a) { return a; }",
                                     "src/engine"))
        self.assert_clean(self.files("int f(int a) { return a; }", "int f(char a) { return a; }"))
        self.assert_clean(self.files("using Text = std::string;", "using Text = std::string;"))
        self.assert_clean(self.files("using api::Text;", "using api::Text;"))
        self.assert_clean(self.files("struct A { int x; int f() { return 1; } };",
                                     "struct B { int x; int f() { return 2; } };"))

    def test_finds_what_a_header_of_the_folder_has(self):
        files = {"src/store/keys/a.h": header("constexpr int kMax = 3;\nstruct A { int kMin; };"),
                 "src/store/keys/b.cc": source("namespace {\nint kMin = 1;\nint kMax = 4;\n}")}
        self.assert_finds(files, "one-meaning", "src/store/keys/b.cc:4")

    def test_finds_functions_that_take_the_same(self):
        self.assert_clash("int f(const A& a, int b = 1) { return b; }",
                          "bool f(const A& other, int c) { return c; }")

    def test_finds_types_variables_and_other_aliases(self):
        self.assert_clash("struct Part { int a; };", "class Part final : Base { int b; };")
        self.assert_clash("enum class Kind { A };", "struct Kind {};")
        self.assert_clash("constexpr int kMax = 3;", "constexpr std::array<int, 2> kMax{1, 2};")
        self.assert_clash("const Item kItem(1);", "const Item kItem{{1, 2}};")
        self.assert_clash("const int kList[] = {1};", "int kList = f(2);")
        self.assert_clash("constexpr auto twice = [](int a) { return 2 * a; };", "int twice;")
        self.assert_clash("using Kind = A::Kind;", "using Kind = B::Kind;")
        self.assert_clash("template <typename T> T f(T a) { return a; }",
                          "template <typename T> T f(T b) { return b; }")


class SharedNames(TreeTest):
    KEYS = {"src/store/keys/plan.h": header("struct Plan {\n  int a;\n};")}
    ENGINE = {"src/engine/plan.h": header("class Plan {};", module="engine")}
    NAMES = "tests/tidy/shared_names.txt"

    def test_finds_a_type_of_two_namespaces(self):
        self.assert_finds({**self.KEYS, **self.ENGINE}, "shared-name", "src/store/keys/plan.h:4")

    def test_accepts_one_with_a_reason(self):
        self.assert_clean({**self.KEYS, **self.ENGINE, self.NAMES: "Plan: both are plans\n"})

    def test_finds_a_reason_that_nothing_needs(self):
        self.assert_finds({**self.KEYS, self.NAMES: "# Why.\nPlan: both are plans\n"},
                          "shared-name", f"{self.NAMES}:2")

    def test_needs_a_reason(self):
        with self.assertRaisesRegex(ValueError, "shared_names.txt:1"):
            self.findings({self.NAMES: "Plan\n"})

    def test_lets_declarations_sources_and_parts_of_classes_be(self):
        self.assert_clean({**self.KEYS,
                           "src/store/keys/key.h": header("class A {\n  struct Part {};\n};"),
                           "src/engine/engine.h": header("class B {\n  struct Part {};\n};",
                                                         module="engine"),
                           "src/engine/plan.cc": source("struct Plan {};", "partita::engine"),
                           "src/engine/ahead.h": header("class Plan;\nint ahead();",
                                                        module="engine")})


class Text(TreeTest):
    def test_refuses_disabled_tests(self):
        for line in ("TEST(A, " + "DISABLED" + "_B) {}", "GTEST" + "_SKIP();",
                     "EXPECT" + "_TRUE(true);"):
            with self.subTest(line=line):
                self.assert_finds({"tests/unit/store/keys/a_test.cc": line + "\n"},
                                  "disabled-test", "tests/unit/store/keys/a_test.cc:1")

    def test_refuses_a_loose_end_without_an_issue(self):
        for word in ("TO" + "DO", "FIX" + "ME", "XX" + "X"):
            with self.subTest(word=word):
                self.assert_finds({"src/store/keys/a.cc": source(f"// {word}: later")},
                                  "loose-end", "src/store/keys/a.cc:2")
                self.assert_clean({"src/store/keys/a.cc": source(f"// {word}(#12): later")})

    def test_refuses_paths_of_a_machine(self):
        self.assert_finds({"docs/a.md": "see /" + "home/ann/partita\n"},
                          "machine-path", "docs/a.md:1")
        self.assert_clean({"docs/a.md": "see src/home/a and /var/lib/partita and a/b\n"})

    def test_refuses_hosts_of_registries(self):
        self.assert_finds({"scripts/get": "curl https://registry.np" + "mjs" + ".org/a\n"},
                          "registry", "scripts/get:1")
        self.assert_clean({"docs/a.md": "https://rocksdb.org and https://www.debian.org\n"})


class Differences(TreeTest):
    PAGE = "docs/DIFFERENCES.md"

    def test_accepts_what_is_held_by_a_test(self):
        self.assert_clean({self.PAGE: "`put_item/is_quick` and `Retry.TriesAgain`\n",
                           "tests/conformance/put_item/is_quick.test": "# Quick.\n",
                           "tests/unit/engine/retry_test.cc": "TEST(Retry, TriesAgain) {}\n"})

    def test_refuses_a_test_that_is_not_there(self):
        for name in ("`put_item/is_quick`", "`Retry.TriesAgain`"):
            with self.subTest(name=name):
                self.assert_finds({self.PAGE: name + "\n"}, "differences", self.PAGE + ":1")


class Exceptions(unittest.TestCase):
    FINDING = Finding("nesting", "src/store/keys/a.cc", 3, "f nests 4 levels deep", "Return early")

    def apply(self, text):
        return [f.rule for f in exceptions.apply(exceptions.parse(text), [self.FINDING])]

    def test_silence_what_they_name(self):
        self.assertEqual(self.apply("nesting src/store/keys/a.cc -- a table\n"), [])
        self.assertEqual(self.apply("nesting src/store/keys/a.cc f nests -- a table\n"), [])

    def test_silence_nothing_else_and_must_be_of_use(self):
        for line in ("nesting src/store/keys/b.cc", "columns src/store/keys/a.cc",
                     "nesting src/store/keys/a.cc g"):
            with self.subTest(line=line):
                self.assertEqual(self.apply(line + " -- a table\n"), ["nesting", "exceptions"])

    def test_need_a_reason(self):
        with self.assertRaisesRegex(ValueError, "exceptions.txt:2: write"):
            exceptions.parse("# A comment.\nnesting src/store/keys/a.cc\n")


class Program(unittest.TestCase):
    def run_over(self, files):
        with tempfile.TemporaryDirectory() as root, io.StringIO() as output:
            write_tree(root, files)
            with contextlib.redirect_stdout(output):
                status = tidy.main([root])
            return status, output.getvalue()

    def test_succeeds_on_a_clean_tree(self):
        self.assertEqual(self.run_over({"src/store/keys/a.cc": source("int a;")}),
                         (0, "tidy: 1 files, 0 findings\n"))

    def test_says_where_what_and_what_to_do_instead(self):
        status, output = self.run_over({"src/store/keys/a.h": source("int a();")})
        self.assertEqual(status, 1)
        self.assertIn("src/store/keys/a.h:1: the header does not start with #pragma once. Write it "
                      "before the first include, and no include guard. [pragma-once]\n", output)

    def test_reads_neither_what_is_built_nor_what_is_not_text(self):
        with tempfile.TemporaryDirectory() as root:
            write_tree(root, {"build/a.h": "int a;", "fuzz/corpus/key/1": "x",
                              "src/store/keys/a.cc": ""})
            pathlib.Path(root, "logo.png").write_bytes(b"\xff\xfe\x00")
            self.assertEqual([file.path for file in Tree(root).files], ["src/store/keys/a.cc"])

    def test_finds_the_line_of_an_offset(self):
        self.assertEqual(File("a.cc", "a\nb\nc").finding_at("rule", 4, "", "").line, 3)


if __name__ == "__main__":
    unittest.main()
