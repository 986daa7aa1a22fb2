#include "modelled/search/search_reader.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "engine/read_one.h"
#include "modelled/search/clause.h"
#include "modelled/search/counts.h"
#include "modelled/search/terms.h"

namespace partita::search {
namespace {

constexpr std::size_t kDocumentBatch = 1000;

// The totals of the search, and how far it is built.
struct Stored {
  Counts totals;
  double built = 0;
};

Task<Result<Stored>> read_stored(const engine::View& view, const SearchPlan& plan) {
  const Bytes of_totals = totals_key(plan.ref());
  auto totals = co_await engine::read_one(view, of_totals);
  CO_TRY(totals);
  auto counts = decode_counts(*totals);
  CO_TRY(counts);
  const auto position = co_await building::read_position(view, plan_rows(plan.ref()).position_key);
  CO_TRY(position);
  Stored stored{.totals = std::move(*counts), .built = position->fraction()};
  stored.totals.resize(1 + plan.search().fields.size());
  co_return stored;
}

SearchNumbers numbers_of(const Counts& totals, const std::vector<AskedWord>& words) {
  SearchNumbers numbers{
      .items = totals.front(), .words = {totals.begin() + 1, totals.end()}, .frequencies = {}};
  for (const AskedWord& word : words) {
    std::int64_t frequency = 0;
    for (const Variant& variant : word.variants) frequency += variant.frequency;
    numbers.frequencies.push_back(std::min(frequency, numbers.items));
  }
  return numbers;
}

// How many postings a clause has.
std::int64_t frequency_of(const std::vector<Variant>& variants) {
  std::int64_t frequency = 0;
  for (const Variant& variant : variants) frequency += variant.frequency;
  return frequency;
}

std::vector<Clause> clauses_of_words(const std::vector<AskedWord>& words, const Scoring& scoring,
                                     const SearchNumbers& numbers) {
  std::vector<Clause> clauses;
  for (std::size_t i = 0; i < words.size(); ++i) {
    clauses.push_back({.variants = words[i].variants,
                       .rarity = scoring.rarity(numbers.frequencies[i]),
                       .frequency = frequency_of(words[i].variants)});
  }
  return clauses;
}

Task<Result<std::vector<Clause>>> clauses_of_filters(const engine::View& view,
                                                     const SearchPlan& plan,
                                                     const std::vector<Question::Filter>& filters) {
  std::vector<Clause> clauses;
  std::vector<Bytes> terms;
  for (const Question::Filter& filter : filters) {
    terms.push_back(filter_term(filter.number, filter.value));
  }
  auto frequencies = co_await read_frequencies(view, plan.ref(), terms);
  CO_TRY(frequencies);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    Variant variant{.term = std::move(terms[i]), .word = {}, .frequency = (*frequencies)[i]};
    Clause clause{.variants = {}, .frequency = variant.frequency};
    clause.variants.push_back(std::move(variant));
    clauses.push_back(std::move(clause));
  }
  co_return clauses;
}

// The rarest first: those that come after it are asked about few items only.
Task<Result<std::vector<Match>>> match_all(ClauseReader& reader,
                                           const std::vector<Clause>& clauses) {
  std::vector<const Clause*> sorted;
  for (const Clause& clause : clauses) sorted.push_back(&clause);
  std::ranges::stable_sort(sorted, {}, &Clause::frequency);
  std::vector<Match> matches;
  if (sorted.front()->frequency == 0) co_return matches;
  auto first = co_await reader.read_all(*sorted.front());
  CO_TRY(first);
  matches = std::move(*first);
  for (std::size_t i = 1; i < sorted.size() && !matches.empty(); ++i) {
    auto kept = co_await reader.keep(matches, *sorted[i]);
    CO_TRY(kept);
    matches = std::move(*kept);
  }
  co_return matches;
}

Task<Result<std::vector<Match>>> match_any(ClauseReader& reader, const std::vector<Clause>& words,
                                           const std::vector<Clause>& filters) {
  std::vector<Match> matches;
  for (const Clause& clause : words) {
    auto found = co_await reader.read_all(clause);
    CO_TRY(found);
    matches = unite(matches, *found);
  }
  for (const Clause& clause : filters) {
    auto kept = co_await reader.keep(matches, clause);
    CO_TRY(kept);
    matches = std::move(*kept);
  }
  co_return matches;
}

using ValueCounts = std::map<std::string, std::uint64_t>;

void add_values(const DocumentRow& row, const std::vector<std::size_t>& facets,
                std::vector<ValueCounts>& counted) {
  for (std::size_t i = 0; i < facets.size(); ++i) {
    for (const std::string& value : row.facets[facets[i]]) ++counted[i][value];
  }
}

std::vector<FacetCount> most_frequent(const ValueCounts& values) {
  std::vector<FacetCount> counts;
  for (const auto& [value, items] : values) counts.push_back({value, items});
  std::ranges::stable_sort(counts, std::greater(), &FacetCount::items);
  if (counts.size() > kFacetValuesMax) counts.resize(kFacetValuesMax);
  return counts;
}

// REQUIRES: the matches are in the order of docs, which is that of hashes: the first of them are a
// fair sample.
Task<Status> count_facets(const engine::View& view, const SearchPlan& plan,
                          const Question& question, std::span<const Match> matches, Found& found) {
  if (question.facets.empty()) co_return Status{};
  std::vector<ValueCounts> counted(question.facets.size());
  found.facets_are_approximate = matches.size() > kFacetItemsMax;
  matches = matches.subspan(0, std::min(matches.size(), kFacetItemsMax));
  for (std::size_t begin = 0; begin < matches.size(); begin += kDocumentBatch) {
    const auto batch = matches.subspan(begin, std::min(kDocumentBatch, matches.size() - begin));
    const auto rows = co_await read_documents(view, plan, batch);
    CO_TRY(rows);
    for (const auto& row : *rows) {
      if (row) add_values(*row, question.facets, counted);
    }
  }
  for (const auto& values : counted) found.facets.push_back(most_frequent(values));
  co_return Status{};
}

void cut_page(std::vector<Match>& matches, const Question& question, Found& found) {
  if (question.after) {
    std::erase_if(matches, [&](const Match& match) { return !is_before(*question.after, match); });
  }
  const std::size_t wanted = std::min(question.matches_max, matches.size());
  std::partial_sort(matches.begin(), matches.begin() + static_cast<std::ptrdiff_t>(wanted),
                    matches.end(), is_before);
  found.has_more = matches.size() > wanted;
  matches.resize(wanted);
  found.matches = std::move(matches);
}

}  // namespace

