#include "dynamodb/operations/stream_lookup.h"

#include <fmt/format.h>

#include <utility>

#include "partita/api/exception.h"
#include "store/catalog/table_name.h"

namespace partita::operations {

// arn := table_arn "/stream/" label
Result<streams::StreamName> stream_name_of(std::string_view arn) {
  constexpr std::string_view kStream = "/stream/";
  const auto end = arn.find(kStream);
  if (end == std::string_view::npos) return api::invalid("Invalid StreamArn");
  const auto table = catalog::table_name_of_resource(arn.substr(0, end));
  const auto label = arn.substr(end + kStream.size());
  if (!table.ok() || label.empty()) return api::invalid("Invalid StreamArn");
  return streams::StreamName{.table_name = *table, .label = label};
}

Task<Result<streams::StreamDescriptor>> find_stream(const ReadContext& context,
                                                    std::string_view arn) {
  const auto name = stream_name_of(arn);
  CO_TRY(name);
  auto found = co_await streams::find_stream(context.view(), name->table_name, name->label);
  CO_TRY(found);
  if (*found) co_return std::move(**found);
  co_return api::failure(api::Exception::ResourceNotFound,
                         fmt::format("Requested resource not found: Stream: {} not found", arn));
}

Error trimmed() {
  return api::failure(api::Exception::TrimmedDataAccess,
                      "The data you are trying to access has been trimmed");
}

}  // namespace partita::operations
