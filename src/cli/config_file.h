#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "partita/base/result.h"

namespace partita::cli {

// One line of a configuration file: `listen = "127.0.0.1:8000"`.
struct ConfigLine {
  std::string name;
  std::vector<std::string> values;  // Several only in a list.
  int line = 0;
};

// A small part of TOML: `name = value` lines under no header or `[serve]`, where a value is a text
// in quotes, a bare word or number, or a list of them on one line; `#` begins a comment.
// ERRORS: InvalidArgument with the line that has none of these forms, or repeats a name.
Result<std::vector<ConfigLine>> parse_config(std::string_view text);

// ERRORS: those of reading a file and of parse_config, with the file's name.
Result<std::vector<ConfigLine>> read_config(const std::filesystem::path& file);

// A value as it stands in such a file: 8000, true, "a text".
std::string config_value(std::string_view value);

}  // namespace partita::cli
