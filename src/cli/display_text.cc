#include "cli/display_text.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "language/value/json_text.h"

namespace partita::cli {
namespace {

constexpr std::string_view kEllipsis = "…";
constexpr std::size_t kGap = 2;
constexpr std::size_t kWidestCell = 60;    // Where there is room.
constexpr std::size_t kNarrowestCell = 8;  // Narrower ones say nothing.
constexpr std::string_view kBoldOn = "\x1B[1m";
constexpr std::string_view kKeyOn = "\x1B[36m";
constexpr std::string_view kAllOff = "\x1B[0m";

struct CodeRange {
  char32_t first;
  char32_t last;
};

// East Asian wide characters and emoji, by their blocks.
constexpr CodeRange kWide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},
    {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},
    {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1FAFF},
    {0x20000, 0x3FFFD},
};
constexpr CodeRange kNoWidth[] = {
    {0x0300, 0x036F}, {0x200B, 0x200D}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F},
};
// Controls, those of direction among them.
constexpr CodeRange kUnsafe[] = {
    {0x00, 0x1F},     {0x7F, 0x9F},     {0x061C, 0x061C}, {0x200E, 0x200F},
    {0x2028, 0x202E}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF},
};

template <std::size_t Count>
bool is_in(const CodeRange (&ranges)[Count], char32_t code) {
  return std::any_of(std::begin(ranges), std::end(ranges), [code](const CodeRange& range) {
    return code >= range.first && code <= range.last;
  });
}

// A character of valid UTF-8, and how many bytes it has. A byte that begins none counts as one.
struct Character {
  char32_t code;
  std::size_t bytes;
};

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  const std::size_t bytes = lead < 0x80 ? 1 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (bytes == 1 || lead < 0xC0 || text.size() < bytes) return {lead, 1};
  char32_t code = lead & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) code = (code << 6U) | (byte(i) & 0x3FU);
  return {code, bytes};
}

std::size_t width_of_code(char32_t code) {
  if (is_in(kNoWidth, code)) return 0;
  return is_in(kWide, code) ? 2 : 1;
}

// The widest that cells may be so that all columns fit; 0: not even the narrowest do.
std::size_t widest_that_fits(const std::vector<std::size_t>& widths, std::size_t room) {
  for (std::size_t cap = kWidestCell; cap >= kNarrowestCell; --cap) {
    std::size_t total = widths.empty() ? 0 : (widths.size() - 1) * kGap;
    for (const std::size_t width : widths) total += std::min(width, cap);
    if (total <= room) return cap;
  }
  return 0;
}

void append_cell(std::string& line, const TextTable::Cell& cell, std::size_t width,
                 std::string_view colour) {
  const std::string text = fitted_text(cell.text, width);
  const std::string blanks(width - std::min(width, display_width(text)), ' ');
  if (cell.is_right) line += blanks;
  line += colour;
  line += text;
  if (!colour.empty()) line += kAllOff;
  if (!cell.is_right) line += blanks;
  line.append(kGap, ' ');
}

void close_line(std::string& text, std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  text += line;
  text += '\n';
}

}  // namespace

std::optional<std::size_t> terminal_width() {
  constexpr std::size_t kUsual = 80;
  if (::isatty(STDOUT_FILENO) != 1) return std::nullopt;
  winsize size{};
  const bool is_known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? std::size_t{size.ws_col} : kUsual;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Character character = first_character(text);
    width += width_of_code(character.code);
    text.remove_prefix(character.bytes);
  }
  return width;
}

std::string safe_text(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const Character character = first_character(text);
    if (is_in(kUnsafe, character.code)) {
      safe += ' ';
    } else {
      safe += text.substr(0, character.bytes);
    }
    text.remove_prefix(character.bytes);
  }
  return safe;
}

std::string fitted_text(std::string text, std::size_t width) {
  if (display_width(text) <= width) return text;
  std::string_view rest = text;
  std::size_t taken = 0;
  std::size_t bytes = 0;
  while (!rest.empty()) {
    const Character character = first_character(rest);
    taken += width_of_code(character.code);
    if (taken + 1 > width) break;
    bytes += character.bytes;
    rest.remove_prefix(character.bytes);
  }
  return text.substr(0, bytes).append(kEllipsis);
}

std::string value_line(const Value& value) {
  if (value.type() == ValueType::Null) return "null";
  if (value.type() == ValueType::S) return safe_text(value.string());
  if (value.type() == ValueType::N) return value.number().to_string();
  JsonText json(JsonLayout::Compact);
  json.value(value);
  return safe_text(std::move(json).take());
}

std::string grouped_digits(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

std::string bytes_line(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 6> kUnits{"B", "KB", "MB", "GB", "TB", "PB"};
  auto amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (amount >= 999.5 && unit + 1 < kUnits.size()) {
    amount /= 1000;
    ++unit;
  }
  const bool has_decimal = unit > 0 && amount < 9.95;
  return has_decimal ? fmt::format("{:.1f} {}", amount, kUnits[unit])
                     : fmt::format("{:.0f} {}", amount, kUnits[unit]);
}

std::string seconds_line(std::uint64_t seconds) {
  if (seconds < 60) return fmt::format("{} s", seconds);
  if (seconds < 3600) return fmt::format("{} min {} s", seconds / 60, seconds % 60);
  return fmt::format("{} h {} min", seconds / 3600, seconds % 3600 / 60);
}

ShownTable show_table(const TextTable& table, const TableLook& look) {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    std::size_t width = display_width(table.columns[i].name);
    for (const auto& row : table.rows) width = std::max(width, display_width(row[i].text));
    widths.push_back(std::min(width, kWidestCell));
  }
  ShownTable shown;
  std::size_t cap = kWidestCell;
  while (look.width && !widths.empty()) {
    cap = widest_that_fits(widths, *look.width);
    if (cap > 0 || widths.size() == 1) break;
    widths.pop_back();
    shown.hidden.insert(shown.hidden.begin(), table.columns[widths.size()].name);
  }
  for (auto& width : widths) width = std::min(width, std::max(cap, kNarrowestCell));
  std::string line;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const bool is_right = !table.rows.empty() && table.rows.front()[i].is_right;
    append_cell(line, {table.columns[i].name, is_right}, widths[i],
                look.has_colours ? kBoldOn : "");
  }
  close_line(shown.text, std::move(line));
  for (const auto& row : table.rows) {
    line.clear();
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const bool is_coloured = look.has_colours && table.columns[i].is_key;
      append_cell(line, row[i], widths[i], is_coloured ? kKeyOn : "");
    }
    close_line(shown.text, std::move(line));
  }
  return shown;
}

}  // namespace partita::cli
