#include "modelled/search/score.h"

#include <algorithm>
#include <cmath>

#include "partita/base/varint.h"

namespace partita::search {
namespace {

constexpr double kSaturation = 1.2;
constexpr double kLengthShare = 0.75;

}  // namespace

Scoring::Scoring(const model::Search& search, const SearchNumbers& numbers)
    : items_(static_cast<double>(std::max<std::int64_t>(numbers.items, 1))) {
  for (std::size_t i = 0; i < search.fields.size(); ++i) {
    const std::int64_t words = i < numbers.words.size() ? numbers.words[i] : 0;
    weights_.push_back(search.fields[i].weight);
    means_.push_back(words > 0 ? static_cast<double>(words) / items_ : 1);
  }
}

// Read in place: a frequent word has hundreds of thousands of them.
double Scoring::saturation(ByteView posting, std::uint32_t fields) const {
  double sum = 0;
  while (!posting.empty()) {
    const auto field = static_cast<std::uint8_t>(posting.front());
    posting.remove_prefix(1);
    const auto count = take_varint(posting);
    const auto length = take_varint(posting);
    if (!count || !length || field >= weights_.size()) return 0;
    if ((fields >> field & 1U) == 0) continue;
    const double share = static_cast<double>(*length) / means_[field];
    sum +=
        weights_[field] * static_cast<double>(*count) / (1 - kLengthShare + kLengthShare * share);
  }
  return sum / (kSaturation + sum);
}

double Scoring::rarity(std::int64_t frequency) const {
  const double items = std::min(static_cast<double>(frequency), items_);
  return std::log(1 + (items_ - items + 0.5) / (items + 0.5));
}

}  // namespace partita::search
