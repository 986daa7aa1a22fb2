#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/model_client.h"
#include "partita/base/result.h"
#include "partita/value/value.h"

namespace partita::cli {

// What can be seen of a table that has no model: how it is declared, and some of its items.
struct TableSketch {
  struct IndexSketch {
    std::string name;
    bool is_local = false;
    std::string partition_key;
    std::string sort_key;    // Empty: none.
    std::string projection;  // "all" or "keys"; of those that include attributes, "all".
  };

  std::string name;
  std::string partition_key;
  std::string sort_key;                      // Empty: none.
  std::map<std::string, std::string> types;  // S, N or B of key attributes.
  std::vector<IndexSketch> indexes;
  std::vector<Item> items;
};

// Asks for the table and its first thousand items or so.
// ERRORS: NotFound if there is no such table; those of ModelClient::send.
Result<TableSketch> read_sketch(const ModelClient& client, std::string_view table_name);

}  // namespace partita::cli
