#include "cli/observed_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "cli/model_files.h"

namespace partita::cli {
namespace {

std::string table_names(const model::Model& model) {
  std::vector<std::string_view> names;
  for (const auto& table : model.tables) names.emplace_back(table.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

Result<const model::Table*> find_table(const model::Model& model, std::string_view table,
                                       std::string_view like) {
  const std::string_view wanted = like.empty() ? table : like;
  for (const auto& candidate : model.tables) {
    if (candidate.name == wanted || candidate.id == wanted) return &candidate;
  }
  if (like.empty() && model.tables.size() == 1) return &model.tables.front();
  return Error::invalid_argument(
      fmt::format("model {} has no table {}; say with --like which of its tables {} is: {}",
                  model.name, wanted, table, table_names(model)));
}

}  // namespace

Result<ObservedRules> observe_table(const ModelFile& file, std::string_view table,
                                    std::string_view like) {
  auto fresh = TRY(registry::FreshModel::read(TRY(read_model_file(file))));
  fresh.observe_all();
  auto model = std::move(fresh).share();
  const model::Table* const found = TRY(find_table(*model, table, like));
  auto rules = TRY(rules::TableRules::compile(model, *found));
  return ObservedRules{.model = std::move(model), .table = found, .rules = std::move(rules)};
}

}  // namespace partita::cli
