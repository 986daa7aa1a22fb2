#include "wire/rest/migrations.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "language/value/json_text.h"
#include "model/formula/timestamp.h"
#include "modelled/registry/model_store.h"
#include "modelled/serving/failure.h"
#include "wire/rest/problem.h"
#include "wire/rest/query.h"

namespace partita::rest {
namespace {

using protocol::HttpStatus;
using registry::MigrationMove;
using registry::MigrationReport;
using serving::FailureKind;

Number count_of(std::uint64_t value) { return Number(static_cast<std::int64_t>(value)); }

std::vector<std::string> names_in(const std::vector<model::MigratedAttribute>& form) {
  std::vector<std::string> names;
  for (const auto& each : form) names.push_back(each.name);
  return names;
}

void write_walk(JsonText& json, const MigrationReport& report) {
  json.object("walk");
  json.flag("done", report.walk.is_done);
  json.member("items", count_of(report.walk.items));
  json.member("total", count_of(report.items_of_table));
  json.member("changed", count_of(report.walk.changed));
  json.member("wrong", count_of(report.walk.wrong));
  json.strings("examples", report.walk.examples);
  json.close_object();
}

void write_migration(JsonText& json, const MigrationReport& report) {
  const model::Migration& migration = report.migration;
  json.open_object();
  json.member("id", migration.name);
  json.member("entity", migration.entity->name);
  json.member("table", report.table);
  json.member("kind", model::name_of(migration.kind));
  json.strings("old", names_in(migration.olds));
  json.strings("new", names_in(migration.news));
  json.member("step", model::name_of(migration.step));
  std::string since;
  model::append_timestamp(since, std::chrono::floor<model::Duration>(report.state.since),
                          model::TimestampEncoding::Rfc3339Ms);
  json.member("since", since);
  json.flag("paused", report.state.is_paused);
  json.member("items_per_second", Number(migration.items_per_second));
  if (!report.state.forced_by.empty()) json.member("forced_by", report.state.forced_by);
  if (report.next) json.member("next", model::name_of(*report.next));
  if (!report.waits_for.empty()) json.member("waits_for", report.waits_for);
  if (registry::has_walk(migration.step)) write_walk(json, report);
  json.close_object();
}

struct Move {
  MigrationMove move;
  registry::MoveOptions options;
};

Result<Move> read_move(const std::string& query) {
  constexpr std::size_t kForcedByBytesMax = 128;
  auto parameters = TRY(RestQuery::parse(query));
  const auto word = parameters.take("move").value_or("");
  const auto move = registry::migration_move_named(word);
  Move read{.move = move.value_or(MigrationMove::Advance),
            .options = {.forced_by = parameters.take("forced_by").value_or("")}};
  if (!move || !parameters.all().empty() || read.options.forced_by.size() > kForcedByBytesMax) {
    return serving::failure(FailureKind::BadArgument,
                            "`move` is advance, repeat, pause, resume or roll-back; `forced_by` "
                            "names who goes on although the old form may still be used");
  }
  return read;
}

// The caller may change all models, so no detail has to be kept from them.
Error told(Error error) {
  switch (error.kind()) {
    case ErrorKind::NotFound:
      return serving::failure(FailureKind::NotFound, error.message());
    case ErrorKind::InvalidArgument:
      return refusal({.status = HttpStatus::Conflict,
                      .code = "migration_waits",
                      .title = "The migration is not as far",
                      .detail = error.message()});
    case ErrorKind::Conflict:
      return refusal({.status = HttpStatus::Conflict,
                      .code = "busy",
                      .title = "Another model is on its way",
                      .detail = error.message()});
    default:
      return error;
  }
}

}  // namespace

Task<Result<std::string>> migrations_document(const registry::ModelStore& models,
                                              std::string model) {
  auto reports = co_await models.migrations(model);
  if (!reports.ok()) co_return told(std::move(reports).error());
  JsonText json;
  json.open_object();
  json.member("model", model);
  json.array("migrations");
  for (const MigrationReport& report : *reports) write_migration(json, report);
  json.close_array();
  json.close_object();
  co_return std::move(json).take();
}

Task<Result<std::string>> moved_migration(registry::ModelStore& models, std::string model,
                                          std::string id, std::string query) {
  auto move = read_move(query);
  CO_TRY(move);
  auto moved = co_await models.move_migration(model, id, move->move, move->options);
  if (!moved.ok()) co_return told(std::move(moved).error());
  JsonText json;
  write_migration(json, *moved);
  co_return std::move(json).take();
}

}  // namespace partita::rest
