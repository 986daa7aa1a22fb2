#include "library/builder/document_path.h"

#include <fmt/format.h>

#include <algorithm>

namespace partita::builder {
namespace {

bool is_index(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// "[3][0]", or nothing.
bool is_indexes(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = text.find(']');
    if (text.front() != '[' || end == std::string_view::npos) return false;
    if (!is_index(text.substr(1, end - 1))) return false;
    text.remove_prefix(end + 1);
  }
  return true;
}

// A name and the indexes behind it.
Result<std::string> write_step(std::string_view text, api::PlaceholderWriter& placeholders) {
  const std::string_view attribute = text.substr(0, text.find('['));
  const std::string_view indexes = text.substr(attribute.size());
  if (attribute.empty() || !is_indexes(indexes)) {
    return Error::invalid_argument("expected names with dots between them, and indexes: a.b[0].c");
  }
  return fmt::format("{}{}", placeholders.name(attribute), indexes);
}

}  // namespace

Result<std::string> write_path(std::string_view path, api::PlaceholderWriter& placeholders) {
  std::string text;
  std::string_view rest = path;
  while (true) {
    const std::size_t dot = rest.find('.');
    auto made = write_step(rest.substr(0, dot), placeholders);
    if (!made.ok()) {
      return std::move(made).error().within(fmt::format("`{}` is not a document path", path));
    }
    text += *made;
    if (dot == std::string_view::npos) return text;
    text += '.';
    rest.remove_prefix(dot + 1);
  }
}

}  // namespace partita::builder
