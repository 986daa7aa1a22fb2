#include "cli/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "cli/display_text.h"

namespace partita::cli {
namespace {

// Filled from the left, in eighths.
constexpr std::array<std::string_view, 8> kPartBlocks = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
constexpr std::size_t kLabelWidthMax = 40;
constexpr std::size_t kNumberWidthMax = 12;

double double_of(const Value& value) {
  if (value.type() != ValueType::N) return 0;
  const std::string text = value.number().to_string();
  double number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::string bar(double share, std::size_t width) {
  const auto eighths = static_cast<std::size_t>(
      std::ceil(std::clamp(share, 0.0, 1.0) * static_cast<double>(width) * 8));
  std::string text;
  for (std::size_t i = 0; i < eighths / 8; ++i) text += kBlocks.back();
  return text + std::string(kPartBlocks[eighths % 8]);
}

std::string padded(std::string text, std::size_t width) {
  text.append(width - std::min(width, display_width(text)), ' ');
  return text;
}

std::string label_in(const Item& row, const std::string& column,
                     std::size_t width = kLabelWidthMax) {
  const Value* const value = row.find(column);
  return value == nullptr ? "" : fitted_text(value_line(*value), width);
}

// What stands before the bars, all equally wide.
std::vector<std::string> labels_of(const std::vector<Item>& rows,
                                   const std::vector<std::string>& columns) {
  std::vector<std::string> labels(rows.size());
  for (const auto& column : columns) {
    std::size_t width = 0;
    for (const Item& row : rows) width = std::max(width, display_width(label_in(row, column)));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      labels[i] += padded(label_in(rows[i], column), width) + "  ";
    }
  }
  return labels;
}

}  // namespace

std::vector<double> in_columns(const std::vector<double>& numbers, std::size_t columns) {
  std::vector<double> largest(std::min(columns, numbers.size()), 0);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    double& column = largest[i * largest.size() / numbers.size()];
    column = std::max(column, numbers[i]);
  }
  return largest;
}

std::string spark_line(const std::vector<double>& numbers, std::size_t columns) {
  const auto drawn = in_columns(numbers, columns);
  const double top = drawn.empty() ? 0 : *std::max_element(drawn.begin(), drawn.end());
  std::string text;
  for (const double number : drawn) {
    const double least = number > 0 ? 1 : 0;
    const double eighths = top > 0 ? std::round(number / top * 8) : 0;
    text += kBlocks[static_cast<std::size_t>(std::clamp(eighths, least, 8.0))];
  }
  return text;
}

std::string bars_text(const std::vector<Item>& rows, const std::vector<std::string>& columns,
                      const std::vector<std::string>& measures, std::size_t width) {
  const auto labels = labels_of(rows, columns);
  std::string text;
  for (const auto& measure : measures) {
    double top = 0;
    for (const Item& row : rows) top = std::max(top, double_in(row, measure));
    text += fmt::format("{}{}\n", text.empty() ? "" : "\n", safe_text(measure));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double number = double_in(rows[i], measure);
      const std::string drawn = number > 0 && top > 0 ? bar(number / top, width) + " " : "";
      text +=
          fmt::format("{}{}{}\n", labels[i], drawn, label_in(rows[i], measure, kNumberWidthMax));
    }
  }
  return text;
}

double double_in(const Item& object, std::string_view name) {
  const Value* const value = object.find(name);
  return value == nullptr ? 0 : double_of(*value);
}

std::vector<double> doubles_in(const Item& object, std::string_view name) {
  std::vector<double> numbers;
  const Value* const list = object.find(name);
  if (list == nullptr || list->type() != ValueType::L) return numbers;
  for (const Value& value : list->list()) numbers.push_back(double_of(value));
  return numbers;
}

}  // namespace partita::cli
