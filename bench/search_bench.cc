// What does a question cost over a million artists, how fast is their index built, how large is it,
// and what does a write pay for it? Two words are to be answered within five milliseconds.
//
//   PARTITA_SEARCH_ARTISTS=100000 make bench ONLY=search      a smaller corpus

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "engine/retry.h"
#include "engine/rocksdb/rocksdb_engine.h"
#include "model/definition/read_model.h"
#include "modelled/search/search_builder.h"
#include "modelled/search/search_program.h"
#include "modelled/search/search_reader.h"
#include "partita/base/check.h"
#include "partita/base/clock.h"
#include "partita/base/random.h"
#include "partita/value/encoded_item.h"
#include "store/keys/item_keys.h"

namespace partita::search {
namespace {

constexpr std::string_view kModel =
    "format: 1\n"
    "model: m\n"
    "version: 1\n"
    "tables: {t: {name: t, key: {partition: id}}}\n"
    "entities:\n"
    "  Artist:\n"
    "    match: all\n"
    "    key: {id: '{id}'}\n"
    "    attributes:\n"
    "      id: {type: string}\n"
    "      name: {type: string}\n"
    "      instruments: {type: list, of: {type: string}}\n"
    "      bio: {type: string}\n"
    "search:\n"
    "  artists:\n"
    "    of: Artist\n"
    "    fields: {name: 3, instruments: 2, bio: {weight: 1, language: english}}\n"
    "    prefix: [name]\n"
    "    facets: [instruments]\n";

constexpr keys::TableId kTable{1};
constexpr std::uint64_t kNames = 20'000;
constexpr std::uint64_t kWords = 150'000;
constexpr std::uint64_t kInstruments = 200;
constexpr int kBiographyWords = 30;

std::uint64_t artists() {
  const char* text = std::getenv("PARTITA_SEARCH_ARTISTS");
  return text == nullptr ? 1'000'000 : std::strtoull(text, nullptr, 10);
}

// A word that can be said, for each number.
std::string word(std::uint64_t number) {
  constexpr std::string_view kConsonants = "bdghjklmnprstvz";
  constexpr std::string_view kVowels = "aeiou";
  std::string text;
  do {
    text += kConsonants[number % kConsonants.size()];
    number /= kConsonants.size();
    text += kVowels[number % kVowels.size()];
    number /= kVowels.size();
  } while (number > 0);
  return text;
}

// Small numbers come more often, as frequent words do: the logarithm is spread evenly.
std::uint64_t skewed(SeededRandom& random, std::uint64_t below) {
  std::uint64_t bound = 1;
  while (bound < below && random.below(4) != 0) bound *= 2;
  return random.below(std::min(bound, below));
}

Item artist(std::uint64_t number) {
  SeededRandom random(number + 1);
  std::string bio;
  for (int i = 0; i < kBiographyWords; ++i) bio += word(skewed(random, kWords)) + " ";
  return {{"id", std::to_string(number)},
          {"name", word(random.below(kNames)) + " " + word(random.below(kNames))},
          {"instruments", List{word(random.below(kInstruments))}},
          {"bio", bio}};
}

Bytes key_of(std::uint64_t number) {
  const std::string id = std::to_string(number);
  const keys::KeyValue partition = keys::StringKey{id};
  return keys::item_key({.table = kTable, .hash = keys::hash_partition(partition)}, std::nullopt);
}

class Corpus {
 public:
  static Corpus& get() {
    static Corpus corpus;
    return corpus;
  }

  engine::Engine& engine() { return *engine_; }
  const SearchProgram& program() const { return *program_; }
  const SearchPlan& plan() const { return program_->plans().front(); }

 private:
  Corpus() {
    std::filesystem::remove_all(directory_);
    engine_ =
        engine::open_rocksdb_engine(
            {.directory = directory_, .durability = engine::Durability::Relaxed}, &search_kind)
            .value();
    const auto entity_of = [this](const ItemView&) { return &model_->entities.front(); };
    program_ = SearchProgram::compile(*model_, model_->tables.front(), kTable, entity_of).value();
    write_items();
    build();
    measure();
  }

  void write_items() {
    constexpr std::uint64_t kBatch = 1000;
    for (std::uint64_t begin = 0; begin < artists(); begin += kBatch) {
      const auto body = [&](engine::Transaction& transaction) {
        for (std::uint64_t i = begin; i < std::min(begin + kBatch, artists()); ++i) {
          transaction.put(key_of(i), EncodedItem(artist(i)).bytes());
        }
        return Task<Status>::ready({});
      };
      PARTITA_CHECK(sync_wait(engine::run(*engine_, body)).ok());
    }
  }

