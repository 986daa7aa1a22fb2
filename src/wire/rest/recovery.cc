#include "wire/rest/recovery.h"

#include <fmt/format.h>

#include <chrono>
#include <set>
#include <string_view>
#include <utility>

#include "dynamodb/operations/restore_table_to_point_in_time.h"
#include "language/value/json_text.h"
#include "model/formula/timestamp.h"
#include "modelled/serving/failure.h"
#include "partita/base/base64.h"
#include "partita/value/encoded_item.h"
#include "store/history/recovery.h"
#include "store/history/versions.h"
#include "store/items/item_key.h"
#include "wire/rest/item.h"
#include "wire/rest/json.h"
#include "wire/rest/query.h"

namespace partita::rest {
namespace {

using history::ItemVersion;
using serving::FailureKind;

constexpr int kChangesDefault = 100;
constexpr int kChangesMax = 1000;
constexpr std::string_view kHiddenValue = "•••";

Error bad_argument(std::string message) {
  return serving::failure(FailureKind::BadArgument, std::move(message));
}

std::string moment_text(std::int64_t milliseconds) {
  std::string text;
  model::append_timestamp(text, model::Instant(model::Duration(milliseconds)),
                          model::TimestampEncoding::Rfc3339Ms);
  return text;
}

Result<api::RestoreTableToPointInTimeRequest> restore_request(std::string_view query) {
  auto parameters = TRY(RestQuery::parse(query));
  api::RestoreTableToPointInTimeRequest request;
  request.source_table_name = parameters.take("table");
  const auto to = parameters.take("to");
  const auto at = parameters.take("at");
  if (!request.source_table_name || !to || !parameters.all().empty()) {
    return bad_argument(
        "which table, and into which one? `table`, `to` and `at` are the parameters");
  }
  request.target_table_name = *to;
  request.use_latest_restorable_time = !at;
  if (!at) return request;
  const auto instant = model::parse_rfc3339(*at);
  if (!instant) {
    return bad_argument(
        fmt::format("at: `{}` is no date and time such as 2026-11-16T10:00:00Z", *at));
  }
  request.restore_date_time = history::to_timestamp(instant->time_since_epoch().count());
  return request;
}

// A key attribute as its table wants it: JSON has no binaries, and numbers may come as texts.
Result<Value> key_value(const catalog::KeyAttribute& attribute, const Value& given) {
  const bool is_text = given.type() == ValueType::S;
  switch (attribute.type) {
    case keys::KeyValueType::String:
      break;
    case keys::KeyValueType::Number:
      if (is_text) return Value(TRY(Number::parse(given.string())));
      break;
    case keys::KeyValueType::Binary:
      if (is_text) return Value(Binary{TRY(base64_decode(given.string()))});
      break;
  }
  return given;
}

Result<Bytes> key_of(const catalog::Table& table, std::string_view json) {
  constexpr int kLevelsMax = 2;
  const Item given = TRY(parse_plain_json(json, kLevelsMax));
  Item key;
  for (const auto& [name, value] : given) {
    const catalog::KeyAttribute* attribute = table.key.find(name);
    key.set(name, attribute == nullptr ? value : TRY(key_value(*attribute, value)));
  }
  return items::key_of_argument(table, EncodedItem(key).view());
}

std::string_view what_of(const ItemVersion& version) {
  if (!version.before) return "created";
  if (version.after) return "changed";
  return version.is_expiry ? "expired" : "deleted";
}

// The names of all attributes that some entity of the table does not simply show.
std::set<std::string, std::less<>> secret_names(const RestRoutes& routes, std::string_view table) {
  std::set<std::string, std::less<>> names;
  const RestModel* model = routes.find_model_of_table(table);
  if (model == nullptr) return names;
  for (const model::Entity& entity : model->model().entities) {
    if (entity.table == nullptr || entity.table->name != table) continue;
    for (const std::string& name : secrets_of(entity)) names.insert(name);
  }
  return names;
}

class HistoryWriter {
 public:
  explicit HistoryWriter(std::set<std::string, std::less<>> secrets)
      : secrets_(std::move(secrets)) {}

