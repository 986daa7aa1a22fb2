#include "modelled/registry/migration_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "dynamodb/operations/context.h"
#include "engine/read_one.h"
#include "engine/retry.h"
#include "model/rules/twins.h"
#include "modelled/enforcement/model_rules.h"
#include "partita/value/item_codec.h"
#include "partita/value/item_view.h"
#include "partita/value/measure.h"
#include "store/catalog/structure_codec.h"
#include "store/items/item_write.h"
#include "store/keys/item_keys.h"
#include "store/keys/key_range.h"

// key   := 00 "migration/" table "/" id       table: ten digits
// value := an item (value/item_format.h) with
//   Run      N
//   Done     BOOL
//   Last     B     the key of the last item that is passed
//   Items Changed Wrong   N
//   Examples L     of S
//
// DO NOT CHANGE a name: stored.

namespace partita::registry {
namespace {

Bytes walks_prefix(keys::TableId table) {
  return keys::metadata_key(fmt::format("migration/{:010}/", static_cast<std::uint32_t>(table)));
}

Bytes walk_key(keys::TableId table, std::string_view migration) {
  return walks_prefix(table) + Bytes(migration);
}

Error damaged() { return Error::corrupt("the record of a migration's walk"); }

Result<std::uint64_t> count_at(const Item& item, std::string_view name) {
  const Value* value = item.find(name);
  if (value == nullptr || value->type() != ValueType::N) return damaged();
  const auto count = TRY(catalog::integer_of(*value));
  return static_cast<std::uint64_t>(count);
}

// The key of an item as people write it.
std::string shown_key(const catalog::Table& table, const ItemView& item) {
  std::string text;
  for (const auto* part : {&table.key.partition, &table.key.sort}) {
    for (const catalog::KeyAttribute& attribute : *part) {
      const auto value = item.find(attribute.name);
      std::string shown = "(binary)";
      if (value && value->type() == ValueType::S) shown = fmt::format("\"{}\"", value->string());
      if (value && value->type() == ValueType::N) shown = value->number().to_string();
      text += fmt::format("{}{}={}", text.empty() ? "" : ", ", attribute.name, shown);
    }
  }
  return text;
}

}  // namespace

Bytes encode(const WalkRecord& record) {
  List examples;
  for (const std::string& example : record.examples) examples.emplace_back(example);
  return encode(Item{{"Run", static_cast<std::int64_t>(record.run)},
                     {"Done", record.is_done},
                     {"Last", Value(Binary{record.last_key})},
                     {"Items", static_cast<std::int64_t>(record.items)},
                     {"Changed", static_cast<std::int64_t>(record.changed)},
                     {"Wrong", static_cast<std::int64_t>(record.wrong)},
                     {"Examples", std::move(examples)}});
}

Result<WalkRecord> decode_walk_record(ByteView bytes) {
  const auto view = ItemView::parse(bytes);
  if (!view.ok()) return damaged();
  const Item item = view->to_item();
  WalkRecord record;
  record.run = TRY(count_at(item, "Run"));
  record.items = TRY(count_at(item, "Items"));
  record.changed = TRY(count_at(item, "Changed"));
  record.wrong = TRY(count_at(item, "Wrong"));
  const Value* done = item.find("Done");
  const Value* last = item.find("Last");
  const Value* examples = item.find("Examples");
  if (done == nullptr || done->type() != ValueType::Bool || last == nullptr ||
      last->type() != ValueType::B || examples == nullptr || examples->type() != ValueType::L) {
    return damaged();
  }
  record.is_done = done->boolean();
  record.last_key = last->binary();
  for (const Value& example : examples->list()) {
    if (example.type() != ValueType::S) return damaged();
    record.examples.push_back(example.string());
  }
  return record;
}

Task<Result<WalkRecord>> read_walk(const engine::View& view, keys::TableId table,
                                   std::string_view migration, std::uint64_t run) {
  const Bytes key = walk_key(table, migration);
  auto stored = co_await engine::read_one(view, key);
  CO_TRY(stored);
  WalkRecord record{.run = run};
  if (!*stored) co_return record;
  auto known = decode_walk_record(**stored);
  CO_TRY(known);
  if (known->run == run) co_return std::move(*known);
  co_return record;
}

Task<Status> forget_walks(engine::Engine& engine, keys::TableId table,
                          const MigrationStates& kept) {
  const Bytes prefix = walks_prefix(table);
  const auto range = keys::prefix_range(prefix);
  std::vector<Bytes> useless;
  const auto visit = [&](ByteView key, ByteView) {
    if (!kept.contains(key.substr(prefix.size()))) useless.emplace_back(key);
    return engine::Visit::Continue;
  };
  Status read = co_await engine.scan({.begin = range.begin, .end = range.end}, visit);
  CO_TRY(read);
  if (useless.empty()) co_return Status{};
  co_return co_await engine::run(engine, [&](engine::Transaction& transaction) {
    for (const Bytes& key : useless) transaction.erase(Bytes(key));
    return Task<Status>::ready({});
  });
}

// One step of the walk.
class MigrationWalk::Passing final : public jobs::WalkWork {
 public:
  Passing(const MigrationWalk& walk, const WalkRecord& before) : walk_(walk), before_(before) {}

