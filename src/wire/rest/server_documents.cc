#include "wire/rest/server_documents.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "database/database.h"
#include "language/value/json_text.h"
#include "model/formula/timestamp.h"
#include "modelled/registry/model_store.h"
#include "modelled/serving/failure.h"
#include "wire/rest/archives.h"
#include "wire/rest/capacity.h"
#include "wire/rest/check.h"
#include "wire/rest/cluster.h"
#include "wire/rest/decode.h"
#include "wire/rest/documents.h"
#include "wire/rest/expiry.h"
#include "wire/rest/handover.h"
#include "wire/rest/held_models.h"
#include "wire/rest/jobs.h"
#include "wire/rest/migrations.h"
#include "wire/rest/model_lint.h"
#include "wire/rest/models_openapi.h"
#include "wire/rest/recovery.h"
#include "wire/rest/shape.h"
#include "wire/rest/syncs.h"

namespace partita::rest {
namespace {

using serving::FailureKind;

Result<std::string> document_of(database::Database& database, std::string_view name) {
  const auto& models = database.models();
  const auto held = models.find(name);
  if (held != nullptr) {
    return model_document(*held, database.context().catalog, models.overdue());
  }
  return serving::failure(FailureKind::NotFound, fmt::format("there is no model `{}`", name));
}

Result<std::string> shape_of(const RestRoutes& routes, std::string_view name) {
  const RestModel* model = routes.find_model(name);
  if (model != nullptr) return shape_document(*model);
  return serving::failure(FailureKind::NotFound, fmt::format("there is no model `{}`", name));
}

Result<std::string> model_text_of(const registry::ModelStore& models, std::string_view name) {
  const auto held = models.find(name);
  if (held != nullptr) return model_text_document(*held);
  return serving::failure(FailureKind::NotFound, fmt::format("there is no model `{}`", name));
}

Result<std::string> difference_of(const registry::ModelStore& models,
                                  const protocol::HttpRequest& request) {
  auto query = TRY(RestQuery::parse(request.query()));
  const auto left = query.take("left");
  const auto right = query.take("right");
  if (!left || !right || !query.all().empty()) {
    return serving::failure(FailureKind::BadArgument,
                            "two models or environments are compared: `left` and `right`");
  }
  auto compared = registry::compare_held(models.list(), *left, *right);
  if (!compared.ok()) return serving::failure(FailureKind::NotFound, compared.error().message());
  return difference_document(*compared);
}

// The date that the database goes by, and why it is doubted.
std::string clock_document(const calendar::Calendar& calendar) {
  const auto now = std::chrono::time_point_cast<model::Duration>(calendar.wall_now());
  const std::string doubt = calendar.doubt();
  std::string date;
  model::append_timestamp(date, now, model::TimestampEncoding::Rfc3339);
  JsonText json;
  json.open_object();
  json.member("date", date);
  json.member("state", doubt.empty() ? "believed" : "doubted");
  if (!doubt.empty()) json.member("doubt", doubt);
  json.close_object();
  return std::move(json).take();
}

Task<Result<std::string>> migrations_text(registry::ModelStore& models,
                                          const RestRoutes::Found& found,
                                          const protocol::HttpRequest& request) {
  if (found.route->document == RestDocument::Migrations) {
    return migrations_document(models, found.values.front());
  }
  return moved_migration(models, found.values.front(), found.values.back(),
                         std::string(request.query()));
}

}  // namespace

std::optional<Task<Result<std::string>>> document_read(database::Database& database,
                                                       const RestRoutes::Found& found,
                                                       const protocol::HttpRequest& request) {
  const RestDocument document = found.route->document;
  std::string query(request.query());
  switch (document) {
    case RestDocument::RestoredTable:
      return restored_table(database.context(), std::move(query));
    case RestDocument::Capacity:
      return capacity_document(database.context(), std::move(query));
    case RestDocument::Expiry:
      return expiry_document(database.context(), std::move(query));
    case RestDocument::Migrations:
    case RestDocument::MovedMigration:
      return migrations_text(database.models(), found, request);
    case RestDocument::Archives:
    case RestDocument::ArchiveFiles:
    case RestDocument::FlushedArchives:
      return text_of_archives(database.archives(), document, std::move(query));
    case RestDocument::Cluster:
      return cluster_document(database.leases());
    case RestDocument::BegunBackup:
      return begun_backup(database);
    default:
      if (!is_about_syncs(document)) return std::nullopt;
      return asked_of_syncs(database, document, std::move(query));
  }
}

Result<std::string> document_at_hand(database::Database& database, const RestRoutes& routes,
                                     const RestRoutes::Found& found,
                                     const protocol::HttpRequest& request) {
  switch (found.route->document) {
    case RestDocument::Index:
      return index_document(routes);
    case RestDocument::OpenApi:
      return found.route->model->openapi();
    case RestDocument::AcceptedClock:
      database.calendar().accept();
      return clock_document(database.calendar());
    case RestDocument::Clock:
      return clock_document(database.calendar());
    case RestDocument::Jobs:
      return jobs_document(database.jobs());
    case RestDocument::EndedBackup:
      return ended_backup(database);
    case RestDocument::StartedCheck:
      database.audits().start();
      return check_document(database.audits().report());
    case RestDocument::StoppedCheck:
      database.audits().stop();
      return check_document(database.audits().report());
    case RestDocument::Check:
      return check_document(database.audits().report());
    case RestDocument::Models:
      return models_document(database.models().list(), database.context().catalog);
    case RestDocument::ModelsOpenApi:
      return models_openapi();
    case RestDocument::ModelDifference:
      return difference_of(database.models(), request);
    case RestDocument::ModelShape:
      return shape_of(routes, found.values.front());
    case RestDocument::ModelText:
      return model_text_of(database.models(), found.values.front());
    case RestDocument::ModelLint:
      return lint_document(request);
    case RestDocument::DecodedItems:
      return decoded_document(database.context().catalog, found.values.front(), request);
    case RestDocument::Model:
      return document_of(database, found.values.front());
    default:
      return table_document(database.context(), routes, found.values.front());
  }
}

}  // namespace partita::rest
