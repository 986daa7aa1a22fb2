#include "modelled/search/clause.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace partita::search {
namespace {

// One look at a posting costs about as much as so many postings that are read one behind the other.
constexpr std::int64_t kLookUpCost = 8;
constexpr std::size_t kLookUpBatch = 1000;

// Of several for one item the best counts. Leaves them in the order of docs.
void keep_best(std::vector<Match>& found) {
  std::ranges::sort(found, [](const Match& left, const Match& right) {
    return left.doc != right.doc ? left.doc < right.doc : left.score > right.score;
  });
  const auto same = [](const Match& left, const Match& right) { return left.doc == right.doc; };
  found.erase(std::unique(found.begin(), found.end(), same), found.end());
}

}  // namespace

Status ClauseReader::count(std::size_t postings) {
  postings_ += postings;
  if (postings_ <= kPostingsMax) return {};
  return Error::too_large(
      fmt::format("the words are in too many items: more than {} places would be read; "
                  "add a rarer word or a filter",
                  kPostingsMax));
}

std::optional<std::int64_t> ClauseReader::part(ByteView posting, const Variant& variant,
                                               double rarity) const {
  if (rarity == 0) return 0;
  const double saturation = scoring_.saturation(posting, variant.fields);
  if (saturation <= 0) return std::nullopt;
  return std::llround(rarity * variant.factor() * saturation * kScoreUnits);
}

Task<Status> ClauseReader::read_variant(const Variant& variant, double rarity,
                                        std::vector<Match>& found) {
  Status counted = count(static_cast<std::size_t>(std::max<std::int64_t>(variant.frequency, 0)));
  CO_TRY(counted);
  const auto all = postings_range(search_, variant.term);
  const auto visit = [&](ByteView key, ByteView value) {
    const auto score = part(value, variant, rarity);
    if (score) found.push_back({doc_from(key.substr(key.size() - Doc::kBytes)), *score});
    return engine::Visit::Continue;
  };
  const engine::Range range{.begin = all.begin, .end = all.end};
  Status read = co_await view_.scan(range, visit);
  co_return read;
}

Task<Result<std::vector<Match>>> ClauseReader::read_all(const Clause& clause) {
  std::vector<Match> found;
  for (const Variant& variant : clause.variants) {
    Status read = co_await read_variant(variant, clause.rarity, found);
    CO_TRY(read);
  }
  if (clause.variants.size() > 1) keep_best(found);
  co_return found;
}

Task<Result<std::vector<Match>>> ClauseReader::look_up(std::span<const Match> matches,
                                                       const Clause& clause) {
  std::vector<Match> found;
  for (const Variant& variant : clause.variants) {
    Status counted = count(matches.size());
    CO_TRY(counted);
    for (std::size_t begin = 0; begin < matches.size(); begin += kLookUpBatch) {
      const auto batch = matches.subspan(begin, std::min(kLookUpBatch, matches.size() - begin));
      std::vector<Bytes> stored_keys;
      for (const Match& match : batch) {
        stored_keys.push_back(posting_key(search_, variant.term, match.doc));
      }
      const std::vector<ByteView> wanted(stored_keys.begin(), stored_keys.end());
      const auto visit = [&](std::size_t index, std::optional<ByteView> value) {
        if (!value) return;
        const auto score = part(*value, variant, clause.rarity);
        if (score) found.push_back({batch[index].doc, *score});
      };
      Status read = co_await view_.get(wanted, visit);
      CO_TRY(read);
    }
  }
  keep_best(found);
  co_return found;
}

Task<Result<std::vector<Match>>> ClauseReader::keep(const std::vector<Match>& matches,
                                                    const Clause& clause) {
  const auto looks = static_cast<std::int64_t>(matches.size() * clause.variants.size());
  const bool looks_up = looks * kLookUpCost < clause.frequency;
  auto reading = looks_up ? look_up(matches, clause) : read_all(clause);
  const auto found = co_await std::move(reading);
  CO_TRY(found);
  co_return intersect(matches, *found);
}

std::vector<Match> intersect(const std::vector<Match>& left, const std::vector<Match>& right) {
  std::vector<Match> both;
  auto other = right.begin();
  for (const Match& match : left) {
    while (other != right.end() && other->doc < match.doc) ++other;
    if (other == right.end()) break;
    if (other->doc == match.doc) both.push_back({match.doc, match.score + other->score});
  }
  return both;
}

std::vector<Match> unite(const std::vector<Match>& left, const std::vector<Match>& right) {
  std::vector<Match> all;
  all.reserve(left.size() + right.size());
  auto other = right.begin();
  for (const Match& match : left) {
    while (other != right.end() && other->doc < match.doc) all.push_back(*other++);
    const bool is_in_both = other != right.end() && other->doc == match.doc;
    all.push_back({match.doc, match.score + (is_in_both ? other->score : 0)});
    if (is_in_both) ++other;
  }
  all.insert(all.end(), other, right.end());
  return all;
}

}  // namespace partita::search
