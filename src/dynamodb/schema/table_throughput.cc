#include "dynamodb/schema/table_throughput.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "dynamodb/schema/table_errors.h"
#include "partita/api/exception.h"

namespace partita::schema {
namespace {

using api::BillingMode;
using catalog::IndexKind;

bool is_provisioned(const api::CreateTableRequest& request) {
  return request.billing_mode != BillingMode::PayPerRequest;
}

Status check_bound(std::int64_t units, std::string_view member) {
  if (units <= kCapacityUnitsMax) return {};
  return api::invalid(fmt::format("Given value {} for {} is out of bounds", units, member));
}

Status check_maximum(const std::optional<std::int64_t>& maximum, std::string_view member,
                     const ThroughputOwner& owner, bool clears) {
  if (!maximum || *maximum > 0 || (clears && *maximum == -1)) return {};
  return invalid_parameter(
      fmt::format("Requested {} for OnDemandThroughput for {} is outside of valid range", member,
                  owner.on_demand_words()));
}

Status check_no_maximum(const std::optional<api::OnDemandThroughput>& throughput,
                        const ThroughputOwner& owner) {
  if (!throughput) return {};
  const std::string_view member =
      throughput->max_read_request_units ? "MaxReadRequestUnits" : "MaxWriteRequestUnits";
  const std::string of_index =
      owner.index_name ? fmt::format(" for {}", owner.on_demand_words()) : std::string();
  return invalid_parameter(fmt::format(
      "{} for OnDemandThroughput{} cannot be specified when the table BillingMode is PROVISIONED",
      member, of_index));
}

// The least that may be asked for, and how DynamoDB calls it.
struct WarmFloor {
  std::int64_t read;
  std::int64_t write;
  bool is_provisioned;

