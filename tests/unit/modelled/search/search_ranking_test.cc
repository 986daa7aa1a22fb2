#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <set>
#include <thread>

#include "model/words/words.h"
#include "partita/base/random.h"
#include "search_store.h"

// Answers compared with a plain reference that reads and scores every item.

namespace partita::search {
namespace {

using Kind = Variant::Kind;

struct Field {
  std::vector<std::string> words;
  double weight = 1;
  bool has_stems = false;
  bool has_prefixes = false;
};

// Optimal string alignment: at most one letter left out, added, exchanged or swapped.
bool is_one_off(const std::string& left, const std::string& right) {
  const std::size_t n = left.size();
  const std::size_t m = right.size();
  std::vector<std::vector<int>> cost(n + 1, std::vector<int>(m + 1));
  for (std::size_t i = 0; i <= n; ++i) {
    for (std::size_t j = 0; j <= m; ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = static_cast<int>(i + j);
        continue;
      }
      const int change = left[i - 1] == right[j - 1] ? 0 : 1;
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + change});
      const bool is_swap =
          i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
      if (is_swap) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[n][m] == 1;
}

class Reference {
 public:
  explicit Reference(const std::map<std::string, Item>& items) {
    for (const auto& [id, item] : items) docs_.emplace(id, fields_of(item));
    for (const auto& [id, fields] : docs_) {
      for (std::size_t i = 0; i < kFields; ++i)
        lengths_[i] += static_cast<double>(fields[i].words.size());
      for (const std::string& term : terms_of(fields)) ++frequencies_[term];
    }
  }

  // Ids and scores, the best first.
  std::vector<std::pair<std::string, std::int64_t>> answer(const std::string& question) const {
    std::vector<std::vector<std::pair<std::string, double>>> asked;
    const auto words = words::words_of(question, 100);
    for (std::size_t i = 0; i < words.size(); ++i) {
      asked.push_back(variants(words[i].text, i + 1 == words.size()));
    }
    std::vector<std::pair<std::string, std::int64_t>> found;
    for (const auto& [id, fields] : docs_) {
      std::int64_t sum = 0;
      bool has_all = true;
      for (const auto& each : asked) {
        const auto score = score_of(fields, each);
        has_all = has_all && score.has_value();
        sum += score.value_or(0);
      }
      if (has_all) found.emplace_back(id, sum);
    }
    std::ranges::sort(found, [](const auto& left, const auto& right) {
      const Doc first = doc_of(SearchStore::key_of(left.first));
      const Doc second = doc_of(SearchStore::key_of(right.first));
      return left.second != right.second ? left.second > right.second : first < second;
    });
    return found;
  }

 private:
  static constexpr std::size_t kFields = 3;
  using Fields = std::array<Field, kFields>;

  static Fields fields_of(const Item& item) {
    Fields fields{Field{.words = {}, .weight = 3, .has_prefixes = true},
                  Field{.words = {}, .weight = 2}, Field{.words = {}, .has_stems = true}};
    const std::array<const char*, kFields> names{"name", "instruments", "bio"};
    for (std::size_t i = 0; i < kFields; ++i) {
      const Value* value = item.find(names[i]);
      if (value == nullptr) continue;
      const List texts = value->type() == ValueType::L ? value->list() : List{*value};
      for (const Value& text : texts) {
        for (const auto& word : words::words_of(text.string(), 1000)) {
          fields[i].words.push_back(word.text);
        }
      }
    }
    return fields;
  }

  static std::string stem(const std::string& word) {
    return "stem " + words::stem_of(word, "english");
  }

  static std::vector<std::string> terms_of_word(const std::string& word, const Field& field) {
    std::vector<std::string> terms{field.has_stems ? stem(word) : word};
    for (std::size_t n = 1;
         field.has_prefixes && n <= std::min<std::size_t>(3, words::letters_in(word)); ++n) {
      terms.push_back("begins " + std::string(words::beginning_of(word, n)));
    }
    return terms;
  }

  static std::set<std::string> terms_of(const Fields& fields) {
    std::set<std::string> terms;
    for (const Field& field : fields) {
      for (const std::string& word : field.words) {
        for (const std::string& term : terms_of_word(word, field)) terms.insert(term);
      }
    }
    return terms;
  }

  double frequency(const std::string& term) const {
    const auto found = frequencies_.find(term);
    return found == frequencies_.end() ? 0 : found->second;
  }

