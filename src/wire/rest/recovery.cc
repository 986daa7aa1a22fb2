#include "wire/rest/recovery.h"

#include <fmt/format.h>

#include <chrono>
#include <string_view>
#include <utility>

#include "dynamodb/operations/restore_table_to_point_in_time.h"
#include "language/value/json_text.h"
#include "modelled/serving/failure.h"
#include "store/history/recovery.h"
#include "store/history/versions.h"
#include "wire/rest/item_changes.h"
#include "wire/rest/query.h"

namespace partita::rest {
namespace {

using history::ItemVersion;
using serving::FailureKind;

constexpr int kChangesDefault = 100;
constexpr int kChangesMax = 1000;

Error bad_argument(std::string message) {
  return serving::failure(FailureKind::BadArgument, std::move(message));
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
  request.restore_date_time = history::to_timestamp(TRY(moment_of("at", *at)));
  return request;
}

std::string_view what_of(const ItemVersion& version) {
  if (!version.before) return "created";
  if (version.after) return "changed";
  return version.is_expiry ? "expired" : "deleted";
}

std::string history_document(const RestRoutes& routes, const catalog::Table& table,
                             const history::ItemVersions& versions, JsonForm form) {
  JsonText json;
  ChangeWriter writer(routes, table.name, json, form);
  json.open_object();
  json.member("table", table.name);
  json.array("versions");
  for (const ItemVersion& version : versions.changes) {
    json.open_object();
    json.member("at", moment_text(version.time));
    json.member("what", what_of(version));
    writer.write_author(version);
    writer.write_attributes(version.before, version.after);
    json.close_object();
  }
  json.close_array();
  json.flag("more", versions.has_more);
  json.close_object();
  return std::move(json).take();
}

struct HistoryQuestion {
  catalog::TablePointer table;
  Bytes key;
  std::size_t changes_max;
  JsonForm form;
};

Result<HistoryQuestion> history_question(const operations::Context& context,
                                         std::string_view query) {
  auto parameters = TRY(RestQuery::parse(query));
  const auto name = parameters.take("table");
  const auto key = parameters.take("key");
  const auto limit = TRY(parameters.take_count("limit")).value_or(kChangesDefault);
  const bool is_typed = TRY(parameters.take_flag("typed"));
  if (!name || !key || !parameters.all().empty()) {
    return bad_argument("which item? `table`, `key`, `limit` and `typed` are the parameters");
  }
  if (limit < 1 || limit > kChangesMax) {
    return bad_argument(fmt::format("limit: 1 to {} changes can be told", kChangesMax));
  }
  auto table = TRY(find_recorded_table(context.catalog, *name));
  Bytes item_key = TRY(key_of_json(*table, *key));
  return HistoryQuestion{.table = std::move(table),
                         .key = std::move(item_key),
                         .changes_max = static_cast<std::size_t>(limit),
                         .form = is_typed ? JsonForm::Typed : JsonForm::Plain};
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
  const auto made = context.catalog.find(request->target_table_name);
  if (made && made->rules) {
    json.member("model", made->rules->model);
  } else if (made && made->is_restored()) {
    json.member("dropped", made->settings.restore->dropped.value_or(""));
  }
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
  co_return history_document(routes, *question->table, *versions, question->form);
}

}  // namespace partita::rest
