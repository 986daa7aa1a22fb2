#include "dynamodb/operations/read_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "partita/api/exception.h"

namespace partita::operations {
namespace {

using api::Select;
using catalog::Index;
using catalog::IndexState;
using query::Output;
using query::ReadSource;

Result<const Index*> find_index(const catalog::Table& table, std::string_view name) {
  const Index* const index = table.find_index(name);
  if (index == nullptr || index->state == IndexState::Deleting) {
    return api::invalid(fmt::format("The table does not have the specified index: {}", name));
  }
  if (index->state == IndexState::Creating) {
    return api::invalid(
        fmt::format("Cannot read from backfilling global secondary index: {}", name));
  }
  return index;
}

Result<Output> output_of_all(const ReadSource& source) {
  if (source.index == nullptr || source.index->projection == catalog::IndexProjection::All) {
    return Output::Rows;
  }
  if (!source.is_global()) return Output::Items;
  return api::invalid(fmt::format(
      "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for "
      "global secondary index {} because its projection type is not ALL",
      source.index->name));
}

}  // namespace

Result<ReadSource> source_in(catalog::TablePointer table,
                             const std::optional<std::string>& index_name, bool is_consistent) {
  ReadSource source{.table = std::move(table)};
  if (!index_name) return source;
  source.index = TRY(find_index(*source.table, *index_name));
  if (source.is_global() && is_consistent) {
    return api::invalid("Consistent reads are not supported on global secondary indexes");
  }
  return source;
}

std::vector<std::string_view> missing_attributes(const ReadSource& source,
                                                 std::span<const expression::DocumentPath> paths) {
  std::vector<std::string_view> missing;
  for (const auto& path : paths) {
    const auto name = std::get<std::string_view>(path.front());
    const bool is_known = std::find(missing.begin(), missing.end(), name) != missing.end();
    if (!is_known && !source.has_attribute(name)) missing.push_back(name);
  }
  return missing;
}

Result<Output> output_of(const ReadSource& source, const std::optional<Select>& select,
                         const std::optional<expression::Projection>& projection) {
  if (select == Select::Count) return Output::CountOnly;
  if (select == Select::AllAttributes) return output_of_all(source);
  if (!projection) return Output::Rows;
  const auto missing = missing_attributes(source, projection->paths());
  if (missing.empty()) return Output::Rows;
  if (!source.is_global()) return Output::Items;
  return api::invalid(
      fmt::format("One or more parameter values were invalid: Global secondary index {} does not "
                  "project [{}]",
                  source.index->name, fmt::join(missing, ", ")));
}

}  // namespace partita::operations