  // The most frequent of the terms; of equally frequent ones as the index sorts them.
  void add_frequent(std::set<std::string> terms, std::size_t terms_max, double factor,
                    std::vector<std::pair<std::string, double>>& variants) const {
    const auto stored = [](const std::string& term) {
      return term.starts_with("stem ") ? "s0" + term.substr(5) : "w" + term;
    };
    std::vector<std::string> sorted(terms.begin(), terms.end());
    std::ranges::sort(sorted, [&](const std::string& left, const std::string& right) {
      return std::pair(-frequency(left), stored(left)) <
             std::pair(-frequency(right), stored(right));
    });
    for (std::size_t i = 0; i < std::min(terms_max, sorted.size()); ++i) {
      variants.emplace_back(sorted[i], factor);
    }
  }

  // The words of all items that are one letter off.
  std::set<std::string> words_off(const std::string& word) const {
    std::set<std::string> found;
    for (const auto& [term, count] : frequencies_) {
      const bool is_word = !term.starts_with("stem ") && !term.starts_with("begins ");
      if (is_word && is_one_off(word, term)) found.insert(term);
    }
    return found;
  }

  std::vector<std::pair<std::string, double>> variants(const std::string& word,
                                                       bool is_last) const {
    std::vector<std::pair<std::string, double>> all{{word, 1}, {stem(word), 1}};
    const std::size_t letters = words::letters_in(word);
    if (is_last && letters <= 3) all.emplace_back("begins " + word, 0.8);
    if (is_last && letters > 3) {
      std::set<std::string> longer;
      for (const auto& [term, count] : frequencies_) {
        const bool is_word = !term.starts_with("stem ") && !term.starts_with("begins ");
        if (is_word && term != word && term.starts_with(word)) longer.insert(term);
      }
      add_frequent(longer, 50, 0.8, all);
    }
    double known = 0;
    for (const auto& [term, factor] : all) known += frequency(term);
    if (known >= 20 || letters < 4) return all;
    std::set<std::string> corrected = words_off(word);
    // A stem is reached by any word that is one letter off and has it.
    for (const std::string& other : words::one_letter_off(word)) {
      if (frequency(stem(other)) > 0) corrected.insert(stem(other));
    }
    for (const auto& [term, factor] : all) {
      if (frequency(term) > 0) corrected.erase(term);
    }
    add_frequent(corrected, 20, 0.6, all);
    return all;
  }

  std::optional<std::int64_t> score_of(
      const Fields& fields, const std::vector<std::pair<std::string, double>>& variants) const {
    const auto items = static_cast<double>(docs_.size());
    double known = 0;
    for (const auto& [term, factor] : variants) known += frequency(term);
    known = std::min(known, items);
    const double rarity = std::log(1 + (items - known + 0.5) / (known + 0.5));
    std::optional<std::int64_t> best;
    for (const auto& [term, factor] : variants) {
      double sum = 0;
      for (std::size_t i = 0; i < kFields; ++i) {
        const bool is_of_prefix = factor == 0.8;
        if (is_of_prefix && !fields[i].has_prefixes) continue;
        double count = 0;
        for (const std::string& word : fields[i].words) {
          const auto terms = terms_of_word(word, fields[i]);
          count += static_cast<double>(std::ranges::count(terms, term));
        }
        const double mean = lengths_.at(i) > 0 ? lengths_.at(i) / items : 1;
        const double share = static_cast<double>(fields[i].words.size()) / mean;
        if (count > 0) sum += fields[i].weight * count / (1 - 0.75 + 0.75 * share);
      }
      if (sum <= 0) continue;
      const std::int64_t score = std::llround(rarity * factor * (sum / (1.2 + sum)) * kScoreUnits);
      best = std::max(best.value_or(score), score);
    }
    return best;
  }

