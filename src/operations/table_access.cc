#include "operations/table_access.h"

#include "catalog/table_name.h"
#include "partita/api/exception.h"

namespace partita::operations {

Result<catalog::TablePointer> find_table(const Context& context, std::string_view name_or_arn) {
  const auto name = TRY(catalog::table_name_of(name_or_arn));
  auto table = context.catalog.find(name);
  if (table) TRY(catalog::check_certain(*table));
  using catalog::TableState;
  if (!table || table->state == TableState::Creating || table->state == TableState::Deleting) {
    return api::resource_not_found();
  }
  return table;
}

}  // namespace partita::operations
