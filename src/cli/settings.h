#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/result.h"

namespace partita::cli {

// The options of a command that were not given as words, taken from the environment
// (`--log-dir` is PARTITA_LOG_DIR) or else from a file (`log-dir = "DIR"`).
//
// A nearer source also puts aside what cannot go together with it: who says --memory does not want
// the data directory that the environment names.
class Settings {
 public:
  // REQUIRES: the command was parsed; it outlives this.
  explicit Settings(CLI::App& command);

  // ERRORS: InvalidArgument for a value that the option does not take, with where it came from; for
  // a name in the file that is not that of an option, and a file that cannot be read. An empty path
  // is no file.
  Status fill(const std::filesystem::path& file);

  // All of them as such a file, with the source of each.
  std::string to_text() const;

  // Variables that look like a misspelt one of ours: nothing heeds them.
  std::vector<std::string> warnings() const;

 private:
  struct Given {
    std::vector<std::string> values;
    std::string source;
  };
  using GivenByName = std::map<std::string, Given, std::less<>>;

  GivenByName from_environment() const;
  Result<GivenByName> from_file(const std::filesystem::path& file) const;
  Status fill_from(const GivenByName& given);
  bool is_decided(std::string_view name) const;
  CLI::Option* find(std::string_view name) const;

  std::vector<CLI::Option*> options_;
  std::map<std::string, std::string, std::less<>> sources_;  // By name; absent: the default.
};

// Whether an option of such a command is one. How help is asked for, and where settings are, is
// none.
bool is_setting(const CLI::Option& option);

// "PARTITA_LOG_DIR" of "log-dir".
std::string variable_of(std::string_view option_name);

}  // namespace partita::cli