  std::map<std::string, Fields> docs_;
  std::map<std::size_t, double> lengths_;
  std::map<std::string, double> frequencies_;
};

constexpr const char* kVocabulary[] = {
    "Ravi",    "Ravis",   "Ravindra", "Shankar", "Shankara", "shanker", "sitar", "sitars",
    "Bénarès", "benares", "sing",     "singing", "singer",   "singers", "tabla", "tablas",
    "Ali",     "Alla",    "Rakha",    "rakhas",  "of",       "the",     "Khan",  "khans",
    "Zakir",   "Zakira",  "music",    "musical", "raga",     "ragas"};

std::string some_words(SeededRandom& random, std::size_t words_max) {
  std::string text;
  const std::size_t words = random.below(words_max + 1);
  for (std::size_t i = 0; i < words; ++i) {
    text.append(i == 0 ? "" : " ").append(kVocabulary[random.below(std::size(kVocabulary))]);
  }
  return text;
}

Artist some_artist(SeededRandom& random) {
  Artist artist{.name = some_words(random, 3), .bio = some_words(random, 12)};
  for (std::size_t i = random.below(3); i > 0; --i)
    artist.instruments.push_back(some_words(random, 2));
  return artist;
}

// A question: words as they are, cut short, or with a letter wrong.
std::string some_question(SeededRandom& random) {
  std::string text;
  for (std::size_t i = 1 + random.below(3); i > 0; --i) {
    std::string word = kVocabulary[random.below(std::size(kVocabulary))];
    const std::uint64_t how = random.below(4);
    if (how == 0) word = std::string(words::beginning_of(word, 1 + random.below(6)));
    if (how == 1 && word.size() > 4 && word.find('\xc3') == std::string::npos) {
      word[random.below(word.size())] = static_cast<char>('a' + random.below(26));
    }
    text.append(text.empty() ? "" : " ").append(word);
  }
  return text;
}

// What is wrong with the answer; empty: nothing.
std::string difference(const SearchStore& store, const Reference& reference,
                       const std::string& question) {
  const auto found = store.find({.text = question, .matches_max = 10'000});
  const auto ids = store.ids_of(found);
  const auto wanted = reference.answer(question);
  if (found.total != wanted.size()) {
    return "`" + question + "`: " + std::to_string(found.total) + " items, not " +
           std::to_string(wanted.size());
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    // Sums of fields may be rounded otherwise in the last place.
    const bool is_near = std::abs(found.matches[i].score - wanted[i].second) <= 16;
    if (!is_near) return "`" + question + "`: the score at " + std::to_string(i);
    if (ids[i] != wanted[i].first && found.matches[i].score == wanted[i].second) {
      return "`" + question + "`: the item at " + std::to_string(i);
    }
  }
  return "";
}

TEST(SearchRanking, IsThatOfAPlainReference) {
  constexpr std::uint64_t kSeed = 20261118;
  SeededRandom random(kSeed);
  for (int corpus = 0; corpus < 6; ++corpus) {
    SearchStore store;
    store.build();
    const std::uint64_t items = 1 + random.below(120);
    for (std::uint64_t i = 0; i < 2 * items; ++i) {
      const std::string id = std::to_string(random.below(items));
      if (random.below(5) == 0) {
        store.erase(id);
      } else {
        store.put(id, some_artist(random));
      }
    }
    const Reference reference(store.items());
    for (int i = 0; i < 60; ++i) {
      const std::string question = some_question(random);
      ASSERT_EQ(difference(store, reference, question), "")
          << "seed " << kSeed << ", corpus " << corpus;
    }
  }
}

TEST(SearchRanking, IsThatOfAPlainReferenceAfterConcurrentWriters) {
  SearchStore store;
  store.build();
  std::vector<std::thread> writers;
  for (std::uint64_t writer = 0; writer < 4; ++writer) {
    writers.emplace_back([&store, writer] {
      SeededRandom random(writer + 1);
      for (int i = 0; i < 150; ++i) {
        const std::string id = std::to_string(random.below(60));
        if (random.below(4) == 0) {
          store.erase(id);
        } else {
          store.put(id, some_artist(random));
        }
        (void)store.find({.text = some_question(random)});
      }
    });
  }
  for (std::thread& each : writers) each.join();
  const Reference reference(store.items());
  SeededRandom random(99);
  for (int i = 0; i < 60; ++i) {
    ASSERT_EQ(difference(store, reference, some_question(random)), "");
  }
}

// The control: one posting less is noticed.
TEST(SearchRanking, APostingThatIsDroppedIsNoticed) {
  SeededRandom random(5);
  SearchStore store;
  store.build();
  for (int i = 0; i < 60; ++i) store.put(std::to_string(i), some_artist(random));
  const Reference reference(store.items());
  ASSERT_EQ(difference(store, reference, "sitar"), "");
  Bytes lost;
  const auto range = postings_range(store.plan().ref(), "wsitar");
  const auto visit = [&](ByteView key, ByteView) {
    lost = Bytes(key);
    return engine::Visit::Stop;
  };
  ASSERT_TRUE(sync_wait(store.engine().scan({.begin = range.begin, .end = range.end}, visit)).ok());
  ASSERT_FALSE(lost.empty());
  const auto body = [&](engine::Transaction& transaction) {
    transaction.erase(lost);
    return Task<Status>::ready({});
  };
  ASSERT_TRUE(sync_wait(engine::run(store.engine(), body)).ok());
  EXPECT_NE(difference(store, reference, "sitar"), "");
}

}  // namespace
}  // namespace partita::search
