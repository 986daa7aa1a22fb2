#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/definition/search.h"
#include "partita/base/bytes.h"

namespace partita::search {

// How much there is, as of one moment: what scores are made with. The pages of an answer share
// those of its first, so that they do not shift while others write.
struct SearchNumbers {
  std::int64_t items = 0;
  std::vector<std::int64_t> words;        // Of each field, in all items.
  std::vector<std::int64_t> frequencies;  // Of each word that is asked for: items that have it.

  friend bool operator==(const SearchNumbers&, const SearchNumbers&) = default;
};

// BM25 with weights of fields (BM25F): in each field, words count less the longer it is compared
// with the mean; what the fields give together is saturated once, and a rare word counts more.
//
//   x     = sum over fields of weight * count / (1 - b + b * length / mean length)
//   score = sum over words of rarity * x / (k + x),   k = 1.2, b = 0.75
//   rarity = ln(1 + (items - frequency + 1/2) / (frequency + 1/2))
class Scoring {
 public:
  Scoring(const model::Search& search, const SearchNumbers& numbers);

  // x / (k + x) of a stored posting, of the fields with a bit in `fields`; 0: it is in none of
  // them.
  double saturation(ByteView posting, std::uint32_t fields) const;
  double rarity(std::int64_t frequency) const;

 private:
  std::vector<double> weights_;
  std::vector<double> means_;
  double items_;
};

}  // namespace partita::search
