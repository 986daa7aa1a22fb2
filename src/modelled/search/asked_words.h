#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "modelled/search/search_plan.h"
#include "partita/base/bytes.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

namespace partita::search {

inline constexpr std::size_t kQuestionBytesMax = 1000;
inline constexpr std::size_t kQuestionWordsMax = 16;

// One term that a word may be found by.
struct Variant {
  enum class Kind { Exact, Beginning, Corrected };

  Bytes term;
  Kind kind = Kind::Exact;
  std::string word;          // The word that the term is of; of beginnings the letters.
  std::uint32_t fields = 0;  // A bit for each field in which it counts.
  std::int64_t frequency = 0;

  // How much it counts: what was written exactly so counts most.
  double factor() const;
};

// A word of a question, and all that finds it.
struct AskedWord {
  std::string text;  // Folded.
  std::vector<Variant> variants;
};

// The words of a question. The last one is also a beginning, if the search has prefixes. A word of
// four letters or more that fewer than twenty items have is also asked as the words that differ
// from it by one letter, at most twenty, the most frequent ones.
// ERRORS: InvalidArgument: it has no word, or too many, or is too long; Corrupt; those of the
// engine.
Task<Result<std::vector<AskedWord>>> ask_words(const engine::View& view, const SearchPlan& plan,
                                               std::string_view question);

// In how many items the terms are.
Task<Result<std::vector<std::int64_t>>> read_frequencies(const engine::View& view,
                                                         const SearchRef& search,
                                                         const std::vector<Bytes>& terms);

}  // namespace partita::search
