#include "conformance/runner/expansion.h"

#include <fmt/format.h>

#include <cstdlib>

namespace partita::conformance {
namespace {

bool is_name_character(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }

std::size_t to_size(std::string_view text) {
  return std::strtoull(std::string(text).c_str(), nullptr, 10);
}

std::string_view trim_front(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

// The length of "(...)" at the front, inner parentheses included; 0 if there is none.
std::size_t parentheses_size(std::string_view text) {
  if (!text.starts_with('(')) return 0;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')' && --depth == 0) return i + 1;
  }
  return 0;
}

std::string repeat(std::string_view arguments) {
  // The last comma: the text may have some of its own.
  const auto comma = std::min(arguments.rfind(','), arguments.size());
  const auto text = arguments.substr(0, comma);
  const auto count = to_size(arguments.substr(std::min(comma + 1, arguments.size())));
  std::string result;
  result.reserve(text.size() * count);
  for (std::size_t i = 0; i < count; ++i) result += text;
  return result;
}

std::string each(std::string_view arguments, const Names& names) {
  const auto name_end = std::min(arguments.find(','), arguments.size());
  const auto rest = trim_front(arguments.substr(std::min(name_end + 1, arguments.size())));
  const auto dots = rest.find("..");
  const auto range_end = rest.find(',');
  if (dots == std::string_view::npos || range_end == std::string_view::npos) return {};
  const auto text = trim_front(rest.substr(range_end + 1));
  const auto last = to_size(rest.substr(dots + 2, range_end - dots - 2));
  auto with_counter = names;
  std::string result;
  for (auto i = to_size(rest.substr(0, dots)); i <= last; ++i) {
    with_counter.insert_or_assign(std::string(arguments.substr(0, name_end)), std::to_string(i));
    if (!result.empty()) result += ',';
    result += expand(text, with_counter);
  }
  return result;
}

std::string nested(std::size_t levels) {
  std::string result;
  for (std::size_t i = 0; i < levels; ++i) result += R"({"L":[)";
  result += R"({"S":"x"})";
  for (std::size_t i = 0; i < levels; ++i) result += "]}";
  return result;
}

std::string call(std::string_view macro, std::string_view arguments, const Names& names) {
  if (macro == "each") return each(arguments, names);
  const auto expanded = expand(arguments, names);
  if (macro == "repeat") return repeat(expanded);
  if (macro == "nested") return nested(to_size(expanded));
  return {static_cast<char>(std::strtoul(expanded.c_str(), nullptr, 16))};
}

bool is_macro(std::string_view name) {
  return name == "repeat" || name == "each" || name == "nested" || name == "byte";
}

class Expansion {
 public:
  Expansion(std::string_view text, const Names& names) : rest_(text), names_(names) {}

  std::string run() {
    for (auto at = rest_.find('$'); at != std::string_view::npos; at = rest_.find('$')) {
      result_ += rest_.substr(0, at);
      rest_.remove_prefix(at + 1);
      replace();
    }
    return result_.append(rest_);
  }

 private:
  // REQUIRES: the text goes on behind a dollar.
  void replace() {
    std::size_t size = 0;
    while (size < rest_.size() && is_name_character(rest_[size])) ++size;
    const auto name = rest_.substr(0, size);
    const auto call_size = is_macro(name) ? parentheses_size(rest_.substr(size)) : 0;
    if (call_size > 0) {
      result_ += call(name, rest_.substr(size + 1, call_size - 2), names_);
      rest_.remove_prefix(size + call_size);
    } else if (const auto found = names_.find(name); found != names_.end()) {
      rest_.remove_prefix(size);
      insert(found->second);
    } else {
      result_ += '$';
    }
  }

  void insert(const Json& value) {
    const bool is_quoted = result_.ends_with('"') && rest_.starts_with('"');
    if (is_quoted) {
      result_.pop_back();
      rest_.remove_prefix(1);
    }
    const bool is_part_of_a_text = value.is_string() && !is_quoted;
    result_ += is_part_of_a_text ? value.get<std::string>() : value.dump();
  }

  std::string_view rest_;
  const Names& names_;
  std::string result_;
};

}  // namespace

std::string expand(std::string_view text, const Names& names) {
  return Expansion(text, names).run();
}

}  // namespace partita::conformance
