#include "dynamodb/operations/restored_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "dynamodb/operations/table_lookup.h"
#include "dynamodb/schema/table_uuid.h"
#include "partita/api/exception.h"
#include "store/backups/backup_record.h"
#include "store/catalog/table_name.h"

namespace partita::operations {
namespace {

using catalog::Table;
using catalog::TableState;

constexpr std::ptrdiff_t kRestoresMax = 50;

// "backup: <arn>" or "table: <arn>"
std::string origin_of(const catalog::RestoreSettings& restore) {
  if (restore.backup.empty()) return "table: " + catalog::table_arn(restore.source_name);
  return "backup: " + backups::arn_of({.id = restore.backup, .table = restore.source_name});
}

Error already_exists(std::string_view name) {
  return api::failure(api::Exception::TableAlreadyExists,
                      fmt::format("Table already exists: {}", name));
}

Status check_new_name(std::string_view name) {
  const auto in_arn = TRY(catalog::table_name_of(name, catalog::NameRule::ForTables));
  if (in_arn == name) return {};
  return api::invalid(fmt::format("A new table can not have the name {}", name));
}

Status check_restores(const Context& context) {
  const auto tables = context.catalog.list_after("", SIZE_MAX);
  const auto restores = std::count_if(tables.begin(), tables.end(), [](const auto& table) {
    return table->is_restored() && table->state == TableState::Creating;
  });
  if (restores < kRestoresMax) return {};
  return api::failure(
      api::Exception::LimitExceeded,
      fmt::format("Subscriber limit exceeded: Only {} restore operations can be done "
                  "simultaneously",
                  kRestoresMax));
}

// AWS: none of it comes with a restore.
std::optional<std::string> dropped_from(const Table& source) {
  std::vector<std::string_view> dropped;
  const catalog::TableSettings& settings = source.settings;
  if (settings.stream && settings.stream->is_enabled) dropped.emplace_back("stream");
  if (source.ttl_attribute) dropped.emplace_back("TTL");
  if (settings.recovery) dropped.emplace_back("point-in-time recovery");
  if (!settings.tags.empty()) dropped.emplace_back("tags");
  if (settings.table_class) dropped.emplace_back("table class");
  if (settings.is_deletion_protected) dropped.emplace_back("deletion protection");
  if (dropped.empty()) return std::nullopt;
  return fmt::format("{}", fmt::join(dropped, ", "));
}

}  // namespace

Result<Table> restored_table(const Context& context, const Table& source, const RestoreWish& wish) {
  // Not all who ask come by a decoder, and a table of another name could be deleted by nobody.
  TRY(check_new_name(wish.name));
  Table target;
  target.name = wish.name;
  target.state = TableState::Creating;
  target.key = source.key;
  target.settings.creation_date_time = now(context);
  target.settings.table_uuid = schema::new_uuid();
  target.settings.encryption = source.settings.encryption;
  target.settings.restore = wish.from;
  target.settings.restore->dropped = dropped_from(source);
  TRY(apply_overrides(source, wish.overrides, target));
  return target;
}

Status check_restored_name(const Context& context, std::string_view name) {
  const auto there = context.catalog.find(name);
  if (!there) return check_restores(context);
  TRY(catalog::check_certain(*there));
  if (there->is_restored() && there->state == TableState::Creating) {
    return api::failure(api::Exception::TableInUse,
                        fmt::format("Table: {} is already being restored from {}", name,
                                    origin_of(*there->settings.restore)));
  }
  return already_exists(name);
}

Task<Result<catalog::TablePointer>> create_restored(Context& context, Table table) {
  const std::string name = table.name;
  auto created = co_await context.catalog.create(std::move(table));
  const bool is_taken = !created.ok() && created.error().kind() == ErrorKind::AlreadyExists;
  if (is_taken) co_return already_exists(name);
  co_return created;
}

}  // namespace partita::operations
