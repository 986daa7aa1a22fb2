#include "dynamodb/operations/describe_limits.h"

namespace partita::operations {

Task<Result<api::DescribeLimitsResponse>> describe_limits(const ReadContext&,
                                                          const api::DescribeLimitsRequest&) {
  api::DescribeLimitsResponse response;
  response.account_max_read_capacity_units = 80'000;
  response.account_max_write_capacity_units = 80'000;
  response.table_max_read_capacity_units = 40'000;
  response.table_max_write_capacity_units = 40'000;
  co_return response;
}

}  // namespace partita::operations
