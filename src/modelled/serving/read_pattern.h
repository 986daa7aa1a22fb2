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
  std::optional<int> limit;  // Of a page; nullopt: as the pattern says.
  std::string page;          // A token; empty: from the beginning.
  bool is_consistent = false;
};

// One item of an answer.
struct ReadRow {
  EncodedItem item;  // As it is stored (or projected), filled attributes included.
  const model::Entity* entity = nullptr;
  std::string member;   // Of a collection: which part of it; of a map: the key. Else empty.
  double score = 0;     // Of a search: how well it fits.
  Map highlights = {};  // Of a search: fields as HTML, with the words between <em> and </em>.
};

// How often a value is among the items that a search has found.
struct FacetValue {
  std::string value;
  std::uint64_t items = 0;
};

// What a search tells of all that it has found.
struct SearchSummary {
  std::uint64_t total = 0;  // Items that match, on all pages.
  // Words of the question that nothing has, and the word that was looked for instead.
  std::vector<std::pair<std::string, std::string>> corrected;
  std::vector<std::pair<std::string, std::vector<FacetValue>>> facets;  // By attribute.
  bool facets_are_approximate = false;  // Counted in the first 10'000 items only.
  double built = 1;                     // From 0 to 1: how much of the table is indexed.
};

// What it took to answer.
struct ReadCost {
  double read_units = 0;
  std::uint64_t scanned = 0;  // Items that were read, those that were dropped included.
  std::size_t legs = 0;
};

struct ReadAnswer {
  std::vector<ReadRow> rows;  // At most one for a pattern that gives one.
  bool has_more = false;
  bool is_partial = false;  // It stopped because so many items were dropped: fewer than the limit.
  std::string next;         // The token of the following page, or empty.
  std::string previous;     // The token of the page before, or empty.
  ReadCost cost;
  std::optional<SearchSummary> search = {};  // Of a search.
};

// Runs a pattern that reads. A page is full unless the data end: reading goes on behind items that
// are dropped, up to twenty times the limit. Expired items are never shown. Collections and maps
// come whole, up to 10'000 items or 16 MB; a collection without its `one` parts is not found.
//
// Pages neither lose nor repeat an item that is not written in between; an item whose keys change
// may be seen twice or not at all. A scan has no page before.
// REQUIRES: `plan` is one of the model's and reads or searches; all arguments outlive the task.
// ERRORS: those of Failure (BadArgument, BadToken, NotFound for a pattern that gives one item,
// those of read_search); those of the operations.
Task<Result<ReadAnswer>> read(const PatternContext& context, const ServedModel& model,
                              const planning::PatternPlan& plan, const PatternReadRequest& request);

}  // namespace partita::serving
