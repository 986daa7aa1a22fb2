#include "dynamodb/operations/table_access.h"

#include "partita/api/exception.h"
#include "store/catalog/table_name.h"

namespace partita::operations {
namespace {

// AWS: a name that no table can have is not looked for. Its words are old ones, which are not known
// to have changed.
Error not_found(std::string_view name) {
  constexpr std::size_t kNameBytesMin = 3;
  if (name.size() >= kNameBytesMin) return api::resource_not_found();
  return api::invalid(
      "TableName must be at least 3 characters long and at most 255 characters long");
}

}  // namespace

Result<catalog::TablePointer> find_table(const ReadContext& context, std::string_view name_or_arn) {
  const auto name = TRY(catalog::table_name_of(name_or_arn));
  auto table = context.catalog.find(name);
  if (!table) return not_found(name);
  TRY(catalog::check_certain(*table));
  using catalog::TableState;
  if (table->state == TableState::Creating || table->state == TableState::Deleting) {
    return api::resource_not_found();
  }
  return table;
}

}  // namespace partita::operations
