#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "partita/base/clock.h"
#include "partita/base/result.h"
#include "partita/search_totals.h"
#include "partita/value/encoded_item.h"
#include "partita/value/value.h"

// Data models. A model is a file that declares tables, entities, rules, access patterns and
// rollups. Once it is applied to a database, its rules hold for every write, whichever function
// makes it.
namespace partita {

namespace library {
class OpenDatabase;
}  // namespace library

// A model file as it is handed in. docs/MODEL_FORMAT.md describes the text, which is YAML or JSON.
struct ModelFile {
  std::string name;  // For messages: "shop.yaml:12:3: ..."
  std::string text;
  // Values of the model's params; those that are not given have their defaults.
  std::map<std::string, std::string, std::less<>> params = {};

  // ERRORS: NotFound if there is no such file; TooLarge over a million bytes; others if the file
  // cannot be read.
  static Result<ModelFile> read(const std::filesystem::path& path);
};

struct PatternInfo {
  std::string name;
  std::string kind;  // "get", "query", "transition": as in the file.
  std::vector<std::string> parameters;
  bool writes = false;  // For write_pattern; else for read_pattern.
};

// A model that the database holds.
struct ModelInfo {
  std::string name;  // "shop", or "shop@prod" for one of several environments.
  int version = 0;
  WallTime applied_at{};
  std::vector<std::string> tables;  // As DynamoDB calls them.
  std::vector<PatternInfo> patterns;
  std::vector<std::string> rollups;
};

// What Models::apply would do.
struct ModelPlan {
  std::string model;
  int version = 0;
  std::optional<int> former_version;  // Nullopt: the model is new.
  bool changes_nothing = false;
  // Why the model cannot be applied, or only with ApplyOptions::forces_version. Empty: it can.
  std::vector<std::string> obstacles;
  // Tables whose rules would only be observed, because they hold items that break them.
  std::vector<std::string> observed_tables;
  std::string text;  // The whole plan for people: one line for each step.
  std::string json;  // The same for programs, as POST /api/models:plan returns it (docs/REST.md).
};

struct ApplyOptions {
  // Rules hold at once, even in tables that hold items which break them. Otherwise the rules of
  // such tables are only observed: violations are counted, not refused.
  bool enforces = false;
  // Rules are only observed until the model is applied again, so that data from another system can
  // be loaded unchanged.
  bool loads = false;
  // Indexes and tables that the model does not have any more are removed, with their items.
  bool allows_removals = false;
  // Tables that the model does not have any more stay, without its rules.
  bool detaches_tables = false;
  // A text that has changed is accepted although its version has not gone up.
  bool forces_version = false;
};

struct AppliedModel {
  ModelInfo model;
  bool has_changed = false;  // False: the database was as the file says.
  // What was not done because removals were not allowed, a line each.
  std::vector<std::string> kept;
  std::string text;  // What was done, for people.
};

struct RemoveModelOptions {
  bool drops_tables = false;  // With all of their items; else they stay, without rules.
};

// The arguments of a pattern or rollup by name, as texts: {{"userId", "ada"}}. The bounds of a
// range are `from` and `to`.
using PatternArguments = std::vector<std::pair<std::string, std::string>>;

struct PatternRead {
  std::string model;
  std::string pattern;
  PatternArguments arguments = {};
  std::optional<int> limit = std::nullopt;  // Items of a page; nullopt: as the model says.
  std::string page = {};                    // PatternPage::next or previous; empty: the first.
  bool is_consistent = false;
};

struct PatternItem {
  EncodedItem item;
  std::string entity;    // Empty: none of the model's.
  std::string member;    // Of a collection: which part it is; of a map: its key. Else empty.
  std::string revision;  // For PatternWrite::expected_revision; empty without an entity.
  double score = 0;      // Of a search: how well it fits.
  // Of a search: fields that have the words, as HTML with the words between <em> and </em>.
  Map highlights = {};
};

struct PatternPage {
  std::vector<PatternItem> items;  // At most one if the pattern gives one.
  bool has_more = false;
  bool is_partial = false;  // Fewer than the limit, because many items were read and dropped.
  std::string next;         // The token of the page that follows, or empty.
  std::string previous;     // The token of the page before, or empty.
  double read_units = 0;
  std::uint64_t scanned = 0;  // Items that were read, those that were dropped included.
  std::optional<SearchTotals> search = std::nullopt;  // Of a pattern that searches.
};

struct PatternWrite {
  std::string model;
  std::string pattern;
  PatternArguments arguments = {};
  // Attributes by name. Of a transaction: a map for each step, by the step's name. NULL removes the
  // attribute in updates and transitions, unless it is nullable.
  Item body = {};
  // Set: written only if the item still has this revision.
  std::optional<std::string> expected_revision = std::nullopt;
  // Set: a write that is repeated with its key within ten minutes is made once.
  std::string idempotency_key = {};
  std::string role = {};  // Of the caller, for transitions that ask for one.
};

struct WrittenItem {
  std::string step;  // Of a transaction, else empty.
  std::string entity;
  EncodedItem key;
  std::optional<EncodedItem> item;  // As it is stored now; nullopt: it is gone.
  std::string revision;             // Of that item.
};

struct PatternWritten {
  std::vector<WrittenItem> items;  // One, or one for each step.
  bool is_created = false;         // A put that found no item.
};

struct RollupRead {
  std::string model;
  std::string rollup;
  // `window` ("24h", up to the longest that the rollup declares), `partial` ("1": answer although
  // the rollup is still being built) and a value for any column of `group_by`.
  PatternArguments arguments = {};
};

struct RollupTable {
  // For each group its columns and measures by name; NULL for what has no value. Sorted by group.
  std::vector<Item> rows;
  bool has_more = false;  // There are more groups than an answer holds.
  // What a window covers.
  std::optional<WallTime> from;
  std::optional<WallTime> until;
  double built = 1;  // Below 1: only so much of the table has been counted yet.
};

// Why a pattern was not run, beyond kind and message of the error. What a model refuses is an
// api::ModelError instead (partita/api/exception.h).
enum class PatternFailure {
  BadArgument,    // A parameter is missing, unknown or of another type.
  BadBody,        // An attribute that the pattern does not take.
  BadToken,       // The page token is not one of this call, or is too old.
  NotFound,       // There is no such item.
  AlreadyExists,  // A create found one.
  OtherRevision,  // The item is not as the caller has seen it.
  StillBuilding,  // The rollup has not counted all items yet: try again later.
  NotServed,      // Nothing runs it: a pattern of a later phase, or one that no index serves.
};
// Nullopt: the error is another one.
std::optional<PatternFailure> pattern_failure_of(const Error& error);

// The models of a database. A handle, as cheap as a pointer.
//
//   auto models = database.models();
//   const auto file = TRY(ModelFile::read("photoeditor.yaml"));
//   TRY(models.apply(file));
//   const auto page = TRY(models.read_pattern({.model = "photoeditor",
//                                              .pattern = "list_user_jobs",
//                                              .arguments = {{"userId", "ada"}}}));
//
// All functions block; AsyncOperations has those that run patterns for coroutines.
// REQUIRES: the database is not closed or moved during a call, and outlives the handle.
// THREADS: safe for concurrent calls.
class Models {
 public:
  // The difference between the file and what the database has, and what its rules would say of the
  // items that are stored: all of them are read. Changes nothing.
  // ERRORS: InvalidArgument with all that is wrong with the file, a line each; the engine's.
  Result<ModelPlan> plan(const ModelFile& file);
  // Puts the model in force: tables and indexes are made, rules hold for every write from then on,
  // rollups are counted in the background.
  // Does nothing if all is as the file says. What a crash left half done is finished by the next
  // call.
  // ERRORS: InvalidArgument if the file is wrong, the plan has obstacles or an option is needed
  // that was not given; Conflict if another call applies a model; those of the operations.
  Result<AppliedModel> apply(const ModelFile& file, const ApplyOptions& options = {});
  // Forgets a model and takes its rules off its tables; returns the tables that were its own.
  // ERRORS: NotFound; InvalidArgument if a table that is to go is protected; Conflict as above.
  Result<std::vector<std::string>> remove(std::string_view name,
                                          const RemoveModelOptions& options = {});
  // Sorted by name.   ERRORS: Unavailable if the database is closed.
  Result<std::vector<ModelInfo>> list();

  // Runs an access pattern that reads, by its name. Pages neither lose nor repeat an item that is
  // not written in between; expired items are never shown.
  // ERRORS: NotFound if there is no such model or pattern; see pattern_failure_of; those of Query.
  Result<PatternPage> read_pattern(const PatternRead& request);
  // Runs one that writes: all or nothing, under the rules of the model. An erasure of more than a
  // hundred rows takes several steps and can be repeated until it succeeds.
  // ERRORS: as read_pattern; what the model refuses (an api::ApiFailure with a ModelError).
  Result<PatternWritten> write_pattern(const PatternWrite& request);
  // Answers from sums that are kept with every write, without reading items.
  // ERRORS: as read_pattern.
  Result<RollupTable> read_rollup(const RollupRead& request);
  // Does on the calling thread what else happens in the background soon after a write: rollups of
  // new models are counted, materialised items are written, steps of lifecycles that are due are
  // made. For programs that want to read such a thing at once.
  // ERRORS: Unavailable, Corrupt. What was done before the error stays done.
  Status catch_up();

 private:
  friend class Database;
  explicit Models(library::OpenDatabase* open) : open_(open) {}

  library::OpenDatabase* open_;  // Null: closed.
};

}  // namespace partita
