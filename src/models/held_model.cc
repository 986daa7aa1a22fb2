#include "models/held_model.h"

#include <algorithm>

#include "models/environments.h"
#include "partita/base/function_ref.h"

namespace partita::models {
namespace {

using model::Enforcement;

// The level that a table is to have in place of that of the file.
using Relevel = FunctionRef<Enforcement(const model::Table&)>;

Result<ModelPointer> read(const ModelSource& source, Relevel relevel) {
  auto model = TRY(model::load_model(source.text, source.file_name, source.params));
  // It was made for this call, so nobody else sees it change.
  for (model::Table& table : const_cast<model::Model&>(*model).tables) {
    table.enforcement = relevel(table);
  }
  return model;
}

Enforcement weakened(const model::Table& table) {
  return std::min(table.enforcement, Enforcement::Observe);
}

}  // namespace

Result<ModelPointer> read_source(const ModelSource& source,
                                 const std::set<std::string, std::less<>>& observed) {
  return read(source, [&](const model::Table& table) {
    return observed.contains(table.id) ? weakened(table) : table.enforcement;
  });
}

Result<ModelPointer> read_record(const ModelRecord& record) {
  auto read = TRY(read_source(record.source, record.observed));
  if (record.is_main || read->environment.empty()) return read;
  // Nobody else has it yet.
  auto& model = const_cast<model::Model&>(*read);
  model.http_root = environment_root(model.http_root, model.environment);
  return read;
}

Result<ModelPointer> read_as_observer(const ModelSource& source) {
  return read(source, [](const model::Table& table) { return weakened(table); });
}

Result<ModelPointer> read_as_enforcer(const ModelSource& source) {
  return read(source, [](const model::Table&) { return Enforcement::Enforce; });
}

}  // namespace partita::models
