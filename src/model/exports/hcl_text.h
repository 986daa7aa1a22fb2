#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace partita::exports {

// "a" as a string of HCL, with quotes; nothing in it is read as a template.
std::string hcl_string(std::string_view text);

// Blocks and arguments of HCL, two spaces a level; arguments of a block have their equal signs in
// one column, as `terraform fmt` has them.   THREADS: one thread at a time.
class HclText {
 public:
  // "resource", {"aws_dynamodb_table", "jobs"}.
  void open(std::string_view kind, const std::vector<std::string>& labels = {});
  // A map argument: tags = { .. }.
  void open_map(std::string_view name);
  void close();
  // The value is HCL: a quoted string, a number, a reference.
  void argument(std::string_view name, std::string_view value);
  void text(std::string_view name, std::string_view value) { argument(name, hcl_string(value)); }
  void flag(std::string_view name, bool value) { argument(name, value ? "true" : "false"); }
  void texts(std::string_view name, const std::vector<std::string>& values);
  // One line, whatever it holds.
  void comment(std::string_view text);
  void blank();

  // REQUIRES: all blocks are closed.
  std::string take() &&;

 private:
  struct Argument {
    std::string name;
    std::string value;
  };

  void write_arguments();
  void indent() { text_.append(2 * depth_, ' '); }

  std::string text_;
  std::vector<Argument> arguments_;  // That wait to be aligned with those behind them.
  std::size_t depth_ = 0;
};

}  // namespace partita::exports
