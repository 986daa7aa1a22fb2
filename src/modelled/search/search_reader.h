#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "modelled/search/asked_words.h"
#include "modelled/search/document.h"
#include "modelled/search/score.h"
#include "modelled/search/search_plan.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "partita/value/value.h"

namespace partita::search {

// What one answer reads at most, in postings of words.
inline constexpr std::size_t kPostingsMax = 2'000'000;
// Items whose facets are counted; beyond it counts are of so many, and said to be approximate.
inline constexpr std::size_t kFacetItemsMax = 10'000;
inline constexpr std::size_t kFacetValuesMax = 100;

// Scores are counted in so many parts of one: sums of whole numbers do not depend on their order,
// so that an item has the same score on every page.
inline constexpr double kScoreUnits = 4294967296.0;

// Scores from the best down; of equal ones by doc.
struct Match {
  Doc doc;
  std::int64_t score = 0;

  friend bool operator==(const Match&, const Match&) = default;
};
bool is_before(const Match& left, const Match& right);

struct Question {
  struct Filter {
    std::size_t number;  // In the search's list of filters.
    Value value;
  };

  std::string text;
  bool matches_any = false;  // One of the words is enough; else an item has all of them.
  std::vector<Filter> filters = {};
  std::vector<std::size_t> facets = {};       // Of the search, to be counted.
  std::size_t matches_max = 100;              // How many are wanted.
  std::optional<Match> after = {};            // Only what comes behind it.
  std::optional<SearchNumbers> numbers = {};  // Of the answer's first page.
};

struct FacetCount {
  std::string value;
  std::uint64_t items = 0;

  friend bool operator==(const FacetCount&, const FacetCount&) = default;
};

struct Found {
  std::vector<AskedWord> words;
  std::vector<Match> matches;                   // The best, in order.
  bool has_more = false;                        // There are others behind them.
  std::uint64_t total = 0;                      // Of all matches, those before `after` included.
  std::vector<std::vector<FacetCount>> facets;  // As asked for; the most frequent first.
  bool facets_are_approximate = false;
  SearchNumbers numbers;
  double built = 1;  // From 0 to 1: how much of the table is indexed.
};

// Finds items by the index alone; none is read.
// REQUIRES: the view is of one moment.
// ERRORS: InvalidArgument as ask_words; TooLarge if its words are in too many items; Corrupt; those
// of the engine.
Task<Result<Found>> find(const engine::View& view, const SearchPlan& plan,
                         const Question& question);

// What the documents of the matches say, each at its place; nullopt: there is none.
Task<Result<std::vector<std::optional<DocumentRow>>>> read_documents(
    const engine::View& view, const SearchPlan& plan, std::span<const Match> matches);

}  // namespace partita::search
