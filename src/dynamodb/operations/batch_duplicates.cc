#include "dynamodb/operations/batch_duplicates.h"

#include <algorithm>

#include "partita/api/exception.h"

namespace partita::operations {

Status check_duplicates(std::vector<ByteView> keys) {
  std::sort(keys.begin(), keys.end());
  if (std::adjacent_find(keys.begin(), keys.end()) == keys.end()) return {};
  return api::invalid("Provided list of item keys contains duplicates");
}

}  // namespace partita::operations
