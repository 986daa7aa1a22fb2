#pragma once

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "engine/memory/memory_engine.h"
#include "engine/retry.h"
#include "model/definition/read_model.h"
#include "modelled/search/search_builder.h"
#include "modelled/search/search_program.h"
#include "modelled/search/search_reader.h"
#include "partita/value/encoded_item.h"
#include "store/keys/item_keys.h"

// A table of artists with a search, written as the database writes: read, decide, buffer, commit.

namespace partita::search {

inline constexpr std::string_view kArtists =
    "format: 1\n"
    "model: m\n"
    "version: 1\n"
    "tables: {t: {name: t, key: {partition: pk}}}\n"
    "entities:\n"
    "  Artist:\n"
    "    match: {kind: artist}\n"
    "    key: {pk: '{id}'}\n"
    "    attributes:\n"
    "      id: {type: string}\n"
    "      kind: {type: const, value: artist}\n"
    "      name: {type: string}\n"
    "      instruments: {type: list, of: {type: string}}\n"
    "      bio: {type: string}\n"
    "      tradition: {type: string}\n"
    "      secret: {type: string, hidden: true}\n"
    "search:\n"
    "  artists:\n"
    "    of: Artist\n"
    "    fields: {name: 3, instruments: 2, bio: {weight: 1, language: english}}\n"
    "    prefix: [name]\n"
    "    filters: [tradition, instruments]\n"
    "    facets: [tradition, instruments]\n"
    "  plain:\n"
    "    of: Artist\n"
    "    fields: {name: 1, secret: 1}\n"
    "    typos: 0\n";

inline std::shared_ptr<const model::Model> read_artists() {
  auto model = model::load_model(kArtists, "artists");
  if (!model.ok()) ADD_FAILURE() << model.error().message();
  return model.value();
}

struct Artist {
  std::string name;
  std::vector<std::string> instruments = {};
  std::string bio = {};
  std::string tradition = {};

  Item item(std::string_view id) const {
    Item item{{"pk", id}, {"id", id}, {"kind", "artist"}, {"name", name}};
    if (!instruments.empty()) item.set("instruments", List(instruments.begin(), instruments.end()));
    if (!bio.empty()) item.set("bio", bio);
    if (!tradition.empty()) item.set("tradition", tradition);
    return item;
  }
};

// THREADS: safe for concurrent calls of write and find.
class SearchStore {
 public:
  static constexpr keys::TableId kTable{7};

  SearchStore() : SearchStore(engine::open_memory_engine(&search_kind)) {}
  explicit SearchStore(std::unique_ptr<engine::Engine> engine) : engine_(std::move(engine)) {
    restart();
  }

  // As after a restart: what the program knows is what is stored.
  void restart() {
    const auto entity_of = [this](const ItemView& item) -> const model::Entity* {
      const auto kind = item.find("kind");
      const bool is_artist = kind && kind->type() == ValueType::S && kind->string() == "artist";
      return is_artist ? model_->find_entity("Artist") : nullptr;
    };
    program_ = SearchProgram::compile(*model_, *model_->find_table("t"), kTable, entity_of).value();
    EXPECT_TRUE(sync_wait(program_->building().load(*engine_)).ok());
  }

  void build(std::size_t items_max = 100) {
    SearchBuilder builder(*engine_, *program_);
    for (;;) {
      const auto built = sync_wait(builder.build_some(items_max));
      ASSERT_TRUE(built.ok()) << built.error().to_string();
      if (*built == SearchBuilder::Build::Done) return;
    }
  }

  static Bytes key_of(std::string_view id) {
    const keys::KeyValue partition = keys::StringKey{id};
    return keys::item_key({.table = kTable, .hash = keys::hash_partition(partition)}, std::nullopt);
  }

  Status try_write(std::string_view id, const std::optional<Item>& item) {
    const Bytes key = key_of(id);
    std::optional<EncodedItem> after;
    if (item) after.emplace(*item);
    const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
      auto admission = co_await program_->building().admit(transaction, key);
      CO_TRY(admission);
      std::optional<Bytes> stored;
      const std::array<ByteView, 1> wanted{key};
      const auto keep = [&](std::size_t, std::optional<ByteView> value) {
        if (value) stored = Bytes(*value);
      };
      Status read = co_await transaction.get(wanted, keep);
      CO_TRY(read);
      IndexedChange change{.key = key, .before = {}, .after = {}};
      if (stored) change.before = ItemView::from_valid(*stored);
      if (after) change.after = after->view();
      program_->buffer(transaction, change, *admission);
      after ? transaction.put(key, after->bytes()) : transaction.erase(key);
      co_return Status{};
    };
    return sync_wait(engine::run(*engine_, body));
  }
  void put(std::string_view id, const Artist& artist) {
    const Status written = try_write(id, artist.item(id));
    ASSERT_TRUE(written.ok()) << written.error().to_string();
  }
  void erase(std::string_view id) {
    const Status written = try_write(id, std::nullopt);
    ASSERT_TRUE(written.ok()) << written.error().to_string();
  }

  Result<Found> try_find(const Question& question, std::string_view search = "artists") const {
    const auto snapshot = engine_->snapshot();
    return sync_wait(search::find(*snapshot, *program_->find(search), question));
  }
  Found find(const Question& question, std::string_view search = "artists") const {
    auto found = try_find(question, search);
    EXPECT_TRUE(found.ok()) << found.error().to_string();
    return found.ok() ? *std::move(found) : Found();
  }
  // The ids of what is found, the best first.
  std::vector<std::string> ids(const std::string& text, std::string_view search = "artists") const {
    return ids_of(find({.text = text, .matches_max = 1000}, search));
  }
  std::vector<std::string> ids_of(const Found& found) const {
    std::vector<std::string> ids;
    for (const Match& match : found.matches) ids.push_back(names().at(match.doc));
    return ids;
  }

  // All rows of the searches, but for how far they are built.
  std::map<Bytes, Bytes> rows() const {
    std::map<Bytes, Bytes> rows;
    const auto range = table_searches_range(kTable);
    const auto visit = [&](ByteView key, ByteView value) {
      rows.emplace(key, value);
      return engine::Visit::Continue;
    };
    EXPECT_TRUE(sync_wait(engine_->scan({.begin = range.begin, .end = range.end}, visit)).ok());
    for (const SearchPlan& plan : program_->plans()) rows.erase(plan_rows(plan.ref()).position_key);
    return rows;
  }
  // All items, by id.
  std::map<std::string, Item> items() const {
    std::map<std::string, Item> items;
    const auto range = keys::index_range(kTable, keys::IndexId::Base);
    const auto visit = [&](ByteView, ByteView value) {
      const Item item = ItemView::from_valid(value).to_item();
      items.emplace(item.find("id")->string(), item);
      return engine::Visit::Continue;
    };
    EXPECT_TRUE(sync_wait(engine_->scan({.begin = range.begin, .end = range.end}, visit)).ok());
    return items;
  }

  engine::Engine& engine() { return *engine_; }
  const SearchProgram& program() const { return *program_; }
  const SearchPlan& plan(std::string_view search = "artists") const {
    return *program_->find(search);
  }

 private:
  std::map<Doc, std::string> names() const {
    std::map<Doc, std::string> names;
    for (const auto& [id, item] : items()) names.emplace(doc_of(key_of(id)), id);
    return names;
  }

  std::shared_ptr<const model::Model> model_ = read_artists();
  std::unique_ptr<engine::Engine> engine_;
  std::unique_ptr<SearchProgram> program_;
};

}  // namespace partita::search
