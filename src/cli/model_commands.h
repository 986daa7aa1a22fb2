#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/data_endpoint.h"
#include "database/store.h"
#include "model/definition/read_model.h"

// What `partita model` can be told to do. Most of it needs nothing but a file.
namespace partita::cli {

// A model file and the values of its params.
struct ModelFile {
  std::filesystem::path path;
  model::ParamValues params;
};

// What a server does with models before its first answer.
struct ModelStartup {
  std::filesystem::path directory;  // Empty: no models but those that the database holds.
  model::ParamValues params;        // For all models that have them.
  bool makes_samples = false;
};

struct ModelLintCommand {
  enum class Format { Text, Json, Sarif, Github };

  std::vector<std::filesystem::path> files;
  model::ParamValues params;
  Format format = Format::Text;
};

struct ModelExplainCommand {
  ModelFile file;
  std::string pattern;  // Empty: all of them.
};

struct ModelCostCommand {
  ModelFile file;
  std::string prices;  // The name of a price book; empty: the newest.
  bool prints_json = false;
};

struct ModelExportCommand {
  enum class Kind { Markdown, Mermaid, Mmd, Terraform, Openapi, Jsonschema };

  Kind kind = Kind::Markdown;
  ModelFile file;
};

struct ModelSchemaCommand {};

// Where models are: at a server, or in a store that is opened beside those who have it.
struct ModelTarget {
  std::string endpoint;
  std::filesystem::path trusted_file;  // Who vouches for the server; empty: whom the system trusts.
  std::optional<database::Store> store;  // Asked instead of the server if it is there.
};

struct ModelInitCommand {
  std::filesystem::path file;  // Must not be there yet.
  std::string table;           // To be guessed from; empty: an example.
  ModelTarget target;          // Where that table is.
};

// Judges the items of a table of any server that speaks DynamoDB's API.
struct ModelCheckCommand {
  ModelFile file;
  DataTarget target;
  std::string table;  // There.
  std::string like;   // The model's table that it is; empty: by its name.
  int threads = 8;
  bool prints_json = false;
};

struct ModelPlanCommand {
  ModelTarget target;
  ModelFile file;
  bool prints_json = false;
};

struct ModelApplyCommand {
  ModelTarget target;
  ModelFile file;
  bool enforces = false;
  bool loads = false;
  bool allows_removals = false;
  bool detaches_tables = false;
  bool forces_version = false;
  bool prints_json = false;
};

struct ModelRemoveCommand {
  ModelTarget target;
  std::string model;          // With its environment.
  bool drops_tables = false;  // Else they stay, without rules.
  bool prints_json = false;
};

// Both are names of models or of environments.
struct ModelDiffCommand {
  ModelTarget target;
  std::string left;
  std::string right;
  bool prints_json = false;
};

struct ModelListCommand {
  ModelTarget target;
  bool prints_json = false;
};

struct ModelFakeCommand {
  database::RocksdbStore store;
  ModelFile file;
  std::optional<std::uint64_t> count;  // Of items that belong to no other; else as the file says.
  std::uint64_t seed = 1;
};

enum class OutputForm { Table, Json, Csv, Plot };

// Names and values, as patterns and rollups take them.
using ModelArguments = std::vector<std::pair<std::string, std::string>>;

struct ModelRunCommand {
  ModelTarget target;
  std::string model;
  std::string pattern;
  ModelArguments arguments;
  std::optional<int> limit;
  std::string page;
  bool reads_all = false;
  std::string body;  // JSON, or @ and the name of a file.
  std::string role;  // In which the caller acts; empty: none.
  OutputForm output = OutputForm::Table;
};

struct ModelStatsCommand {
  ModelTarget target;
  std::string model;
  std::string rollup;  // Empty: the items whose leases are over.
  ModelArguments arguments;
  std::string window;
  OutputForm output = OutputForm::Table;
};

struct ModelMigrateCommand {
  ModelTarget target;
  std::string model;
  std::string migration;  // Its id; empty for `status`.
  std::string move;       // "status", "advance" ..
  std::string forced_by;  // Who goes on although the old form may be used; empty: nobody.
  bool prints_json = false;
};

// Works on items that a claim of a model gives: `partita work`.
struct WorkCommand {
  ModelTarget target;
  std::string model;
  std::string claim;
  std::vector<std::pair<std::string, std::string>> arguments;  // Of the claim.
  std::string program;                                         // For /bin/sh.
  int parallel = 1;
  std::string worker;      // Empty: this machine and process.
  std::string on_failure;  // JSON; empty: none.
  bool ends_when_empty = false;
};

using ModelCommand =
    std::variant<ModelLintCommand, ModelExplainCommand, ModelCostCommand, ModelExportCommand,
                 ModelSchemaCommand, ModelInitCommand, ModelCheckCommand, ModelPlanCommand,
                 ModelApplyCommand, ModelRemoveCommand, ModelDiffCommand, ModelListCommand,
                 ModelFakeCommand, ModelRunCommand, ModelStatsCommand, ModelMigrateCommand,
                 WorkCommand>;

}  // namespace partita::cli
