#include "dynamodb/operations/restore_overrides.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "dynamodb/operations/table_description.h"
#include "dynamodb/schema/table_encryption.h"
#include "dynamodb/schema/table_throughput.h"
#include "partita/api/exception.h"

namespace partita::operations {
namespace {

using api::BillingMode;
using catalog::Index;
using catalog::IndexKind;
using catalog::Table;

Error refused(std::string_view why) {
  return api::invalid(fmt::format("Invalid Request: {}", why));
}

Status check_billing(const RestoreOverrides& overrides, BillingMode of_source) {
  const auto& mode = overrides.billing_mode;
  const bool has_units = overrides.provisioned_throughput.has_value();
  if (mode == BillingMode::Provisioned && !has_units) {
    return refused(
        "Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED");
  }
  if (mode == BillingMode::PayPerRequest && has_units) {
    return refused(
        "Cannot override ProvisionedThroughput if BillingMode is overridden to PAY_PER_REQUEST");
  }
  if (has_units && mode.value_or(of_source) != BillingMode::Provisioned) {
    return refused("Cannot override ProvisionedThroughput unless BillingMode is PROVISIONED");
  }
  return {};
}

Status check_maximum(const std::optional<std::int64_t>& units, std::string_view member) {
  if (!units || *units > 0 || *units == -1) return {};
  return refused(
      fmt::format("Requested {} for OnDemandThroughput is outside of valid range", member));
}

Status apply_billing(const catalog::TableSettings& source, const RestoreOverrides& overrides,
                     catalog::TableSettings& target) {
  TRY(check_billing(overrides, source.billing_mode));
  if (const auto& maxima = overrides.on_demand_throughput) {
    TRY(check_maximum(maxima->max_read_request_units, "MaxReadRequestUnits"));
    TRY(check_maximum(maxima->max_write_request_units, "MaxWriteRequestUnits"));
  }
  target.billing_mode = overrides.billing_mode.value_or(source.billing_mode);
  const bool is_provisioned = target.billing_mode == BillingMode::Provisioned;
  if (overrides.provisioned_throughput) {
    TRY(schema::check_units(*overrides.provisioned_throughput));
    target.provisioned_throughput = schema::new_throughput(overrides.provisioned_throughput);
  } else if (is_provisioned) {
    const auto& units = source.provisioned_throughput;
    target.provisioned_throughput = schema::new_throughput(api::ProvisionedThroughput{
        units.read_capacity_units.value_or(0), units.write_capacity_units.value_or(0)});
  } else {
    target.provisioned_throughput = schema::new_throughput({});
  }
  if (is_provisioned) return {};
  target.last_update_to_pay_per_request = target.creation_date_time;
  target.on_demand_throughput =
      overrides.on_demand_throughput ? overrides.on_demand_throughput : source.on_demand_throughput;
  return {};
}

api::ProjectionType type_of(catalog::IndexProjection projection) {
  switch (projection) {
    case catalog::IndexProjection::KeysOnly:
      return api::ProjectionType::KeysOnly;
    case catalog::IndexProjection::Include:
      return api::ProjectionType::Include;
    case catalog::IndexProjection::All:
      break;
  }
  return api::ProjectionType::All;
}

std::set<std::string> names_of(const std::vector<std::string>& names) {
  return {names.begin(), names.end()};
}

template <typename Wanted>
bool is_same(const Index& index, const Wanted& wanted) {
  const auto key = key_schema_of(index.key);
  const bool has_key =
      std::equal(key.begin(), key.end(), wanted.key_schema.begin(), wanted.key_schema.end(),
                 [](const auto& a, const auto& b) {
                   return a.attribute_name == b.attribute_name && a.key_type == b.key_type;
                 });
  const auto& included = wanted.projection.non_key_attributes;
  return has_key && wanted.projection.projection_type == type_of(index.projection) &&
         names_of(index.non_key_attributes) ==
             (included ? names_of(*included) : std::set<std::string>());
}

template <typename Wanted>
Result<Index> renamed(const Table& source, IndexKind kind, const Wanted& wanted) {
  const auto found =
      std::find_if(source.indexes.begin(), source.indexes.end(), [&](const Index& index) {
        return index.kind == kind && index.is_written() && is_same(index, wanted);
      });
  if (found == source.indexes.end()) {
    return refused(
        fmt::format("Index {} does not match a secondary index that existed in the source table "
                    "and cannot be created during the restore operation",
                    wanted.index_name));
  }
  Index index = *found;
  index.name = wanted.index_name;
  return index;
}

void add_all(const Table& source, IndexKind kind, Table& target) {
  for (const Index& index : source.indexes) {
    if (index.kind == kind && index.is_written()) target.indexes.push_back(index);
  }
}

Status add_wanted(const Table& source, const std::vector<api::GlobalSecondaryIndex>& wanted,
                  Table& target) {
  for (const auto& each : wanted) {
    Index index = TRY(renamed(source, IndexKind::Global, each));
    index.settings = {.provisioned_throughput = schema::new_throughput(each.provisioned_throughput),
                      .on_demand_throughput = each.on_demand_throughput,
                      .warm_throughput = {}};
    target.indexes.push_back(std::move(index));
  }
  return {};
}

Status check_names(const Table& target) {
  std::set<std::string_view> names;
  for (const Index& index : target.indexes) {
    if (names.insert(index.name).second) continue;
    return api::invalid(fmt::format(
        "One or more parameter values were invalid: Duplicate index name: {}", index.name));
  }
  return {};
}

// AWS: what an index that is kept was provisioned with stays.
Status set_index_throughput(const Table& source, Table& target) {
  const bool is_provisioned = target.settings.billing_mode == BillingMode::Provisioned;
  for (Index& index : target.indexes) {
    index.state = catalog::IndexState::Active;
    index.settings.warm_throughput.reset();
    if (index.kind == IndexKind::Local) continue;
    auto& units = index.settings.provisioned_throughput;
    if (!is_provisioned) {
      units = schema::new_throughput({});
    } else if (units.read_capacity_units.value_or(0) == 0) {
      return refused(fmt::format("Must specify provisioned throughput for index {}", index.name));
    }
    if (is_provisioned) index.settings.on_demand_throughput.reset();
  }
  return source.indexes.empty() ? Status{} : check_names(target);
}

void number(Table& target) {
  for (Index& index : target.indexes) {
    index.id = target.next_index_id;
    target.next_index_id = keys::IndexId(static_cast<std::uint16_t>(index.id) + 1);
  }
}

// The attributes that the key or an index needs.
void define_attributes(const Table& source, Table& target) {
  for (const auto& definition : source.settings.attribute_definitions) {
    const auto has = [&](const catalog::KeySchema& key) {
      return key.find(definition.attribute_name) != nullptr;
    };
    const bool is_used =
        has(target.key) || std::any_of(target.indexes.begin(), target.indexes.end(),
                                       [&](const Index& index) { return has(index.key); });
    if (is_used) target.settings.attribute_definitions.push_back(definition);
  }
}

}  // namespace

Status apply_overrides(const Table& source, const RestoreOverrides& overrides, Table& target) {
  TRY(apply_billing(source.settings, overrides, target.settings));
  if (const auto& local = overrides.local_secondary_index) {
    for (const auto& each : *local) {
      target.indexes.push_back(TRY(renamed(source, IndexKind::Local, each)));
    }
  } else {
    add_all(source, IndexKind::Local, target);
  }
  if (const auto& global = overrides.global_secondary_index) {
    TRY(add_wanted(source, *global, target));
  } else {
    add_all(source, IndexKind::Global, target);
  }
  TRY(set_index_throughput(source, target));
  number(target);
  define_attributes(source, target);
  if (overrides.sse_specification) {
    target.settings.encryption = TRY(schema::encryption_of(*overrides.sse_specification));
  }
  return {};
}

}  // namespace partita::operations
