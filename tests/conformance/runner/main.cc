// Runs every script of tests/conformance as a test of its own:
//   conformance --place=memory|rocksdb|restart|suspending|postgres|http|port:8000
// and options of GoogleTest.
// A script put_item/returns_x.test is the test put_item.returns_x.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

#include "conformance/runner/endpoint.h"
#include "conformance/runner/script.h"
#include "conformance/runner/script_run.h"

namespace partita::conformance {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class ScriptTest : public ::testing::Test {
 public:
  ScriptTest(fs::path path, Place place) : path_(std::move(path)), place_(place) {}

  void TestBody() override {
    const auto script = parse_script(read_file(path_));
    if (!script.ok()) {
      FAIL() << path_.string() << ": " << script.error().message();
    }
    const auto endpoint = open_endpoint(place_);
    ASSERT_TRUE(endpoint.ok()) << endpoint.error().to_string();
    if (const auto failure = run_script(*script, **endpoint)) {
      ADD_FAILURE_AT(path_.c_str(), static_cast<int>(failure->line)) << script->behaviour << "\n"
                                                                     << failure->text;
    }
  }

 private:
  fs::path path_;
  Place place_;
};

std::vector<fs::path> find_scripts(const fs::path& root) {
  std::vector<fs::path> scripts;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".test") scripts.push_back(entry.path());
  }
  std::sort(scripts.begin(), scripts.end());
  return scripts;
}

void register_scripts(const std::vector<fs::path>& scripts, const Place& place) {
  for (const auto& path : scripts) {
    const auto suite = path.parent_path().filename().string();
    const auto name = path.stem().string();
    ::testing::RegisterTest(
        suite.c_str(), name.c_str(), nullptr, nullptr, path.c_str(), 1,
        [path, place]() -> ::testing::Test* { return new ScriptTest(path, place); });
  }
}

int fail(std::string_view problem) {
  std::cerr << problem << '\n';
  return 2;
}

// The lines of passing scripts would bury those of the failing.
void show_failures_only() { ::testing::GTEST_FLAG(brief) = true; }

int run(int count, char** arguments) {
  show_failures_only();
  ::testing::InitGoogleTest(&count, arguments);
  constexpr std::string_view kPlace = "--place=";
  const std::string_view argument = count == 2 ? arguments[1] : "";
  if (!argument.starts_with(kPlace))
    return fail("say --place=memory|rocksdb|restart|suspending|postgres|http");
  const auto place = parse_place(argument.substr(kPlace.size()));
  if (!place.ok()) return fail(place.error().message());
  const auto scripts = find_scripts(PARTITA_CONFORMANCE_SCRIPTS);
  if (scripts.empty()) return fail("there are no scripts");
  register_scripts(scripts, *place);
  return RUN_ALL_TESTS();
}

}  // namespace
}  // namespace partita::conformance

int main(int count, char** arguments) { return partita::conformance::run(count, arguments); }
