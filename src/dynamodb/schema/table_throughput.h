#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "partita/api/create_table.h"
#include "partita/api/index_update.h"
#include "partita/base/result.h"
#include "store/catalog/table.h"

// Billing and throughput of tables and indexes: checked, stored and told again. What it means for
// requests is the matter of dynamodb/throughput.
namespace partita::schema {

// AWS: what a table that is billed by request starts with.
inline constexpr std::int64_t kInitialReadUnits = 12'000;
inline constexpr std::int64_t kInitialWriteUnits = 4'000;
inline constexpr std::int64_t kCapacityUnitsMax = 1'000'000'000'000;

// Whom a setting is for, in DynamoDB's words: "table", "index : X", "index X".
struct ThroughputOwner {
  std::optional<std::string_view> index_name;

  std::string on_demand_words() const;
  std::string warm_words() const;
};

// ERRORS: ValidationException in DynamoDB's words, all of them.

// That the billing mode and the throughput of the table go together.
Status check_billing(const api::CreateTableRequest& request);
// The on-demand and warm throughput of the table and its indexes.
Status check_throughput(const api::CreateTableRequest& request);

Status check_units(const api::ProvisionedThroughput& throughput);
// `clears` says whether -1 is taken, which removes a maximum.
Status check_on_demand(const api::OnDemandThroughput& throughput, const ThroughputOwner& owner,
                       bool clears);

// The same for an index that UpdateTable adds.
Status check_new_limits(const catalog::TableSettings& table,
                        const api::CreateGlobalSecondaryIndexAction& index);
// That a change of the maxima fits the billing mode and is in range.
Status check_maxima_apply(const catalog::TableSettings& table,
                          const api::OnDemandThroughput& wanted, const ThroughputOwner& owner);

// The maxima with what is wanted in place of what there is.
api::OnDemandThroughput merged(const std::optional<api::OnDemandThroughput>& current,
                               const api::OnDemandThroughput& wanted);
// AWS: warm throughput is only ever raised.
Result<api::WarmThroughput> raised(const api::WarmThroughput& current,
                                   const api::WarmThroughput& wanted, const ThroughputOwner& owner);

// What the table or the index can serve at once: what it was given, or has ever been provisioned
// with.
api::WarmThroughput warm_throughput_of(const catalog::TableSettings& settings);
api::WarmThroughput warm_throughput_of(const catalog::TableSettings& table,
                                       const catalog::IndexSettings& index);

// Fills the settings of a new table and of its global indexes, which stand in it in the order of
// the request.
void set_throughput(catalog::Table& table, const api::CreateTableRequest& request,
                    api::Timestamp now);

api::ProvisionedThroughputDescription new_throughput(
    const std::optional<api::ProvisionedThroughput>& given);

// The same throughput with other units, and the times of the change.
// ERRORS: as check_decrease, if one of them is lowered.
Result<api::ProvisionedThroughputDescription> changed_throughput(
    api::ProvisionedThroughputDescription current, const api::ProvisionedThroughput& wanted,
    api::Timestamp now);

// AWS: four times in a UTC day, then once in an hour.
// ERRORS: LimitExceededException if the units may not be lowered now.
Status check_decrease(const api::ProvisionedThroughputDescription& throughput, api::Timestamp now);

// How often the units were lowered since midnight UTC.
std::int64_t decreases_today(const api::ProvisionedThroughputDescription& throughput,
                             api::Timestamp now);

}  // namespace partita::schema
