#include "modelled/registry/element_indexes.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "engine/read_one.h"
#include "engine/retry.h"
#include "modelled/enforcement/model_rules.h"
#include "modelled/registry/apply_plan.h"
#include "modelled/registry/step_execution.h"
#include "modelled/registry/table_requests.h"
#include "store/keys/item_keys.h"
#include "store/keys/key_builder.h"

// What the entries of an index were made by:
//
// key   := 00 "element-keys/" table:u32 index:u16
// value := the definition as ModelRules::element_definition tells it

namespace partita::registry {
namespace {

Bytes definition_key(keys::TableId table, keys::IndexId index) {
  keys::KeyBuilder builder(keys::Space::Metadata, 24);
  builder.bytes("element-keys/").integer(table).integer(index);
  return builder.take();
}

Task<Result<std::string>> read_definition(const engine::View& view, const Bytes& key) {
  auto stored = co_await engine::read_one(view, key);
  CO_TRY(stored);
  co_return std::move(*stored).value_or("");
}

Task<Status> write_definition(engine::Engine& engine, const Bytes& key,
                              const std::string& definition) {
  const auto body = [&](engine::Transaction& transaction) -> Task<Status> {
    if (definition.empty()) {
      transaction.erase(Bytes(key));
    } else {
      transaction.put(Bytes(key), Bytes(definition));
    }
    co_return Status{};
  };
  co_return co_await engine::run(engine, body);
}

Task<Result<bool>> has_items(const engine::View& view, keys::TableId table) {
  const auto keys = keys::index_range(table, keys::IndexId::Base);
  bool is_found = false;
  const auto visit = [&](ByteView, ByteView) {
    is_found = true;
    return engine::Visit::Stop;
  };
  const engine::Range range{.begin = keys.begin, .end = keys.end, .rows_hint = 1};
  Status read = co_await view.scan(range, visit);
  CO_TRY(read);
  co_return is_found;
}

const catalog::Index* find_index(const catalog::Table& table, std::string_view name) {
  for (const catalog::Index& index : table.indexes) {
    if (index.name == name) return &index;
  }
  return nullptr;
}

// One index of a table, while it is looked after.
struct Renewal {
  operations::Context& context;
  jobs::Jobs& jobs;
  ModelTable wanted;
  const model::Index& index;
  const Report& report;
};

Task<Status> make_again(const Renewal& renewal) {
  const std::string& table = renewal.wanted.table.name;
  const std::string& index = renewal.index.name;
  const Step removal{.table = table,
                     .what = fmt::format("remove index {} to make it anew", index),
                     .action = remove_index_request(table, index)};
  Status removed = co_await carry_out(renewal.context, renewal.jobs, removal, renewal.report);
  CO_TRY(removed);
  const Step addition{.table = table,
                      .what = fmt::format("make index {} anew", index),
                      .action = add_index_request(renewal.wanted, renewal.index)};
  co_return co_await carry_out(renewal.context, renewal.jobs, addition, renewal.report);
}

Task<Status> renew(const Renewal& renewal) {
  auto table = renewal.context.catalog.find(renewal.wanted.table.name);
  const catalog::Index* index = table ? find_index(*table, renewal.index.name) : nullptr;
  if (index == nullptr) co_return Status{};
  const auto* rules = enforcement::model_rules_of(*table);
  const std::string definition = rules == nullptr ? "" : rules->element_definition(*index);
  const Bytes key = definition_key(table->id, index->id);
  auto made_by = co_await read_definition(renewal.context.engine, key);
  CO_TRY(made_by);
  if (*made_by == definition) co_return Status{};
  auto is_filled = co_await has_items(renewal.context.engine, table->id);
  CO_TRY(is_filled);
  if (!*is_filled) co_return co_await write_definition(renewal.context.engine, key, definition);
  Status made = co_await make_again(renewal);
  CO_TRY(made);
  table = renewal.context.catalog.find(renewal.wanted.table.name);
  index = table ? find_index(*table, renewal.index.name) : nullptr;
  if (index == nullptr) co_return Status{};
  const Bytes new_key = definition_key(table->id, index->id);
  co_return co_await write_definition(renewal.context.engine, new_key, definition);
}

}  // namespace

Task<Status> renew_element_indexes(operations::Context& context, jobs::Jobs& jobs,
                                   const model::Model& model, const Report& report) {
  for (const model::Table& table : model.tables) {
    if (!table.notes.is_live) continue;
    for (const model::Index& index : table.indexes) {
      if (!index.notes.is_live || index.is_local) continue;
      const Renewal renewal{.context = context,
                            .jobs = jobs,
                            .wanted = {model, table},
                            .index = index,
                            .report = report};
      Status renewed = co_await renew(renewal);
      CO_TRY(renewed);
    }
  }
  co_return Status{};
}

}  // namespace partita::registry
