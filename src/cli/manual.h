#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/topics.h"
#include "partita/base/result.h"

namespace partita::cli {

// A manual page for man(1): one for each command in section 1, one for each topic in section 7.
struct ManualPage {
  std::string name;  // "partita-model-apply.1"
  std::string roff;
};

// All pages, that of the program first.
std::vector<ManualPage> manual_pages(const CLI::App& program, const std::vector<Topic>& topics);

}  // namespace partita::cli
