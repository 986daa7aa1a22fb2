#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "cli/model_database.h"
#include "partita/base/result.h"

// What a server does with models before it answers.
namespace partita::cli {

// The model files of a directory (.yaml, .yml, .json), by name.
// ERRORS: NotFound if there is no such directory or it has none.
Result<std::vector<std::filesystem::path>> model_files_of(const std::filesystem::path& directory);

// Applies all models of the directory to an empty database that is gone afterwards: whether a new
// store could be made with them.
// ERRORS: those of the first file that cannot be applied.
Status try_models(const ModelStartup& startup);

// Applies all models of the directory, in the order of their files' names, and makes samples if
// wanted.
// ERRORS: those of the first file that cannot be applied; the models before it are in force.
Status start_models(ModelDatabase& opened, const ModelStartup& startup);

// What is live of a model.
struct ModelContent {
  std::size_t tables = 0;
  std::size_t entities = 0;
  std::size_t patterns = 0;
};
ModelContent content_of(const model::Model& model);
// "1 table, 4 entities, 12 patterns"
std::string to_text(const ModelContent& content);

// "model shop v3: 1 table, 4 entities, 12 patterns, REST at http://127.0.0.1:8000/api/shop", for
// each model of the database. `address` is that of the server.
std::vector<std::string> model_lines(const registry::ModelStore& models, std::string_view address);

// What the models declare and this program does not do yet, a line for each model and section:
// "model shop: `sync` is declared, but not served yet: nothing is copied elsewhere, ...".
std::vector<std::string> unserved_lines(const registry::ModelStore& models);

}  // namespace partita::cli
