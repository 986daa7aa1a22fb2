#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/table_facts.h"
#include "cli/typed_words.h"
#include "partita/base/result.h"

namespace partita::cli {

// What a Query or a Scan asks for.
struct QueryPlan {
  std::string index;          // Empty: the table.
  std::string key_condition;  // Empty: a Scan.
  std::string filter;         // Empty: none.
  Item names;                 // {"#0": "artist"}
  Item values;                // {":0": ...}
};

// Finds the table's or an index's key in the conditions: the one of which they say most. The others
// become a filter; where the table does not say of which type an attribute is, a filter looks for
// the text and for what it is as JSON (a number, true, false, null). ERRORS: InvalidArgument, with
// the keys that there are; NotFound if there is no such index.
Result<QueryPlan> plan_query(const TableFacts& facts, const std::vector<std::string>& words,
                             std::string_view index);

// The same for a Scan: all conditions are a filter.
Result<QueryPlan> plan_scan(const TableFacts& facts, const std::vector<std::string>& words,
                            std::string_view index);

}  // namespace partita::cli
