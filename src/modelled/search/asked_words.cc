#include "modelled/search/asked_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "model/words/words.h"
#include "modelled/search/counts.h"
#include "modelled/search/terms.h"

namespace partita::search {
namespace {

using Kind = Variant::Kind;

constexpr std::size_t kBeginningTermsRead = 1000;
constexpr std::size_t kBeginningTermsMax = 50;
constexpr std::size_t kTypoLettersMin = 4;
constexpr std::int64_t kTypoBelow = 20;
constexpr std::size_t kTypoTermsMax = 20;
constexpr double kBeginningFactor = 0.8;
constexpr double kTypoFactor = 0.6;

std::uint32_t bit_of_field(std::size_t field) { return std::uint32_t{1} << field; }

// The fields that have words as they are written.
std::uint32_t fields_of_words(const SearchPlan& plan) {
  std::uint32_t fields = 0;
  for (std::size_t i = 0; i < plan.search().fields.size(); ++i) {
    const model::SearchField& field = plan.search().fields[i];
    if (field.language.empty() || field.has_prefixes) fields |= bit_of_field(i);
  }
  return fields;
}

std::uint32_t fields_of_language(const SearchPlan& plan, std::size_t language) {
  std::uint32_t fields = 0;
  for (std::size_t i = 0; i < plan.search().fields.size(); ++i) {
    const bool has_language = !plan.search().fields[i].language.empty();
    if (has_language && plan.language_of(i) == language) fields |= bit_of_field(i);
  }
  return fields;
}

std::uint32_t fields_with_prefixes(const SearchPlan& plan) {
  std::uint32_t fields = 0;
  for (std::size_t i = 0; i < plan.search().fields.size(); ++i) {
    if (plan.search().fields[i].has_prefixes) fields |= bit_of_field(i);
  }
  return fields;
}

// The terms of a word that is written so.
std::vector<Variant> variants_of(const SearchPlan& plan, const std::string& word, Kind kind) {
  std::vector<Variant> variants;
  const std::uint32_t as_written = fields_of_words(plan);
  if (as_written != 0) {
    variants.push_back({.term = word_term(word), .kind = kind, .word = word, .fields = as_written});
  }
  for (std::size_t i = 0; i < plan.languages().size(); ++i) {
    variants.push_back({.term = stem_term(i, words::stem_of(word, plan.languages()[i])),
                        .kind = kind,
                        .word = word,
                        .fields = fields_of_language(plan, i)});
  }
  return variants;
}

// The most frequent first; which ones are kept does not depend on chance.
void keep_frequent(std::vector<Variant>& variants, std::size_t variants_max) {
  std::ranges::sort(variants, [](const Variant& left, const Variant& right) {
    return std::pair(-left.frequency, left.term) < std::pair(-right.frequency, right.term);
  });
  if (variants.size() > variants_max) variants.resize(variants_max);
}

Task<Status> fill_frequencies(const engine::View& view, const SearchRef& search,
                              std::vector<Variant>& variants) {
  std::vector<Bytes> terms;
  for (const Variant& variant : variants) terms.push_back(variant.term);
  auto frequencies = co_await read_frequencies(view, search, terms);
  CO_TRY(frequencies);
  for (std::size_t i = 0; i < variants.size(); ++i) variants[i].frequency = (*frequencies)[i];
  std::erase_if(variants, [](const Variant& variant) { return variant.frequency <= 0; });
  co_return Status{};
}

// The words that begin so, from the frequencies of all.
Task<Status> add_longer_words(const engine::View& view, const SearchPlan& plan, AskedWord& asked) {
  std::vector<Variant> found;
  std::size_t rows = 0;
  Status decoded;
  const auto visit = [&](ByteView key, ByteView value) {
    const auto term = parse_frequency_key(key);
    const auto counts = decode_counts(value);
    if (!term || !counts.ok() || counts->empty()) {
      decoded = Error::corrupt("the frequency of a word cannot be read");
      return engine::Visit::Stop;
    }
    const bool is_longer = term->size() > asked.text.size() + 1;
    if (is_longer && counts->front() > 0) {
      found.push_back({.term = Bytes(*term),
                       .kind = Kind::Beginning,
                       .word = asked.text,
                       .fields = fields_with_prefixes(plan),
                       .frequency = counts->front()});
    }
    return ++rows < kBeginningTermsRead ? engine::Visit::Continue : engine::Visit::Stop;
  };
  const Bytes beginning = word_term(asked.text);
  const auto all = frequencies_range(plan.ref(), beginning);
  const engine::Range range{.begin = all.begin, .end = all.end, .rows_hint = kBeginningTermsRead};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  CO_TRY(decoded);
  keep_frequent(found, kBeginningTermsMax);
  asked.variants.insert(asked.variants.end(), found.begin(), found.end());
  co_return Status{};
}

Task<Status> add_corrections(const engine::View& view, const SearchPlan& plan, AskedWord& asked) {
  std::int64_t known = 0;
  for (const Variant& variant : asked.variants) known += variant.frequency;
  if (known >= kTypoBelow || words::letters_in(asked.text) < kTypoLettersMin) co_return Status{};
  std::vector<Variant> found;
  std::set<Bytes> terms;
  for (const Variant& variant : asked.variants) terms.insert(variant.term);
  for (const std::string& word : words::one_letter_off(asked.text)) {
    for (Variant& variant : variants_of(plan, word, Kind::Corrected)) {
      if (terms.insert(variant.term).second) found.push_back(std::move(variant));
    }
  }
  Status filled = co_await fill_frequencies(view, plan.ref(), found);
  CO_TRY(filled);
  keep_frequent(found, kTypoTermsMax);
  asked.variants.insert(asked.variants.end(), found.begin(), found.end());
  co_return Status{};
}

}  // namespace

double Variant::factor() const {
  if (kind == Kind::Exact) return 1;
  return kind == Kind::Beginning ? kBeginningFactor : kTypoFactor;
}

Task<Result<std::vector<std::int64_t>>> read_frequencies(const engine::View& view,
                                                         const SearchRef& search,
                                                         const std::vector<Bytes>& terms) {
  std::vector<Bytes> stored_keys;
  for (const Bytes& term : terms) stored_keys.push_back(frequency_key(search, term));
  const std::vector<ByteView> wanted(stored_keys.begin(), stored_keys.end());
  std::vector<std::int64_t> frequencies(terms.size());
  Status decoded;
  const auto visit = [&](std::size_t index, std::optional<ByteView> value) {
    const auto counts = decode_counts(value);
    if (!counts.ok()) {
      decoded = counts.error();
    } else if (!counts->empty()) {
      frequencies[index] = counts->front();
    }
  };
  if (wanted.empty()) co_return frequencies;
  Status read = co_await view.get(wanted, visit);
  CO_TRY(read);
  CO_TRY(decoded);
  co_return frequencies;
}

Task<Result<std::vector<AskedWord>>> ask_words(const engine::View& view, const SearchPlan& plan,
                                               std::string_view question) {
  if (question.size() > kQuestionBytesMax) {
    co_return Error::invalid_argument(
        fmt::format("a question has at most {} bytes", kQuestionBytesMax));
  }
  const auto words = words::words_of(question, kQuestionWordsMax + 1);
  if (words.empty()) co_return Error::invalid_argument("it has no word to look for");
  if (words.size() > kQuestionWordsMax) {
    co_return Error::invalid_argument(
        fmt::format("a question has at most {} words", kQuestionWordsMax));
  }
  std::vector<AskedWord> asked;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& text = words[i].text;
    AskedWord word{.text = text, .variants = variants_of(plan, text, Kind::Exact)};
    const bool is_beginning = i + 1 == words.size() && plan.has_prefixes();
    const bool is_short = words::letters_in(text) <= kBeginningLettersMax;
    if (is_beginning && is_short) {
      word.variants.push_back({.term = beginning_term(text),
                               .kind = Kind::Beginning,
                               .word = text,
                               .fields = fields_with_prefixes(plan)});
    }
    Status filled = co_await fill_frequencies(view, plan.ref(), word.variants);
    CO_TRY(filled);
    if (is_beginning && !is_short) {
      Status added = co_await add_longer_words(view, plan, word);
      CO_TRY(added);
    }
    if (plan.search().allows_typos) {
      Status corrected = co_await add_corrections(view, plan, word);
      CO_TRY(corrected);
    }
    asked.push_back(std::move(word));
  }
  co_return asked;
}

}  // namespace partita::search
