#include "cli/item_table.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "partita/value/encoded_item.h"
#include "partita/value/measure.h"
#include "wire/rest/json.h"

namespace partita::cli {
namespace {

constexpr std::size_t kCellWidthMax = 40;
constexpr std::string_view kBold = "\x1B[1m";
constexpr std::string_view kPlain = "\x1B[0m";
constexpr std::string_view kCut = "…";

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// How many characters it has, which is nearly as wide as it is.
std::size_t width_of(std::string_view text) {
  return text.size() -
         static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_continuation));
}

// What would move the cursor of a terminal is no part of a value that a person reads.
std::string printable(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return result;
}

std::string cut(std::string text) {
  if (width_of(text) <= kCellWidthMax) return text;
  std::size_t characters = 0;
  std::size_t end = 0;
  while (end < text.size() && characters < kCellWidthMax) {
    ++end;
    while (end < text.size() && is_continuation(text[end])) ++end;
    ++characters;
    if (characters + 1 == kCellWidthMax) break;
  }
  return text.substr(0, end).append(kCut);
}

// Quotients have more digits than anybody reads.
std::string shortened(std::string number) {
  constexpr std::size_t kDecimalsMax = 6;
  const auto point = number.find('.');
  const bool is_long = point != std::string::npos && number.size() > point + 1 + kDecimalsMax;
  return is_long ? number.substr(0, point + 1 + kDecimalsMax).append(kCut) : number;
}

std::string json_of(const Value& value) {
  std::string json;
  if (nesting(value) >= kNestingMax) {
    json = kCut;
  } else {
    protocol::JsonSink sink(json);
    rest::put_plain_json(sink, EncodedValue(value).view());
  }
  return json;
}

std::string text_of(const Value* value) {
  if (value == nullptr || value->type() == ValueType::Null) return {};
  if (value->type() == ValueType::S) return value->string();
  if (value->type() == ValueType::N) return value->number().to_string();
  if (value->type() == ValueType::Bool) return value->boolean() ? "true" : "false";
  return json_of(*value);
}

bool is_number(const Value* value) { return value != nullptr && value->type() == ValueType::N; }

// As it stands in a table.
std::string cell_of(const Value* value) {
  const std::string text = text_of(value);
  return is_number(value) ? shortened(text) : cut(printable(text));
}

void append_padded(std::string& line, std::string_view text, std::size_t width, bool is_right) {
  const std::string blanks(width - std::min(width, width_of(text)), ' ');
  if (is_right) line += blanks;
  line += text;
  if (!is_right) line += blanks;
}

void end_line(std::string& text) {
  text.erase(text.find_last_not_of(' ') + 1);
  text += '\n';
}

std::string coloured(std::string_view text, bool has_colours) {
  std::string result;
  if (has_colours) result += kBold;
  result += text;
  if (has_colours) result += kPlain;
  return result;
}

void append_csv(std::string& csv, std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    csv += text;
    return;
  }
  csv += '"';
  for (const char c : text) csv.append(c == '"' ? 2 : 1, c);
  csv += '"';
}

}  // namespace

std::vector<std::string> columns_of(const std::vector<Item>& items,
                                    const std::vector<std::string>& wanted) {
  std::set<std::string, std::less<>> there;
  for (const Item& item : items) {
    for (const auto& member : item) there.insert(member.name);
  }
  std::vector<std::string> columns;
  for (const std::string& name : wanted) {
    if (there.erase(name) > 0) columns.push_back(name);
  }
  columns.insert(columns.end(), there.begin(), there.end());
  return columns;
}

std::string table_text(const std::vector<Item>& items, const std::vector<std::string>& columns,
                       bool has_colours) {
  std::vector<std::vector<std::string>> cells(items.size());
  std::vector<std::size_t> widths;
  for (const std::string& column : columns) {
    std::size_t width = width_of(column);
    for (std::size_t row = 0; row < items.size(); ++row) {
      cells[row].push_back(cell_of(items[row].find(column)));
      width = std::max(width, width_of(cells[row].back()));
    }
    widths.push_back(width);
  }
  std::string line;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    append_padded(line, columns[i], widths[i] + 2, /*is_right=*/false);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  std::string text = coloured(line, has_colours) + "\n";
  for (std::size_t row = 0; row < items.size(); ++row) {
    std::string cell_line;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      append_padded(cell_line, cells[row][i], widths[i], is_number(items[row].find(columns[i])));
      cell_line += "  ";
    }
    end_line(cell_line);
    text += cell_line;
  }
  return text;
}

std::string item_text(const Item& item, const std::vector<std::string>& columns, bool has_colours) {
  std::size_t width = 0;
  for (const std::string& column : columns) width = std::max(width, width_of(column));
  std::string text;
  for (const std::string& column : columns) {
    std::string name;
    append_padded(name, column, width, /*is_right=*/false);
    text += coloured(name, has_colours);
    text += "  ";
    text += printable(text_of(item.find(column)));
    end_line(text);
  }
  return text;
}

std::string csv_text(const std::vector<Item>& items, const std::vector<std::string>& columns) {
  std::string csv;
  const auto append_row = [&](auto text_at) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i > 0) csv += ',';
      append_csv(csv, text_at(i));
    }
    csv += "\r\n";
  };
  append_row([&](std::size_t i) { return columns[i]; });
  for (const Item& item : items) {
    append_row([&](std::size_t i) { return text_of(item.find(columns[i])); });
  }
  return csv;
}

}  // namespace partita::cli
