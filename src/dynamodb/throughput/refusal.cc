#include "dynamodb/throughput/refusal.h"

#include <fmt/format.h>

#include <string_view>

#include "partita/api/exception.h"
#include "store/catalog/table_name.h"

namespace partita::throughput {
namespace {

constexpr std::string_view kTableExceeded =
    "The level of configured provisioned throughput for the table was exceeded. Consider "
    "increasing "
    "your provisioning level with the UpdateTable API.";
constexpr std::string_view kIndexExceeded =
    "The level of configured provisioned throughput for one or more global secondary indexes of "
    "the "
    "table was exceeded. Consider increasing your provisioning level for the under-provisioned "
    "global secondary indexes with the UpdateTable API";
constexpr std::string_view kMaximumExceeded =
    "Throughput exceeds the maximum OnDemandThroughput configured on table or index";
constexpr std::string_view kTableScales =
    "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically "
    "scaling your table or index so please try again shortly. If exceptions persist, check if you "
    "have a hot key: "
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html";
constexpr std::string_view kIndexScales =
    "Throughput exceeds the current capacity for one or more global secondary indexes. "
    "DynamoDB is "
    "automatically scaling your index so please try again shortly.";

std::string_view limit_name(ThroughputLimit limit) {
  switch (limit) {
    case ThroughputLimit::Provisioned:
      return "ProvisionedThroughputExceeded";
    case ThroughputLimit::OnDemandMaximum:
      return "MaxOnDemandThroughputExceeded";
    case ThroughputLimit::KeyRange:
      return "KeyRangeThroughputExceeded";
  }
  return "";
}

// AWS: "ResourceType+OperationType+LimitType" (API_ThrottlingReason).
api::ThrottlingReason reason_of(Use use, const UsedPart& part, ThroughputLimit limit) {
  const bool is_index = part.index != nullptr;
  return {.reason = fmt::format("{}{}{}", is_index ? "Index" : "Table",
                                use == Use::Read ? "Read" : "Write", limit_name(limit)),
          .resource = is_index ? catalog::index_arn(part.table.name, part.index->name)
                               : catalog::table_arn(part.table.name)};
}

}  // namespace

Error refusal(Use use, const UsedPart& part, ThroughputLimit limit) {
  using api::Exception;
  const bool is_index = part.index != nullptr;
  const bool is_provisioned = part.table.settings.billing_mode == api::BillingMode::Provisioned;
  std::string_view text = is_index ? kIndexExceeded : kTableExceeded;
  if (!is_provisioned) text = is_index && use == Use::Write ? kIndexScales : kTableScales;
  if (limit == ThroughputLimit::OnDemandMaximum) text = kMaximumExceeded;
  return api::throttled(
      is_provisioned ? Exception::ProvisionedThroughputExceeded : Exception::Throttling,
      std::string(text), {reason_of(use, part, limit)});
}

}  // namespace partita::throughput
