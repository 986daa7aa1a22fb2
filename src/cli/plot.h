#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "partita/value/value.h"

// Pictures of numbers in a terminal.
namespace partita::cli {

// A block is filled in eighths, from below.
inline constexpr std::array<std::string_view, 9> kBlocks = {" ", "▁", "▂", "▃", "▄",
                                                            "▅", "▆", "▇", "█"};

// The largest number of each column; fewer columns if there are fewer numbers.
std::vector<double> in_columns(const std::vector<double>& numbers, std::size_t columns);

// The numbers as one line of blocks, the largest as a full one: "▁▃█▂". What is not zero shows.
std::string spark_line(const std::vector<double>& numbers, std::size_t columns);

// A bar for each row and measure, with the texts of the other columns before it and the number
// behind it; a block of lines for each measure. Values that are no numbers have no bar.
//
//   count
//   dev   completed  ███████████████ 120
//   dev   failed     █▌ 12
std::string bars_text(const std::vector<Item>& rows, const std::vector<std::string>& columns,
                      const std::vector<std::string>& measures, std::size_t width);

// A number of an answer as a double; 0 if there is none.
double double_in(const Item& object, std::string_view name);
// The numbers of a list of that name.
std::vector<double> doubles_in(const Item& object, std::string_view name);

}  // namespace partita::cli