  void build() {
    const Clock& clock = Clock::system();
    const auto begin = clock.monotonic_now();
    SearchBuilder builder(*engine_, *program_);
    while (sync_wait(builder.build_some()).value() == SearchBuilder::Build::Continues) {
    }
    const std::chrono::duration<double> took = clock.monotonic_now() - begin;
    std::printf("built: %.0f items/s\n", static_cast<double>(artists()) / took.count());
  }

  void measure() const {
    std::uint64_t rows = 0;
    std::uint64_t bytes = 0;
    const auto all = table_searches_range(kTable);
    const auto visit = [&](ByteView key, ByteView value) {
      ++rows;
      bytes += key.size() + value.size();
      return engine::Visit::Continue;
    };
    PARTITA_CHECK(sync_wait(engine_->scan({.begin = all.begin, .end = all.end}, visit)).ok());
    std::printf("index: %.1f rows and %.0f bytes an item, before compression\n",
                static_cast<double>(rows) / static_cast<double>(artists()),
                static_cast<double>(bytes) / static_cast<double>(artists()));
  }

  const std::filesystem::path directory_ =
      std::filesystem::temp_directory_path() / "partita-search-bench";
  std::shared_ptr<const model::Model> model_ = model::load_model(kModel, "bench").value();
  std::unique_ptr<engine::Engine> engine_;
  std::unique_ptr<SearchProgram> program_;
};

// Each question another one, as of clients that do not know each other.
void ask(benchmark::State& state, std::string (*question)(SeededRandom& random)) {
  Corpus& corpus = Corpus::get();
  SeededRandom random(3);
  std::uint64_t total = 0;
  for (auto _ : state) {
    const auto snapshot = corpus.engine().snapshot();
    const Question asked{.text = question(random), .matches_max = 20};
    const auto found = sync_wait(find(*snapshot, corpus.plan(), asked));
    total += found.value().total;
  }
  state.counters["found"] = static_cast<double>(total) /
                            static_cast<double>(std::max<std::int64_t>(state.iterations(), 1));
}

std::string two_names(SeededRandom& random) {
  const Item item = artist(random.below(artists()));
  return item.find("name")->string() + " ";
}
std::string one_letter_wrong(SeededRandom& random) {
  std::string text = artist(random.below(artists())).find("name")->string();
  text[1] = 'y';
  return text;
}
std::string two_letters(SeededRandom& random) { return word(random.below(75)); }
// Each of them in one of some hundred biographies.
std::string two_common_words(SeededRandom& random) {
  return word(500 + random.below(500)) + " " + word(500 + random.below(500));
}
// As the words that a language is made of, each in most biographies.
std::string two_frequent_words(SeededRandom& random) {
  return word(random.below(8)) + " " + word(random.below(8));
}
std::string name_and_frequent_word(SeededRandom& random) {
  return artist(random.below(artists())).find("name")->string() + " " + word(random.below(8));
}

BENCHMARK_CAPTURE(ask, two_names, two_names);
BENCHMARK_CAPTURE(ask, one_letter_wrong, one_letter_wrong);
BENCHMARK_CAPTURE(ask, as_you_type_two_letters, two_letters);
BENCHMARK_CAPTURE(ask, name_and_frequent_word, name_and_frequent_word);
BENCHMARK_CAPTURE(ask, two_common_words, two_common_words);
BENCHMARK_CAPTURE(ask, two_frequent_words, two_frequent_words);

// What the index adds to a write, its commit included: a new artist, and one with another name.
void write_artist(benchmark::State& state, bool has_search, bool is_new) {
  Corpus& corpus = Corpus::get();
  std::uint64_t number = artists();
  for (auto _ : state) {
    const Bytes key = key_of(number);
    const EncodedItem before(artist(number));
    Item changed = artist(number++);
    changed.set("name", word(number % kNames));
    const EncodedItem after(changed);
    IndexedChange change{.key = key, .before = before.view(), .after = after.view()};
    if (is_new) change.before.reset();
    const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
      auto admission = co_await corpus.program().building().admit(transaction, key);
      CO_TRY(admission);
      if (has_search) corpus.program().buffer(transaction, change, *admission);
      transaction.put(Bytes(key), after.bytes());
      co_return Status{};
    };
    PARTITA_CHECK(sync_wait(engine::run(corpus.engine(), body)).ok());
  }
}
BENCHMARK_CAPTURE(write_artist, without_search, false, true);
BENCHMARK_CAPTURE(write_artist, new_with_search, true, true);
BENCHMARK_CAPTURE(write_artist, renamed_with_search, true, false);

}  // namespace
}  // namespace partita::search

BENCHMARK_MAIN();
