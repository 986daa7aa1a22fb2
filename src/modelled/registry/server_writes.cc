#include "modelled/registry/server_writes.h"

#include <fmt/format.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "modelled/enforcement/model_rules.h"
#include "partita/api/exception.h"
#include "store/items/item_key.h"
#include "store/items/item_write.h"

namespace partita::registry {
namespace {

Task<Status> write(operations::Context& context, items::WriteTarget target, items::Decide decide) {
  target.origin.author.kind = history::Author::Kind::Server;
  auto written =
      co_await items::write_item(context.engine, context.catalog, std::move(target), decide);
  CO_TRY(written);
  co_return Status{};
}

EncodedItem with_attributes(const ItemView& item, const Item& attributes) {
  Item changed = item.to_item();
  for (const auto& [name, value] : attributes) changed.set(name, value);
  return EncodedItem(changed);
}

Error not_there() { return Error::not_found("the item is not there"); }

}  // namespace

Task<Status> write_materialized(operations::Context& context,
                                const rollups::MaterializedItem& made) {
  const std::string& name = made.entity->table->name;
  auto table = context.catalog.find(name);
  if (!table) {
    co_return Error::not_found(
        fmt::format("the table {} of {} is not there", name, made.entity->name));
  }
  const auto decide = [&](const std::optional<ItemView>&) {
    const auto after = made.item ? std::optional(made.item->view()) : std::nullopt;
    return Result<std::optional<ItemView>>(after);
  };
  items::WriteTarget target{.table = table, .key = items::key_of_stored(*table, made.key.view())};
  target.origin.kind = made.item ? WriteKind::Put : WriteKind::Delete;
  target.origin.is_server = true;
  co_return co_await write(context, std::move(target), decide);
}

Task<Result<bool>> make_due_step(operations::Context& context, const catalog::TablePointer& table,
                                 ByteView item_key, const model::Entity& entity) {
  const auto& rules = enforcement::model_rules_of(*table)->rules();
  const auto now = std::chrono::floor<model::Duration>(context.clock.wall_now());
  const std::string& attribute = entity.lifecycle->attribute;
  EncodedItem changed;
  const auto decide =
      [&](const std::optional<ItemView>& before) -> Result<std::optional<ItemView>> {
    const auto due = before ? rules.due_step(*before, now) : std::nullopt;
    if (!due || due->to.empty()) return not_there();
    Item values{{attribute, Value(std::string(due->to))}};
    if (due->is_last_attempt) {
      for (const auto& [name, value] : entity.lifecycle->work->dead_values) values.set(name, value);
    }
    changed = with_attributes(*before, values);
    return std::optional(changed.view());
  };
  const std::string_view target_name = attribute;
  items::WriteTarget target{.table = table, .key = Bytes(item_key)};
  target.origin = {.kind = WriteKind::Update, .targets = {&target_name, 1}, .is_server = true};
  Status made = co_await write(context, std::move(target), decide);
  if (!made.ok() && made.error().kind() == ErrorKind::NotFound) co_return false;
  CO_TRY(made);
  co_return true;
}

Task<Status> update_as_server(operations::Context& context, std::string_view table,
                              const ItemView& key, const Item& attributes) {
  const auto stored = context.catalog.find(table);
  if (!stored) co_return Error::not_found(fmt::format("there is no table {}", table));
  auto item_key = items::key_of_argument(*stored, key);
  CO_TRY(item_key);
  EncodedItem changed;
  const auto decide =
      [&](const std::optional<ItemView>& before) -> Result<std::optional<ItemView>> {
    if (!before) return not_there();
    changed = with_attributes(*before, attributes);
    return std::optional(changed.view());
  };
  std::vector<std::string_view> names;
  for (const auto& [name, value] : attributes) names.emplace_back(name);
  items::WriteTarget target{.table = stored, .key = std::move(*item_key)};
  target.origin = {.kind = WriteKind::Update, .targets = names, .is_server = true};
  co_return co_await write(context, std::move(target), decide);
}

Task<Status> write_again(operations::Context& context, const catalog::TablePointer& table,
                         ByteView item_key) {
  EncodedItem same;
  const auto decide =
      [&](const std::optional<ItemView>& before) -> Result<std::optional<ItemView>> {
    if (!before) return not_there();
    same = EncodedItem(*before);
    return std::optional(same.view());
  };
  items::WriteTarget target{.table = table, .key = Bytes(item_key)};
  target.origin = {.kind = WriteKind::Update, .is_server = true};
  co_return co_await write(context, std::move(target), decide);
}

bool is_refused_by_model(const Error& error) {
  const auto exception = api::exception_of(error);
  return exception == api::Exception::Validation ||
         exception == api::Exception::ConditionalCheckFailed;
}

}  // namespace partita::registry