  std::string words(std::string_view units) const {
    if (!is_provisioned) return "initial throughput for OnDemand";
    return fmt::format("{} of ProvisionedThroughput", units);
  }
};

WarmFloor floor_of(const std::optional<api::ProvisionedThroughput>& provisioned) {
  if (!provisioned) return {kInitialReadUnits, kInitialWriteUnits, false};
  return {provisioned->read_capacity_units, provisioned->write_capacity_units, true};
}

Status check_warm(const std::optional<api::WarmThroughput>& warm, const WarmFloor& floor,
                  const ThroughputOwner& owner) {
  if (!warm) return {};
  const auto too_low = [&](std::string_view member, std::string_view units) {
    return invalid_parameter(fmt::format("Requested {} for WarmThroughput for {} is lower than {}",
                                         member, owner.warm_words(), floor.words(units)));
  };
  if (warm->read_units_per_second.value_or(floor.read) < floor.read) {
    return too_low("ReadUnitsPerSecond", "ReadCapacityUnits");
  }
  if (warm->write_units_per_second.value_or(floor.write) < floor.write) {
    return too_low("WriteUnitsPerSecond", "WriteCapacityUnits");
  }
  return {};
}

// Of an index in a CreateTable or an UpdateTable.
template <typename NewIndex>
Status check_index(const NewIndex& index, bool table_is_provisioned) {
  const ThroughputOwner owner{index.index_name};
  if (index.provisioned_throughput) TRY(check_units(*index.provisioned_throughput));
  if (table_is_provisioned) TRY(check_no_maximum(index.on_demand_throughput, owner));
  if (index.on_demand_throughput) {
    TRY(check_on_demand(*index.on_demand_throughput, owner, false));
  }
  return check_warm(index.warm_throughput, floor_of(index.provisioned_throughput), owner);
}

api::WarmThroughput warm_throughput(const std::optional<api::WarmThroughput>& given,
                                    const api::ProvisionedThroughputDescription& provisioned,
                                    BillingMode billing) {
  const bool by_request = billing == BillingMode::PayPerRequest;
  const auto read = by_request ? kInitialReadUnits : *provisioned.read_capacity_units;
  const auto write = by_request ? kInitialWriteUnits : *provisioned.write_capacity_units;
  if (!given) return {read, write};
  return {std::max(read, given->read_units_per_second.value_or(read)),
          std::max(write, given->write_units_per_second.value_or(write))};
}

// AWS: how often a table or an index may be lowered in a UTC day, and after how many seconds again.
constexpr std::int64_t kDecreasesFree = 4;
constexpr std::int64_t kDecreasePause = 3600;

// "Friday, June 4, 2021 12:29:47 PM UTC"
std::string long_date(api::Timestamp time) {
  const auto seconds = static_cast<std::time_t>(std::floor(time.seconds));
  const auto at = fmt::gmtime(seconds);
  const int hour = at.tm_hour % 12 == 0 ? 12 : at.tm_hour % 12;
  return fmt::format("{:%A, %B} {}, {:%Y} {}:{:%M:%S} {} UTC", at, at.tm_mday, at, hour, at,
                     at.tm_hour < 12 ? "AM" : "PM");
}

std::int64_t day_of(api::Timestamp time) {
  return static_cast<std::int64_t>(std::floor(time.seconds / 86'400));
}

}  // namespace

std::string ThroughputOwner::on_demand_words() const {
  return index_name ? fmt::format("index : {}", *index_name) : "table";
}

std::string ThroughputOwner::warm_words() const {
  return index_name ? fmt::format("index {}", *index_name) : "table";
}

Status check_billing(const api::CreateTableRequest& request) {
  if (is_provisioned(request) == request.provisioned_throughput.has_value()) {
    return request.provisioned_throughput ? check_units(*request.provisioned_throughput) : Status{};
  }
  if (is_provisioned(request)) {
    return invalid_parameter(
        "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is "
        "PROVISIONED");
  }
  return invalid_parameter(
      "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
      "PAY_PER_REQUEST");
}

Status check_throughput(const api::CreateTableRequest& request) {
  const bool provisioned = is_provisioned(request);
  if (provisioned) TRY(check_no_maximum(request.on_demand_throughput, {}));
  if (request.on_demand_throughput) TRY(check_on_demand(*request.on_demand_throughput, {}, false));
  TRY(check_warm(request.warm_throughput, floor_of(request.provisioned_throughput), {}));
  if (!request.global_secondary_indexes) return {};
  for (const auto& index : *request.global_secondary_indexes) {
    TRY(check_index(index, provisioned));
  }
  return {};
}

Status check_units(const api::ProvisionedThroughput& throughput) {
  TRY(check_bound(throughput.read_capacity_units, "ReadCapacityUnits"));
  return check_bound(throughput.write_capacity_units, "WriteCapacityUnits");
}

Status check_on_demand(const api::OnDemandThroughput& throughput, const ThroughputOwner& owner,
                       bool clears) {
  TRY(check_maximum(throughput.max_read_request_units, "MaxReadRequestUnits", owner, clears));
  return check_maximum(throughput.max_write_request_units, "MaxWriteRequestUnits", owner, clears);
}

Status check_new_limits(const catalog::TableSettings& table,
                        const api::CreateGlobalSecondaryIndexAction& index) {
  return check_index(index, table.billing_mode == BillingMode::Provisioned);
}

Status check_maxima_apply(const catalog::TableSettings& table,
                          const api::OnDemandThroughput& wanted, const ThroughputOwner& owner) {
  if (table.billing_mode == BillingMode::Provisioned) return check_no_maximum(wanted, owner);
  return check_on_demand(wanted, owner, true);
}

api::OnDemandThroughput merged(const std::optional<api::OnDemandThroughput>& current,
                               const api::OnDemandThroughput& wanted) {
  auto result = current.value_or(api::OnDemandThroughput());
  if (wanted.max_read_request_units) result.max_read_request_units = wanted.max_read_request_units;
  if (wanted.max_write_request_units) {
    result.max_write_request_units = wanted.max_write_request_units;
  }
  return result;
}

Result<api::WarmThroughput> raised(const api::WarmThroughput& current,
                                   const api::WarmThroughput& wanted,
                                   const ThroughputOwner& owner) {
  const auto too_low = [&](std::string_view member) {
    return invalid_parameter(fmt::format(
        "Requested {} for WarmThroughput for {} is lower than current WarmThroughput, decreasing "
        "WarmThroughput is not supported",
        member, owner.warm_words()));
  };
  const auto read = wanted.read_units_per_second.value_or(*current.read_units_per_second);
  const auto write = wanted.write_units_per_second.value_or(*current.write_units_per_second);
  if (read < *current.read_units_per_second) return too_low("ReadUnitsPerSecond");
  if (write < *current.write_units_per_second) return too_low("WriteUnitsPerSecond");
  return api::WarmThroughput{read, write};
}

api::WarmThroughput warm_throughput_of(const catalog::TableSettings& settings) {
  return warm_throughput(settings.warm_throughput, settings.provisioned_throughput,
                         settings.billing_mode);
}

api::WarmThroughput warm_throughput_of(const catalog::TableSettings& table,
                                       const catalog::IndexSettings& index) {
  return warm_throughput(index.warm_throughput, index.provisioned_throughput, table.billing_mode);
}

void set_throughput(catalog::Table& table, const api::CreateTableRequest& request,
                    api::Timestamp now) {
  auto& settings = table.settings;
  settings.billing_mode = request.billing_mode.value_or(BillingMode::Provisioned);
  if (!is_provisioned(request)) settings.last_update_to_pay_per_request = now;
  settings.provisioned_throughput = new_throughput(request.provisioned_throughput);
  settings.on_demand_throughput = request.on_demand_throughput;
  settings.warm_throughput = request.warm_throughput;
  if (!request.global_secondary_indexes) return;
  auto index = std::find_if(table.indexes.begin(), table.indexes.end(),
                            [](const auto& each) { return each.kind == IndexKind::Global; });
  for (const auto& given : *request.global_secondary_indexes) {
    index->settings = {.provisioned_throughput = new_throughput(given.provisioned_throughput),
                       .on_demand_throughput = given.on_demand_throughput,
                       .warm_throughput = given.warm_throughput};
    ++index;
  }
}

api::ProvisionedThroughputDescription new_throughput(
    const std::optional<api::ProvisionedThroughput>& given) {
  api::ProvisionedThroughputDescription throughput;
  throughput.number_of_decreases_today = 0;
  throughput.read_capacity_units = given ? given->read_capacity_units : 0;
  throughput.write_capacity_units = given ? given->write_capacity_units : 0;
  return throughput;
}

Status check_decrease(const api::ProvisionedThroughputDescription& throughput, api::Timestamp now) {
  const auto today = decreases_today(throughput, now);
  if (today < kDecreasesFree) return {};
  const auto last = *throughput.last_decrease_date_time;
  const api::Timestamp next{last.seconds + kDecreasePause};
  if (now.seconds >= next.seconds) return {};
  return api::failure(
      api::Exception::LimitExceeded,
      fmt::format("Subscriber limit exceeded: Provisioned throughput decreases are limited within "
                  "a given UTC day. After the first {} decreases, each subsequent decrease in the "
                  "same UTC day can be performed at most once every {} seconds. Number of "
                  "decreases today: {}. Last decrease at {}. Next decrease can be made at {}",
                  kDecreasesFree, kDecreasePause, today, long_date(last), long_date(next)));
}

Result<api::ProvisionedThroughputDescription> changed_throughput(
    api::ProvisionedThroughputDescription current, const api::ProvisionedThroughput& wanted,
    api::Timestamp now) {
  const auto read_change = wanted.read_capacity_units - *current.read_capacity_units;
  const auto write_change = wanted.write_capacity_units - *current.write_capacity_units;
  if (read_change > 0 || write_change > 0) current.last_increase_date_time = now;
  if (read_change < 0 || write_change < 0) {
    TRY(check_decrease(current, now));
    current.number_of_decreases_today = decreases_today(current, now) + 1;
    current.last_decrease_date_time = now;
  }
  current.read_capacity_units = wanted.read_capacity_units;
  current.write_capacity_units = wanted.write_capacity_units;
  return current;
}

std::int64_t decreases_today(const api::ProvisionedThroughputDescription& throughput,
                             api::Timestamp now) {
  const auto& last = throughput.last_decrease_date_time;
  if (!last || day_of(*last) != day_of(now)) return 0;
  return throughput.number_of_decreases_today.value_or(0);
}

}  // namespace partita::schema
