#include "dynamodb/operations/write_admission.h"

#include "partita/api/exception.h"
#include "partita/value/measure.h"
#include "store/items/capacity.h"

namespace partita::operations {

double least_units(const WriteAction& action) {
  const auto* put = std::get_if<ItemPut>(&action);
  return items::write_units_of(put != nullptr ? size_bytes(put->item) : 0);
}

bool is_throttling(const Error& error) {
  const auto exception = api::exception_of(error);
  return exception == api::Exception::ProvisionedThroughputExceeded ||
         exception == api::Exception::Throttling;
}

}  // namespace partita::operations
