#include "cli/config_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "partita/base/file.h"

namespace partita::cli {
namespace {

constexpr std::size_t kFileBytesMax = std::size_t{1} << 20;
constexpr std::string_view kBlanks = " \t\r";

bool is_name_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_';
}

bool is_decimal_digit(char c) { return c >= '0' && c <= '9'; }

// Reads one line from left to right.
class LineReader {
 public:
  explicit LineReader(std::string_view rest) : rest_(rest) {}

  // Whether nothing but a comment is left.
  bool is_at_end() {
    skip_blanks();
    return rest_.empty() || rest_.front() == '#';
  }

  bool take(char c) {
    skip_blanks();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  // Empty if there is none.
  std::string_view take_name() {
    skip_blanks();
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_name_letter);
    return take_front(static_cast<std::size_t>(end - rest_.begin()));
  }

  // Nullopt if there is none, or it is not closed.
  std::optional<std::string> take_value() {
    skip_blanks();
    for (const char quote : {'"', '\''}) {
      if (take(quote)) return take_quoted(quote);
    }
    const auto end = std::min(rest_.find_first_of(" \t\r,]#\"'"), rest_.size());
    if (end == 0) return std::nullopt;
    return std::string(take_front(end));
  }

 private:
  void skip_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlanks), rest_.size()));
  }

  std::string_view take_front(std::size_t count) {
    const auto front = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return front;
  }

  std::optional<std::string> take_quoted(char quote) {
    const auto end = rest_.find(quote);
    if (end == std::string_view::npos) return std::nullopt;
    std::string value(take_front(end));
    rest_.remove_prefix(1);
    return value;
  }

  std::string_view rest_;
};

// What stands behind the equals sign, or nullopt.
std::optional<std::vector<std::string>> read_values(LineReader& reader) {
  std::vector<std::string> values;
  if (!reader.take('[')) {
    auto value = reader.take_value();
    if (!value) return std::nullopt;
    values.push_back(std::move(*value));
    return values;
  }
  while (!reader.take(']')) {
    auto value = reader.take_value();
    if (!value) return std::nullopt;
    values.push_back(std::move(*value));
    if (reader.take(',')) continue;
    return reader.take(']') ? std::optional(std::move(values)) : std::nullopt;
  }
  return values;
}

bool is_header(std::string_view line) {
  LineReader reader(line);
  return reader.take('[') && reader.take_name() == "serve" && reader.take(']') &&
         reader.is_at_end();
}

std::optional<ConfigLine> read_setting(std::string_view line) {
  LineReader reader(line);
  ConfigLine setting{.name = std::string(reader.take_name()), .values = {}};
  if (setting.name.empty() || !reader.take('=')) return std::nullopt;
  auto values = read_values(reader);
  if (!values || !reader.is_at_end()) return std::nullopt;
  setting.values = std::move(*values);
  return setting;
}

Error refused(int line, std::string_view reason) {
  return Error::invalid_argument(fmt::format("line {}: {}", line, reason));
}

Status add(std::vector<ConfigLine>& settings, ConfigLine setting) {
  for (const ConfigLine& other : settings) {
    if (other.name != setting.name) continue;
    return refused(setting.line,
                   fmt::format("{} is there twice, first on line {}", other.name, other.line));
  }
  settings.push_back(std::move(setting));
  return {};
}

}  // namespace

Result<std::vector<ConfigLine>> parse_config(std::string_view text) {
  std::vector<ConfigLine> settings;
  for (int number = 1; !text.empty(); ++number) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (LineReader(line).is_at_end() || is_header(line)) continue;
    auto setting = read_setting(line);
    if (!setting) {
      return refused(number, "not a setting like listen = \"127.0.0.1:8000\" or memory = true");
    }
    setting->line = number;
    TRY(add(settings, std::move(*setting)));
  }
  return settings;
}

Result<std::vector<ConfigLine>> read_config(const std::filesystem::path& file) {
  const std::string text = TRY(read_small_file(file, kFileBytesMax));
  auto settings = parse_config(text);
  if (settings.ok()) return settings;
  return Error::invalid_argument(fmt::format("{}: {}", file.string(), settings.error().message()));
}

std::string config_value(std::string_view value) {
  const bool is_bare =
      value == "true" || value == "false" ||
      (!value.empty() && std::all_of(value.begin(), value.end(), is_decimal_digit));
  if (is_bare) return std::string(value);
  const char quote = value.find('"') == std::string_view::npos ? '"' : '\'';
  return fmt::format("{}{}{}", quote, value, quote);
}

}  // namespace partita::cli
