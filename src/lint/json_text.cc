#include "lint/json_text.h"

#include <fmt/format.h>

namespace partita::lint {

std::string json_text(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      json.push_back('\\');
      json.push_back(c);
    } else if (c == '\n') {
      json += "\\n";
    } else if (code < 0x20) {
      json += fmt::format("\\u{:04x}", code);
    } else {
      json.push_back(c);
    }
  }
  json.push_back('"');
  return json;
}

}  // namespace partita::lint
