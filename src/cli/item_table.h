#pragma once

#include <string>
#include <vector>

#include "partita/value/value.h"

// Items for people and spreadsheets.
namespace partita::cli {

// The wanted columns that some item has, then all others by name.
std::vector<std::string> columns_of(const std::vector<Item>& items,
                                    const std::vector<std::string>& wanted);

// A line for each item under a line of names, aligned, long values cut; numbers to the right.
std::string table_text(const std::vector<Item>& items, const std::vector<std::string>& columns,
                       bool has_colours);

// One item, an attribute a line.
std::string item_text(const Item& item, const std::vector<std::string>& columns, bool has_colours);

// RFC 4180, with a line of names: nothing is cut.
std::string csv_text(const std::vector<Item>& items, const std::vector<std::string>& columns);

}  // namespace partita::cli
