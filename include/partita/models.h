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
// rollups. Once it is applied to a database, its rules are checked for every write, by whichever
// function.
namespace partita {

namespace library {
class OpenDatabase;
}  // namespace library

// The text of a model, in YAML or JSON, as docs/MODEL_FORMAT.md describes it.
struct ModelFile {
  std::string name;  // For messages: "shop.yaml:12:3: ..."
  std::string text;
  // Values of the model's params. The others have their defaults.
  std::map<std::string, std::string, std::less<>> params = {};

  // ERRORS: NotFound if there is no such file; TooLarge over a million bytes; others if the file
  // cannot be read.
  static Result<ModelFile> read(const std::filesystem::path& path);
};

struct PatternInfo {
  std::string name;
  std::string kind;  // "get", "query", "transition", as in the file.
  std::vector<std::string> parameters;
  bool writes = false;  // For write_pattern; else for read_pattern.
};

// A model that is in force.
struct ModelInfo {
  std::string name;  // "shop", or "shop@prod" for one of several environments.
  int version = 0;
  WallTime applied_at{};
  std::vector<std::string> tables;  // Their names in DynamoDB.
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
  // Rules are enforced at once, even on tables with items that break them. Otherwise the rules of
  // such tables are only observed: violations are counted, not refused.
  bool enforces = false;
  // Rules are only observed until the model is applied again, so that data from another system can
  // be loaded unchanged.
  bool loads = false;
  // Deletes indexes and tables that the model no longer has, with their items.
  bool allows_removals = false;
  // Keeps tables that the model no longer has, without rules.
  bool detaches_tables = false;
  // Accepts a changed text although its version has not been increased.
  bool forces_version = false;
};

struct AppliedModel {
  ModelInfo model;
  bool has_changed = false;  // False: the database was as the file says.
  // Steps that were left out because removals were not allowed, one line each.
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
  std::optional<int> limit = std::nullopt;  // Items per page; nullopt: as in the model.
  std::string page = {};                    // PatternPage::next or previous; empty: the first.
  bool is_consistent = false;
};

struct PatternItem {
  EncodedItem item;
  std::string entity;    // Empty if it belongs to no entity of the model.
  std::string member;    // Of a collection: which part it is; of a map: its key. Else empty.
  std::string revision;  // For PatternWrite::expected_revision; empty without an entity.
  double score = 0;      // For a search: how well the item matches.
  // For a search: the matching fields, as HTML with the matching words in <em>.
  Map highlights = {};
};

struct PatternPage {
  std::vector<PatternItem> items;  // At most one if the pattern gives one.
  bool has_more = false;
  bool is_partial = false;  // Fewer than the limit, because many items were read and dropped.
  std::string next;         // The token of the page that follows, or empty.
  std::string previous;     // The token of the page before, or empty.
  double read_units = 0;
  std::uint64_t scanned = 0;  // Items that were read, including those that were dropped.
  std::optional<SearchTotals> search = std::nullopt;  // Set for a pattern that searches.
};

struct PatternWrite {
  std::string model;
  std::string pattern;
  PatternArguments arguments = {};
  // Attributes by name; for a transaction, a map of them for each step. NULL removes the
  // attribute in updates and transitions, unless it is nullable.
  Item body = {};
  // Set: written only if the item still has this revision.
  std::optional<std::string> expected_revision = std::nullopt;
  // Set: a write that is repeated with its key within ten minutes is made once.
  std::string idempotency_key = {};
  std::string role = {};  // The caller's role, for transitions that need one.
};

struct WrittenItem {
  std::string step;  // The step of a transaction, else empty.
  std::string entity;
  EncodedItem key;
  std::optional<EncodedItem> item;  // As stored after the write; nullopt: deleted.
  std::string revision;             // The item's revision.
};

struct PatternWritten {
  std::vector<WrittenItem> items;  // One, or one for each step.
  bool is_created = false;         // True: a put that created an item.
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
  bool has_more = false;  // There are more groups than fit into one answer.
  // The window that the totals cover.
  std::optional<WallTime> from;
  std::optional<WallTime> until;
  double built = 1;  // Below 1: the share of the table that has been counted so far.
};

// The reason why a pattern was not run, in addition to the error's kind and message. If a rule of
// the model refuses a write, the error has an api::ModelError instead (partita/api/exception.h).
enum class PatternFailure {
  BadArgument,    // A parameter is missing, unknown or of another type.
  BadBody,        // The body has an attribute that the pattern does not accept.
  BadToken,       // The page token is not one of this call, or is too old.
  NotFound,       // There is no such item.
  AlreadyExists,  // The item to create exists already.
  OtherRevision,  // The item no longer has the expected revision.
  StillBuilding,  // The rollup has not counted all items yet: try again later.
  NotServed,      // The pattern belongs to a later phase, or no index can serve it.
};
// Returns nullopt for all other errors.
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
  // Returns the differences between the file and the database, and the stored items that would
  // break its rules; for this it reads all items. Changes nothing. ERRORS: InvalidArgument with all
  // errors of the file, one line each; errors of the engine.
  Result<ModelPlan> plan(const ModelFile& file);
  // Puts the model in force: creates its tables and indexes, enforces its rules for every write
  // from then on, and builds its rollups in the background. Does nothing if the database already
  // matches the file. After a crash, call it again to finish.
  // ERRORS: InvalidArgument if the file is wrong, the plan has obstacles or an option is needed
  // that was not given; Conflict if another call applies a model; those of the operations.
  Result<AppliedModel> apply(const ModelFile& file, const ApplyOptions& options = {});
  // Removes a model and the rules of its tables; returns the names of these tables. ERRORS:
  // NotFound; InvalidArgument if a table cannot be deleted because it is protected; Conflict as
  // above.
  Result<std::vector<std::string>> remove(std::string_view name,
                                          const RemoveModelOptions& options = {});
  // Sorted by name.   ERRORS: Unavailable if the database is closed.
  Result<std::vector<ModelInfo>> list();

  // Runs an access pattern that reads. Over all pages, an item that is not changed meanwhile
  // appears exactly once; expired items never appear.
  // ERRORS: NotFound if there is no such model or pattern; see pattern_failure_of; those of Query.
  Result<PatternPage> read_pattern(const PatternRead& request);
  // Runs an access pattern that writes, atomically and under the rules of the model. An erasure of
  // more than a hundred rows takes several commits; if it fails, repeat it until it succeeds.
  // ERRORS: as read_pattern; an api::ApiFailure with a ModelError if the model refuses the write.
  Result<PatternWritten> write_pattern(const PatternWrite& request);
  // Reads the totals of a rollup, which every write updates. Reads no items.
  // ERRORS: as read_pattern.
  Result<RollupTable> read_rollup(const RollupRead& request);
  // Does on the calling thread the work that otherwise happens in the background soon after a
  // write: builds the rollups of new models, writes materialized items, makes due lifecycle
  // transitions. For programs that need the results at once. ERRORS: Unavailable, Corrupt. Work
  // that was done before the error is kept.
  Status catch_up();

 private:
  friend class Database;
  explicit Models(library::OpenDatabase* open) : open_(open) {}

  library::OpenDatabase* open_;  // Null: closed.
};

}  // namespace partita
