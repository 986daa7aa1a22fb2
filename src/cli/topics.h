#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace partita::cli {

// What `partita help NAME` tells besides the commands. Lines that begin with two blanks are
// examples or lists and are never filled.
struct Topic {
  std::string name;
  std::string summary;  // One line.
  std::string text;
};

// All of them; "configuration" lists the options of `partita serve` as they are.
std::vector<Topic> topics_of(const CLI::App& program);

}  // namespace partita::cli
