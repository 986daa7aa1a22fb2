#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/engine.h"
#include "modelled/search/asked_words.h"
#include "modelled/search/score.h"
#include "modelled/search/search_reader.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::search {

// One thing that is asked of items: that they have a word, or the value of a filter.
struct Clause {
  std::vector<Variant> variants;
  double rarity = 0;           // 0: a filter, which counts nothing.
  std::int64_t frequency = 0;  // About how many items have it.
};

// Reads the postings of clauses, up to a limit for all of them together.
// THREADS: one thread at a time.
class ClauseReader {
 public:
  // REQUIRES: all of it outlives this.
  ClauseReader(const engine::View& view, const SearchRef& search, const Scoring& scoring)
      : view_(view), search_(search), scoring_(scoring) {}

  // All that have it, in the order of docs, with what it adds to their score.
  // ERRORS: TooLarge; those of the engine.
  Task<Result<std::vector<Match>>> read_all(const Clause& clause);
  // Those of the matches that have it, with what it adds to their score. Reads the postings of
  // these, or all if that is less.
  Task<Result<std::vector<Match>>> keep(const std::vector<Match>& matches, const Clause& clause);

 private:
  Task<Status> read_variant(const Variant& variant, double rarity, std::vector<Match>& found);
  Task<Result<std::vector<Match>>> look_up(std::span<const Match> matches, const Clause& clause);
  Status count(std::size_t postings);
  // What the posting adds to the score; nullopt: the variant does not count in its fields.
  std::optional<std::int64_t> part(ByteView posting, const Variant& variant, double rarity) const;

  const engine::View& view_;
  const SearchRef& search_;
  const Scoring& scoring_;
  std::size_t postings_ = 0;
};

// Scores of items that are in both, or in one of the two, added. Both are in the order of docs.
std::vector<Match> intersect(const std::vector<Match>& left, const std::vector<Match>& right);
std::vector<Match> unite(const std::vector<Match>& left, const std::vector<Match>& right);

}  // namespace partita::search
