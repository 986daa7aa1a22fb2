#include "cli/item_lines.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "cli/display_text.h"
#include "cli/item_table.h"
#include "cli/terminal.h"
#include "language/value/json_text.h"
#include "wire/protocol/attribute_json.h"

namespace partita::cli {
namespace {

constexpr std::string_view kNameOn = "\x1B[1m";
constexpr std::string_view kKeyNameOn = "\x1B[1;36m";
constexpr std::string_view kDimOn = "\x1B[2m";
constexpr std::string_view kToneOff = "\x1B[0m";

bool is_one_of(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

TextTable::Cell cell_for(const Value* value) {
  if (value == nullptr) return {};
  return {value_line(*value), value->type() == ValueType::N};
}

std::string dimmed(std::string_view text) {
  return output_has_colours() ? fmt::format("{}{}{}", kDimOn, text, kToneOff) : std::string(text);
}

// "3 more columns: a, b, c (--columns, --json)", and of very many the first ones.
std::string hidden_line(std::vector<std::string> names) {
  constexpr std::size_t kNamedMax = 12;
  const std::size_t count = names.size();
  if (count > kNamedMax) names.resize(kNamedMax);
  return fmt::format("{} more columns: {}{} (--columns, --json)\n", count, fmt::join(names, ", "),
                     count > kNamedMax ? " ..." : "");
}

// Lists and maps stand below their name, a line for each value in them.
std::string sheet_value(const Value& value, std::size_t indent) {
  const bool is_nested = value.type() == ValueType::M || value.type() == ValueType::L;
  if (!is_nested) return value_line(value) + "\n";
  const std::string line = value_line(value);
  const auto width = terminal_width().value_or(100);
  if (display_width(line) + indent <= width) return line + "\n";
  std::string text;
  std::string json = to_json(value);
  const std::string blanks(indent, ' ');
  std::string_view rest = json;
  while (!rest.empty()) {
    const std::string_view part = rest.substr(0, rest.find('\n'));
    text += fmt::format("{}{}\n", text.empty() ? "" : blanks, safe_text(part));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
  }
  return text;
}

}  // namespace

std::string item_line(const ItemView& item, ItemOutput output) {
  std::string line;
  if (output == ItemOutput::DynamodbJson) {
    protocol::append_json(line, item);
  } else {
    JsonText json(JsonLayout::Compact);
    json.value(Value(item.to_item()));
    line = std::move(json).take();
  }
  line += '\n';
  return line;
}

std::string item_table(const EncodedItemList& items, const KeyFacts& key,
                       const std::vector<std::string>& wanted) {
  std::vector<Item> decoded;
  for (std::size_t i = 0; i < items.size(); ++i) decoded.push_back(items.at(i).to_item());
  const auto keys = key.all();
  TextTable table;
  for (auto& name : wanted.empty() ? columns_of(decoded, keys) : wanted) {
    table.columns.push_back({name, is_one_of(keys, name)});
  }
  for (const Item& item : decoded) {
    auto& row = table.rows.emplace_back();
    for (const auto& column : table.columns) row.push_back(cell_for(item.find(column.name)));
  }
  for (auto& column : table.columns) column.name = safe_text(column.name);
  auto shown = show_table(table, {.width = terminal_width(), .has_colours = output_has_colours()});
  if (!shown.hidden.empty()) {
    shown.text += dimmed(hidden_line(shown.hidden));
  }
  return std::move(shown.text);
}

std::string item_sheet(const Item& item, const KeyFacts& key) {
  const auto keys = key.all();
  const bool has_colours = output_has_colours();
  const auto names = columns_of({item}, keys);
  std::size_t width = 0;
  for (const auto& name : names) width = std::max(width, display_width(safe_text(name)));
  std::string text;
  for (const auto& name : names) {
    const std::string shown = safe_text(name);
    const std::string blanks(width - display_width(shown) + 2, ' ');
    const std::string_view colour = is_one_of(keys, name) ? kKeyNameOn : kNameOn;
    text += fmt::format("{}{}{}{}", has_colours ? colour : "", shown, has_colours ? kToneOff : "",
                        blanks);
    text += sheet_value(*item.find(name), width + 2);
  }
  return text;
}

}  // namespace partita::cli