  void begin() override {
    items_ = 0;
    candidates_.clear();
  }

  // What needs nothing as it is seen here needs nothing when somebody has written it since: every
  // write stores what the step asks for.
  Status look(ByteView key, ByteView value) override {
    const auto item = TRY(ItemView::parse(value));
    if (!is_migrated(item)) return {};
    ++items_;
    const auto walked = rules::walked(migration(), item);
    if (walked.item || walked.is_wrong) candidates_.emplace_back(key);
    return {};
  }

  Task<Result<std::optional<Bytes>>> pass(engine::Transaction& transaction,
                                          const jobs::Stretch& stretch) override {
    after_ = before_;
    effects_.clear();
    Status changed = co_await change_all(transaction);
    CO_TRY(changed);
    after_.items += items_;
    after_.last_key = stretch.last_key;
    after_.is_done = stretch.is_last;
    co_return encode(after_);
  }

  // Once the last pass is committed.
  void count() const {
    for (const items::ChangeEffect& effect : effects_) {
      items::count(walk_.context_.catalog.statistics(), walk_.table_->id, effect);
    }
  }

 private:
  const model::Migration& migration() const { return walk_.migration_; }

  bool is_migrated(const ItemView& item) const {
    const auto& rules = enforcement::model_rules_of(*walk_.table_)->rules();
    const model::Entity* entity = rules.entity_of(item);
    return entity != nullptr && entity->name == migration().entity->name;
  }

  // The items as they are in this transaction, and that the table still has these rules.
  Task<Status> change_all(engine::Transaction& transaction) {
    if (candidates_.empty()) co_return Status{};
    std::vector<Bytes> keys{catalog::epoch_key(walk_.table_->id)};
    keys.insert(keys.end(), candidates_.begin(), candidates_.end());
    std::vector<std::optional<Bytes>> found(keys.size());
    const auto keep = [&](std::size_t index, std::optional<ByteView> value) {
      if (value) found[index] = Bytes(*value);
    };
    Status read = co_await transaction.get(std::vector<ByteView>(keys.begin(), keys.end()), keep);
    CO_TRY(read);
    const catalog::Catalog& catalog = walk_.context_.catalog;
    auto table = items::confirm_table(catalog, *walk_.table_, found[0]);
    CO_TRY(table);
    if ((*table)->extension != walk_.table_->extension) {
      co_return Error::unavailable("the rules of the table have changed");
    }
    for (std::size_t i = 1; i < keys.size(); ++i) {
      if (!found[i]) continue;
      Status changed = change(transaction, **table, keys[i], *found[i]);
      CO_TRY(changed);
    }
    co_return Status{};
  }

  Status change(engine::Transaction& transaction, const catalog::Table& table, const Bytes& key,
                const Bytes& stored) {
    const auto item = TRY(ItemView::parse(stored));
    if (!is_migrated(item)) return {};
    auto walked = rules::walked(migration(), item);
    const bool is_too_large = walked.item && size_bytes(walked.item->view()) > kItemBytesMax;
    if (walked.is_wrong || is_too_large) return note_wrong(table, item);
    if (!walked.item) return {};
    ++after_.changed;
    effects_.push_back(
        items::buffer_change(transaction, {.table = table,
                                           .key = key,
                                           .before = item,
                                           .after = walked.item->view(),
                                           .time = walk_.context_.catalog.clock().wall_now(),
                                           .author = {.kind = history::Author::Kind::Server}}));
    return {};
  }

  Status note_wrong(const catalog::Table& table, const ItemView& item) {
    ++after_.wrong;
    if (after_.examples.size() < WalkRecord::kExamplesMax) {
      after_.examples.push_back(shown_key(table, item));
    }
    return {};
  }

  const MigrationWalk& walk_;
  const WalkRecord& before_;
  std::uint64_t items_ = 0;
  std::vector<Bytes> candidates_;
  WalkRecord after_;
  std::vector<items::ChangeEffect> effects_;
};

MigrationWalk::MigrationWalk(operations::Context& context, catalog::TablePointer table,
                             model::Migration migration)
    : context_(context),
      table_(std::move(table)),
      migration_(std::move(migration)),
      walk_(context.engine) {}

Task<Result<MigrationWalk::Done>> MigrationWalk::walk_some(std::size_t items_max) {
  const Bytes key = walk_key(table_->id, migration_.name);
  auto stored = co_await engine::read_one(context_.engine, key);
  CO_TRY(stored);
  WalkRecord before{.run = migration_.run};
  if (*stored) {
    auto known = decode_walk_record(**stored);
    CO_TRY(known);
    if (known->run == before.run) before = std::move(*known);
  }
  if (before.is_done) co_return Done{.items = 0, .is_over = true};
  const jobs::WalkPosition position{
      .keys = {key}, .stored = std::move(*stored), .last_key = before.last_key};
  Passing passing(*this, before);
  walk_.limit_items(items_max);
  auto stretch =
      co_await walk_.step(keys::index_range(table_->id, keys::IndexId::Base), position, passing);
  CO_TRY(stretch);
  passing.count();
  co_return Done{.items = stretch->items, .is_over = stretch->is_last};
}

}  // namespace partita::registry
