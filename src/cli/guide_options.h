#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "partita/base/result.h"

namespace partita::cli {

// The commands that lead to the others: version, help, completion and man. What they show is made
// from the program's own commands and options.
class GuideOptions {
 public:
  // The program must outlive this; its other commands may be added before or after.
  void add_to(CLI::App& program);

  bool is_chosen() const;
  // The text to show.
  // REQUIRES: is_chosen().
  // ERRORS: InvalidArgument for a shell or a page that is not there, with what there is.
  Result<std::string> text() const;
  // Of the chosen command, for those who got it wrong: "partita man --help".
  std::string help_line() const;

  // What `partita help WORDS...` shows: the help of a command, or a topic.
  // ERRORS: InvalidArgument if the words name neither.
  Result<std::string> help(const std::vector<std::string>& words) const;

 private:
  Result<std::string> manual() const;

  CLI::App* program_ = nullptr;
  CLI::App* version_ = nullptr;
  CLI::App* completion_ = nullptr;
  CLI::App* man_ = nullptr;
  std::string shell_;
  std::vector<std::string> page_;
  bool lists_pages_ = false;
};

}  // namespace partita::cli
