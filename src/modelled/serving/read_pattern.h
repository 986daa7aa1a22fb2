#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "modelled/serving/arguments.h"
#include "modelled/serving/pattern_context.h"
#include "modelled/serving/served_model.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/encoded_item.h"
#include "partita/value/value.h"

namespace partita::serving {

struct PatternReadRequest {
  Arguments arguments;
  std::optional<int> limit;  // Items per page; nullopt: as in the pattern.
  std::string page;          // A token; empty: from the beginning.
  bool is_consistent = false;
};

// One item of an answer.
struct ReadRow {
  EncodedItem item;  // As stored (or projected), including attributes that the server fills in.
  const model::Entity* entity = nullptr;
  std::string member;   // Of a collection: which part of it; of a map: the key. Else empty.
  double score = 0;     // For a search: how well it matches.
  Map highlights = {};  // For a search: fields as HTML, with the words in <em>.
};

// The number of found items that have a given value.
struct FacetValue {
  std::string value;
  std::uint64_t items = 0;
};

// The totals of a search.
struct SearchSummary {
  std::uint64_t total = 0;  // Items that match, on all pages.
  // Words of the query that occur in no item, with the words that were searched instead.
  std::vector<std::pair<std::string, std::string>> corrected;
  std::vector<std::pair<std::string, std::vector<FacetValue>>> facets;  // By attribute.
  bool facets_are_approximate = false;  // Only the first 10'000 items were counted.
  double built = 1;                     // From 0 to 1: how much of the table is indexed.
};

// The cost of an answer.
struct ReadCost {
  double read_units = 0;
  std::uint64_t scanned = 0;  // Items that were read, including those that were dropped.
  std::size_t legs = 0;
};

struct ReadAnswer {
  std::vector<ReadRow> rows;  // At most one for a pattern that gives one.
  bool has_more = false;
  bool is_partial = false;  // Fewer items than the limit, because too many were dropped.
  std::string next;         // The token of the following page, or empty.
  std::string previous;     // The token of the page before, or empty.
  ReadCost cost;
  std::optional<SearchSummary> search = {};  // Of a search.
};

// Runs a pattern that reads. A page is full, except at the end of the data: if items are dropped,
// reading continues, up to twenty times the limit. Expired items are never returned. Collections
// and maps are returned as a whole, up to 10'000 items or 16 MB; a collection without its `one`
// parts is not found.
//
// Over all pages, an item that is not written meanwhile appears exactly once; an item whose keys
// change may appear twice or not at all. Scans have no previous pages.
// REQUIRES: `plan` is one of the model's and reads or searches; all arguments outlive the task.
// ERRORS: those of Failure (BadArgument, BadToken, NotFound for a pattern that gives one item,
// those of read_search); those of the operations.
Task<Result<ReadAnswer>> read(const PatternContext& context, const ServedModel& model,
                              const planning::PatternPlan& plan, const PatternReadRequest& request);

}  // namespace partita::serving
