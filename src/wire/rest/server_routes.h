#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace partita::rest {

// Answers that a route without a pattern gives. From AcceptedClock on they change something, but
// for UndoPreview.
enum class RestDocument : std::uint8_t {
  None,
  Index,
  OpenApi,
  Table,
  Clock,
  Jobs,
  Cluster,
  ServerSeries,
  Capacity,
  Check,
  Faults,
  Syncs,
  Archives,
  ArchiveFiles,
  ItemHistory,
  Expiry,
  Models,
  ModelsOpenApi,
  Model,
  ModelShape,
  ModelText,
  ModelDifference,
  ModelProgress,
  Migrations,
  ModelLint,
  DecodedItems,
  ModelPlan,
  AppliedModel,
  RemovedModel,
  MovedMigration,
  AcceptedClock,
  BegunBackup,
  EndedBackup,
  StartedCheck,
  StoppedCheck,
  SetFaults,
  ClearedFaults,
  PausedJob,
  ResumedJob,
  RetriedSync,
  SkippedSync,
  ReplayedSync,
  PausedSync,
  ResumedSync,
  FlushedArchives,
  RestoredTable,
  UndoPreview,
  UndoneChanges,
};

// A parameter behind the question mark.
struct RouteParameter {
  enum class Form : std::uint8_t { Text, Flag, Params };

  std::string_view name;
  std::string_view description = {};
  Form form = Form::Text;
  bool is_required = false;
  std::span<const std::string_view> choices = {};  // If it is one of these.
  std::string_view fallback = {};                  // What it is if it is not given.
};

// A route that the server has itself, whichever models it holds.
struct ServerRoute {
  std::string_view method;
  std::string_view path;  // As a template; its parameters are texts.
  RestDocument document;
  // For the document of all of them (models_openapi.h).
  std::string_view operation;
  std::string_view summary;
  std::string_view answer;         // A schema of the document.
  std::string_view answer_detail;  // What it is about.
  std::span<const RouteParameter> query = {};
  bool takes_model_file = false;
  bool takes_faults = false;           // Rules for faults, as YAML or JSON.
  bool takes_items = false;            // {"Items": [...]} in DynamoDB's JSON.
  std::span<const int> refusals = {};  // Statuses of problems.
};

// All of them: requests are dispatched by this list, and the document is written from it.
std::span<const ServerRoute> server_routes();

}  // namespace partita::rest
