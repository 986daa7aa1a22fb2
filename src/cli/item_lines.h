#pragma once

#include <string>
#include <vector>

#include "cli/data_commands.h"
#include "cli/table_facts.h"
#include "partita/value/encoded_item.h"

namespace partita::cli {

// An item in one line of JSON, with its line break.   REQUIRES: the output is no table.
std::string item_line(const ItemView& item, ItemOutput output);

// Items for people, fitted to the terminal; the key's attributes first, then the others by name, or
// just the wanted ones. Below the table stands what it does not show.
std::string item_table(const EncodedItemList& items, const KeyFacts& key,
                       const std::vector<std::string>& wanted);

// One item for people, an attribute a line, the key's first.
std::string item_sheet(const Item& item, const KeyFacts& key);

}  // namespace partita::cli
