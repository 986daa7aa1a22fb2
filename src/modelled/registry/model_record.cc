#include "modelled/registry/model_record.h"

#include <fmt/format.h>

#include "partita/value/item_codec.h"
#include "partita/value/item_view.h"
#include "store/catalog/structure_codec.h"
#include "store/keys/key_space.h"

// key   := 00 "model/" name                                  the model as it is
//        | 00 "model-history/" name "/" incarnation          as it was; ten digits, so that the
//                                                            order of keys is that of time
// value := an item (value/item_format.h) with
//   File         S    the name of the file it came from
//   Text         S    the file
//   Params       M    name -> S
//   Version      N
//   Incarnation  N
//   AppliedAt    N    milliseconds since 1970
//   Observed     L    of S: ids of tables
//   Tables       L    of S: names of tables that it rules; not there: not known
//   Derivation   N    by which the keys of items were derived; not there: not known
//   Migrations   M    id -> M of Step S, Since N (milliseconds), Run N, Paused BOOL, Forced S;
//                     not there: there are none
//   Main         BOOL whether it is the main environment of its model; not there: it is
//
// DO NOT CHANGE a name: stored. A member that is not known is passed over.

namespace partita::registry {
namespace {

Error damaged(std::string_view name, std::string_view what) {
  return Error::corrupt(fmt::format("record of model {}: {}", name, what));
}

Result<Value> member(const Item& item, std::string_view model, std::string_view name,
                     ValueType type) {
  const Value* value = item.find(name);
  if (value != nullptr && value->type() == type) return *value;
  return damaged(model, fmt::format("{} is missing or has another type", name));
}

Result<std::int64_t> integer(const Item& item, std::string_view model, std::string_view name) {
  auto number = catalog::integer_of(TRY(member(item, model, name, ValueType::N)));
  if (!number.ok()) return damaged(model, fmt::format("{} is not a whole number", name));
  return number;
}

Result<model::ParamValues> params_of(const Item& item, std::string_view model) {
  model::ParamValues params;
  const auto stored = TRY(member(item, model, "Params", ValueType::M));
  for (const auto& [name, value] : stored.map()) {
    if (value.type() != ValueType::S) return damaged(model, "a param is no text");
    params.emplace(name, value.string());
  }
  return params;
}

Status read_observed(const Item& item, ModelRecord& record) {
  const auto stored = TRY(member(item, record.name, "Observed", ValueType::L));
  for (const Value& table : stored.list()) {
    if (table.type() != ValueType::S) return damaged(record.name, "the id of a table is no text");
    record.observed.insert(table.string());
  }
  return {};
}

Status read_tables(const Item& item, ModelRecord& record) {
  if (item.find("Tables") == nullptr) return {};
  const auto stored = TRY(member(item, record.name, "Tables", ValueType::L));
  record.tables.emplace();
  for (const Value& table : stored.list()) {
    if (table.type() != ValueType::S) return damaged(record.name, "the name of a table is no text");
    record.tables->push_back(table.string());
  }
  return {};
}

std::int64_t milliseconds_of(WallTime time) {
  return std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

Value stored_migrations(const MigrationStates& states) {
  Map stored;
  for (const auto& [id, state] : states) {
    stored.set(id, Value(Map{{"Step", std::string(model::name_of(state.step))},
                             {"Since", milliseconds_of(state.since)},
                             {"Run", static_cast<std::int64_t>(state.run)},
                             {"Paused", state.is_paused},
                             {"Forced", state.forced_by}}));
  }
  return Value(std::move(stored));
}

Result<MigrationState> migration_state(const Map& stored, std::string_view model) {
  const auto name = TRY(member(stored, model, "Step", ValueType::S)).string();
  const auto step = model::migration_step_named(name);
  if (!step) return damaged(model, "a migration is at a step that is not known");
  MigrationState state{.step = *step};
  state.since = WallTime(std::chrono::milliseconds(TRY(integer(stored, model, "Since"))));
  state.run = static_cast<std::uint64_t>(TRY(integer(stored, model, "Run")));
  state.is_paused = TRY(member(stored, model, "Paused", ValueType::Bool)).boolean();
  state.forced_by = TRY(member(stored, model, "Forced", ValueType::S)).string();
  return state;
}

Status read_migrations(const Item& item, ModelRecord& record) {
  if (item.find("Migrations") == nullptr) return {};
  const auto stored = TRY(member(item, record.name, "Migrations", ValueType::M));
  for (const auto& [id, state] : stored.map()) {
    if (state.type() != ValueType::M) return damaged(record.name, "a migration is no map");
    record.migrations[id] = TRY(migration_state(state.map(), record.name));
  }
  return {};
}

}  // namespace

Bytes encode_record(const ModelRecord& record) {
  Map params;
  for (const auto& [name, value] : record.source.params) params.set(name, value);
  List observed;
  for (const std::string& table : record.observed) observed.emplace_back(table);
  const auto applied =
      std::chrono::floor<std::chrono::milliseconds>(record.applied_at.time_since_epoch());
  Item item{{"File", record.source.file_name},
            {"Text", record.source.text},
            {"Params", std::move(params)},
            {"Version", record.version},
            {"Incarnation", static_cast<std::int64_t>(record.incarnation)},
            {"AppliedAt", static_cast<std::int64_t>(applied.count())},
            {"Observed", std::move(observed)},
            {"Derivation", record.derivation},
            {"Main", record.is_main}};
  if (record.tables) {
    List tables;
    for (const std::string& table : *record.tables) tables.emplace_back(table);
    item.set("Tables", std::move(tables));
  }
  if (!record.migrations.empty()) item.set("Migrations", stored_migrations(record.migrations));
  return encode(item);
}

Result<ModelRecord> decode_record(std::string_view name, ByteView value) {
  const auto view = ItemView::parse(value);
  if (!view.ok()) return damaged(name, view.error().message());
  const Item item = view->to_item();
  ModelRecord record;
  record.name = name;
  record.source.file_name = TRY(member(item, name, "File", ValueType::S)).string();
  record.source.text = TRY(member(item, name, "Text", ValueType::S)).string();
  record.source.params = TRY(params_of(item, name));
  record.version = static_cast<int>(TRY(integer(item, name, "Version")));
  record.incarnation = static_cast<std::uint64_t>(TRY(integer(item, name, "Incarnation")));
  record.applied_at = WallTime(std::chrono::milliseconds(TRY(integer(item, name, "AppliedAt"))));
  TRY(read_observed(item, record));
  TRY(read_tables(item, record));
  TRY(read_migrations(item, record));
  if (item.find("Derivation") != nullptr) {
    record.derivation = static_cast<int>(TRY(integer(item, name, "Derivation")));
  }
  const Value* is_main = item.find("Main");
  record.is_main = is_main == nullptr || is_main->type() != ValueType::Bool || is_main->boolean();
  return record;
}

Bytes record_key(std::string_view name) {
  return keys::metadata_key(std::string(kRecordPrefix).append(name));
}

Bytes history_prefix(std::string_view name) {
  return keys::metadata_key(fmt::format("model-history/{}/", name));
}

Bytes history_key(std::string_view name, std::uint64_t incarnation) {
  return history_prefix(name) + fmt::format("{:010}", incarnation);
}

}  // namespace partita::registry
