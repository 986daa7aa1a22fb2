#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "partita/value/value.h"

// Text as a terminal shows it.
namespace partita::cli {

// How many columns standard output has; nullopt: it is no terminal.
std::optional<std::size_t> terminal_width();

// How many columns it takes: none for marks that stand over others, two for wide characters.
std::size_t display_width(std::string_view text);

// Without what would move a terminal's cursor, colour it or turn its direction: data that somebody
// else has written must not speak to the terminal. Line breaks and tabs become blanks.
std::string safe_text(std::string_view text);

// At most this wide; what is cut off is shown by an ellipsis.   REQUIRES: width >= 1.
std::string fitted_text(std::string text, std::size_t width);

// A value in one line: texts and numbers as they are, others as JSON; nothing for NULL.
std::string value_line(const Value& value);

// "1,234,567"
std::string grouped_digits(std::uint64_t number);
// "512 B", "1.5 KB", "20 MB"; of 1000 each, as disks are sold and DynamoDB is billed.
std::string bytes_line(std::uint64_t bytes);
// "3 s", "2 min 5 s", "1 h 3 min"
std::string seconds_line(std::uint64_t seconds);

// A table of texts for people.
struct TextTable {
  struct Column {
    std::string name;
    bool is_key = false;
  };
  struct Cell {
    std::string text;
    bool is_right = false;
  };
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;  // As many cells as there are columns.
};

struct TableLook {
  std::optional<std::size_t> width;  // Of the terminal; nullopt: as wide as need be.
  bool has_colours = false;
};

struct ShownTable {
  std::string text;
  std::vector<std::string> hidden;  // Columns that there was no room for.
};

// Aligned under a line of names. Where room is short, the widest columns are cut first; columns
// that would be narrower than anybody can read are left out from the right.
ShownTable show_table(const TextTable& table, const TableLook& look);

}  // namespace partita::cli