bool is_before(const Match& left, const Match& right) {
  return left.score != right.score ? left.score > right.score : left.doc < right.doc;
}

Task<Result<Found>> find(const engine::View& view, const SearchPlan& plan,
                         const Question& question) {
  Found found;
  auto stored = co_await read_stored(view, plan);
  CO_TRY(stored);
  auto words = co_await ask_words(view, plan, question.text);
  CO_TRY(words);
  found.built = stored->built;
  found.words = std::move(*words);
  found.numbers = question.numbers.value_or(numbers_of(stored->totals, found.words));
  found.numbers.frequencies.resize(found.words.size());
  const Scoring scoring(plan.search(), found.numbers);
  ClauseReader reader(view, plan.ref(), scoring);
  const auto clauses = clauses_of_words(found.words, scoring, found.numbers);
  auto filters = co_await clauses_of_filters(view, plan, question.filters);
  CO_TRY(filters);
  std::vector<Clause> all = clauses;
  all.insert(all.end(), filters->begin(), filters->end());
  auto matching =
      question.matches_any ? match_any(reader, clauses, *filters) : match_all(reader, all);
  auto matches = co_await std::move(matching);
  CO_TRY(matches);
  found.total = matches->size();
  Status counted = co_await count_facets(view, plan, question, *matches, found);
  CO_TRY(counted);
  cut_page(*matches, question, found);
  co_return found;
}

Task<Result<std::vector<std::optional<DocumentRow>>>> read_documents(
    const engine::View& view, const SearchPlan& plan, std::span<const Match> matches) {
  std::vector<Bytes> stored_keys;
  for (const Match& match : matches) stored_keys.push_back(document_key(plan.ref(), match.doc));
  const std::vector<ByteView> wanted(stored_keys.begin(), stored_keys.end());
  std::vector<std::optional<DocumentRow>> rows(matches.size());
  Status decoded;
  const auto visit = [&](std::size_t index, std::optional<ByteView> value) {
    if (!value) return;
    rows[index] = decode_document_row(*value);
    const bool is_whole = rows[index] && rows[index]->facets.size() == plan.search().facets.size();
    if (!is_whole) decoded = Error::corrupt("a row of a search cannot be read");
  };
  if (wanted.empty()) co_return rows;
  Status read = co_await view.get(wanted, visit);
  CO_TRY(read);
  CO_TRY(decoded);
  co_return rows;
}

}  // namespace partita::search