  std::string write(std::string_view table, const history::ItemVersions& versions) {
    json_.open_object();
    json_.member("table", table);
    json_.array("versions");
    for (const ItemVersion& version : versions.changes) write_version(version);
    json_.close_array();
    json_.flag("more", versions.has_more);
    json_.close_object();
    return std::move(json_).take();
  }

 private:
  void write_version(const ItemVersion& version) {
    const Item before = item_of(version.before);
    const Item after = item_of(version.after);
    json_.open_object();
    json_.member("at", moment_text(version.time));
    json_.member("what", what_of(version));
    json_.array("attributes");
    for (const auto& [name, value] : before) {
      const Value* now = after.find(name);
      if (now == nullptr || !(*now == value)) write_attribute(name, &value, now);
    }
    for (const auto& [name, value] : after) {
      if (before.find(name) == nullptr) write_attribute(name, nullptr, &value);
    }
    json_.close_array();
    json_.close_object();
  }

  static Item item_of(const std::optional<Bytes>& image) {
    return image ? ItemView::from_valid(*image).to_item() : Item{};
  }

  void write_attribute(std::string_view name, const Value* before, const Value* after) {
    json_.open_object();
    json_.member("name", name);
    write_value("before", name, before);
    write_value("after", name, after);
    json_.close_object();
  }

  void write_value(std::string_view member, std::string_view name, const Value* value) {
    if (value == nullptr) return;
    if (secrets_.contains(name)) return json_.member(member, kHiddenValue);
    json_.name(member);
    json_.value(*value);
  }

  const std::set<std::string, std::less<>> secrets_;
  JsonText json_;
};

struct HistoryQuestion {
  catalog::TablePointer table;
  Bytes key;
  std::size_t changes_max;
};

Result<HistoryQuestion> history_question(const operations::Context& context,
                                         std::string_view query) {
  auto parameters = TRY(RestQuery::parse(query));
  const auto name = parameters.take("table");
  const auto key = parameters.take("key");
  const auto limit = TRY(parameters.take_count("limit")).value_or(kChangesDefault);
  if (!name || !key || !parameters.all().empty()) {
    return bad_argument("which item? `table`, `key` and `limit` are the parameters");
  }
  if (limit < 1 || limit > kChangesMax) {
    return bad_argument(fmt::format("limit: 1 to {} changes can be told", kChangesMax));
  }
  auto table = context.catalog.find(*name);
  if (!table) {
    return serving::failure(FailureKind::NotFound, fmt::format("there is no table `{}`", *name));
  }
  if (!table->keeps_history()) {
    return bad_argument(fmt::format(
        "point-in-time recovery of table {} is off, so nothing is known of its past", *name));
  }
  Bytes item_key = TRY(key_of(*table, *key));
  return HistoryQuestion{.table = std::move(table),
                         .key = std::move(item_key),
                         .changes_max = static_cast<std::size_t>(limit)};
}

}  // namespace

Task<Result<std::string>> restored_table(operations::Context& context, std::string query) {
  const auto request = restore_request(query);
  CO_TRY(request);
  // So that what was answered in this very millisecond is in it, too.
  if (!request->restore_date_time) co_await pause(std::chrono::milliseconds(2));
  const auto answer = co_await operations::restore_table(context, *request,
                                                         operations::RestoreReach::LastMillisecond);
  CO_TRY(answer);
  const auto& summary = *answer->table_description->restore_summary;
  JsonText json;
  json.open_object();
  json.member("table", request->target_table_name);
  json.member("from", *request->source_table_name);
  json.member("at", moment_text(history::to_milliseconds(*summary.restore_date_time)));
  json.member("status", "CREATING");
  json.close_object();
  co_return std::move(json).take();
}

Task<Result<std::string>> item_history(const operations::Context& context, const RestRoutes& routes,
                                       std::string query) {
  const auto question = history_question(context, query);
  CO_TRY(question);
  const auto versions = co_await history::read_versions(context.engine, *question->table,
                                                        question->key, question->changes_max);
  CO_TRY(versions);
  HistoryWriter writer(secret_names(routes, question->table->name));
  co_return writer.write(question->table->name, *versions);
}

}  // namespace partita::rest
