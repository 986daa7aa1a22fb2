#include <fmt/format.h>

#include <algorithm>

#include "dynamodb/schema/table_encryption.h"
#include "model/exports/terraform_scaling.h"
#include "modelled/registry/table_difference.h"
#include "store/catalog/table_name.h"

namespace partita::registry {
namespace {

using api::BillingMode;

Step change_of(const TableComparison& tables, std::string what, std::string detail, Action action) {
  return {.mark = Mark::Change,
          .table = tables.stored.name,
          .what = std::move(what),
          .detail = std::move(detail),
          .action = std::move(action)};
}

api::UpdateTableRequest request_for(const TableComparison& tables) {
  api::UpdateTableRequest request;
  request.table_name = tables.stored.name;
  return request;
}

bool has_units(const api::ProvisionedThroughputDescription& current,
               const api::ProvisionedThroughput& wanted) {
  return current.read_capacity_units == wanted.read_capacity_units &&
         current.write_capacity_units == wanted.write_capacity_units;
}

// What scaling has set stays, as long as it is within the bounds.
std::int64_t units_for(const std::optional<std::int64_t>& current,
                       const model::Throughput& wanted) {
  const bool is_scaled = wanted.scale_to && current.value_or(0) >= wanted.units &&
                         current.value_or(0) <= *wanted.scale_to;
  return is_scaled ? *current : wanted.units;
}

api::ProvisionedThroughput units_for(const api::ProvisionedThroughputDescription& current,
                                     const model::Billing& wanted) {
  return {.read_capacity_units = units_for(current.read_capacity_units, wanted.read),
          .write_capacity_units = units_for(current.write_capacity_units, wanted.write)};
}

// The billing of an index; one that the model does not know is provisioned as its table is.
model::Billing index_billing(const TableComparison& tables, std::string_view index) {
  const auto& table = tables.wanted.table;
  const auto* wanted = table.find_index(index);
  return wanted != nullptr ? exports::billing_of(table, *wanted) : *table.settings.billing;
}

void add_index_units(const TableComparison& tables, bool is_switched,
                     api::UpdateTableRequest& request) {
  for (const auto& index : tables.stored.indexes) {
    const bool is_there = index.kind == catalog::IndexKind::Global && index.is_written();
    if (!is_there) continue;
    const auto units =
        units_for(index.settings.provisioned_throughput, index_billing(tables, index.name));
    if (!is_switched && has_units(index.settings.provisioned_throughput, units)) continue;
    if (!request.global_secondary_index_updates) request.global_secondary_index_updates.emplace();
    auto& update = request.global_secondary_index_updates->emplace_back().update.emplace();
    update.index_name = index.name;
    update.provisioned_throughput = units;
  }
}

void compare_billing(const TableComparison& tables, ApplyPlan& plan) {
  if (!tables.wanted.table.settings.billing) return;
  auto units = throughput_of(tables.wanted.table);
  const auto mode = units ? BillingMode::Provisioned : BillingMode::PayPerRequest;
  const auto& current = tables.stored.settings;
  const bool is_switched = current.billing_mode != mode;
  auto request = request_for(tables);
  if (is_switched) request.billing_mode = mode;
  if (units) {
    units = units_for(current.provisioned_throughput, *tables.wanted.table.settings.billing);
    if (is_switched || !has_units(current.provisioned_throughput, *units)) {
      request.provisioned_throughput = units;
    }
    add_index_units(tables, is_switched, request);
  }
  const bool changes = is_switched || request.provisioned_throughput.has_value() ||
                       request.global_secondary_index_updates.has_value();
  if (!changes) return;
  auto detail = units ? fmt::format("provisioned, {} read and {} write units",
                                    units->read_capacity_units, units->write_capacity_units)
                      : std::string("on demand");
  plan.steps.push_back(change_of(tables, "billing", std::move(detail), std::move(request)));
}

void add_stream_step(const TableComparison& tables, model::StreamView view, ApplyPlan& plan) {
  auto request = request_for(tables);
  request.stream_specification = stream_of(view);
  const auto& type = request.stream_specification->stream_view_type;
  auto detail = type ? std::string(api::wire_name(*type)) : std::string("off");
  plan.steps.push_back(change_of(tables, "stream", std::move(detail), std::move(request)));
}

void compare_stream(const TableComparison& tables, ApplyPlan& plan) {
  const auto& wanted = tables.wanted.table.settings.streams;
  if (!wanted) return;
  const auto specification = stream_of(*wanted);
  const auto& stream = tables.stored.settings.stream;
  const bool is_on = stream && stream->is_enabled;
  const bool is_same = specification.stream_enabled
                           ? is_on && stream->view_type == *specification.stream_view_type
                           : !is_on;
  if (is_same) return;
  // A stream keeps its view for life: another view is another stream.
  if (is_on) add_stream_step(tables, model::StreamView::None, plan);
  if (specification.stream_enabled) add_stream_step(tables, *wanted, plan);
}

void compare_encryption(const TableComparison& tables, ApplyPlan& plan) {
  const auto& settings = tables.wanted.table.settings;
  if (!settings.encryption) return;
  const auto specification = encryption_of(settings);
  const auto wanted = schema::encryption_of(specification);
  if (!wanted.ok()) return plan.obstacles.push_back(wanted.error().message());
  const auto& current = tables.stored.settings.encryption;
  const auto arn = [](const std::optional<api::SSEDescription>& description) {
    return description ? description->kms_master_key_arn.value_or("") : std::string();
  };
  if (arn(*wanted) == arn(current)) return;
  auto request = request_for(tables);
  request.sse_specification = specification;
  auto detail = *wanted ? arn(*wanted) : std::string("key owned by DynamoDB");
  plan.steps.push_back(change_of(tables, "encryption", std::move(detail), std::move(request)));
}

void compare_table_class(const TableComparison& tables, ApplyPlan& plan) {
  const auto& wanted = tables.wanted.table.settings.table_class;
  if (!wanted) return;
  const auto& current = tables.stored.settings.table_class;
  const auto current_class = current ? current->table_class.value_or(api::TableClass::Standard)
                                     : api::TableClass::Standard;
  if (current_class == table_class_of(*wanted)) return;
  auto request = request_for(tables);
  request.table_class = table_class_of(*wanted);
  std::string detail(api::wire_name(*request.table_class));
  plan.steps.push_back(change_of(tables, "table class", std::move(detail), std::move(request)));
}

void compare_protection(const TableComparison& tables, ApplyPlan& plan) {
  const auto& wanted = tables.wanted.table.settings.deletion_protection;
  if (!wanted || *wanted == tables.stored.settings.is_deletion_protected) return;
  auto request = request_for(tables);
  request.deletion_protection_enabled = wanted;
  plan.steps.push_back(
      change_of(tables, "deletion protection", *wanted ? "on" : "off", std::move(request)));
}

Step disable_ttl(const std::string& table, const std::string& attribute) {
  return {.mark = Mark::Remove,
          .table = table,
          .what = "time to live",
          .detail = "off, was by " + attribute,
          .action =
              api::UpdateTimeToLiveRequest{table, {.enabled = false, .attribute_name = attribute}}};
}

void compare_ttl(const TableComparison& tables, ApplyPlan& plan) {
  const auto& current = tables.stored.ttl_attribute;
  const auto& wanted = tables.wanted.table.ttl_attribute;
  if (current.value_or("") == wanted) return;
  // What nobody has modelled is not ours to switch off.
  const bool was_ours = tables.former != nullptr && !tables.former->ttl_attribute.empty();
  if (wanted.empty() && !was_ours) return;
  if (current) plan.steps.push_back(disable_ttl(tables.stored.name, *current));
  if (!wanted.empty()) plan.steps.push_back(enable_ttl(tables.wanted.table));
}

std::int64_t recovery_days(const model::TableSettings& settings) {
  return settings.pitr_window_days.value_or(catalog::kRecoveryDaysMax);
}

// Whoever switches recovery off loses the past, so that is done only if removals are allowed.
Step disable_recovery(const std::string& table) {
  api::UpdateContinuousBackupsRequest request;
  request.table_name = table;
  return {.mark = Mark::Remove,
          .table = table,
          .what = "point-in-time recovery",
          .detail = "off: what was kept of the past goes",
          .action = std::move(request),
          .removes = true};
}

void compare_recovery(const TableComparison& tables, ApplyPlan& plan) {
  const auto& wanted = tables.wanted.table.settings;
  if (!wanted.pitr_enabled) return;
  const auto& recovery = tables.stored.settings.recovery;
  const bool is_on = recovery && recovery->since;
  if (!*wanted.pitr_enabled) {
    if (is_on) plan.steps.push_back(disable_recovery(tables.stored.name));
    return;
  }
  if (is_on && recovery->days == recovery_days(wanted)) return;
  Step step = enable_recovery(tables.wanted.table);
  if (is_on) step.mark = Mark::Change;
  plan.steps.push_back(std::move(step));
}

bool has_tag(const std::vector<api::Tag>& tags, const std::pair<std::string, std::string>& wanted) {
  return std::any_of(tags.begin(), tags.end(), [&](const api::Tag& tag) {
    return tag.key == wanted.first && tag.value == wanted.second;
  });
}

// The tags that the model before has set and this one does not want.
std::vector<std::string> former_tags(const TableComparison& tables) {
  std::vector<std::string> keys;
  if (tables.former == nullptr) return keys;
  const auto& wanted = tables.wanted.table.settings.tags;
  for (const auto& former : tables.former->settings.tags) {
    const std::string& key = former.first;
    const bool stays = std::any_of(wanted.begin(), wanted.end(),
                                   [&](const auto& each) { return each.first == key; });
    const auto& stored = tables.stored.settings.tags;
    const bool is_there =
        std::any_of(stored.begin(), stored.end(), [&](const auto& tag) { return tag.key == key; });
    if (!stays && is_there) keys.push_back(key);
  }
  return keys;
}

void compare_tags(const TableComparison& tables, ApplyPlan& plan) {
  const auto arn = catalog::table_arn(tables.stored.name);
  api::TagResourceRequest request{.resource_arn = arn, .tags = {}};
  std::string detail;
  for (const auto& tag : tables.wanted.table.settings.tags) {
    if (has_tag(tables.stored.settings.tags, tag)) continue;
    request.tags.push_back({tag.first, tag.second});
    detail += fmt::format("{}{}={}", detail.empty() ? "" : ", ", tag.first, tag.second);
  }
  if (!request.tags.empty()) {
    plan.steps.push_back(change_of(tables, "tags", std::move(detail), std::move(request)));
  }
  auto gone = former_tags(tables);
  if (gone.empty()) return;
  Step step = change_of(tables, "tags", "", api::UntagResourceRequest{arn, gone});
  step.mark = Mark::Remove;
  for (const auto& key : gone) step.detail += (step.detail.empty() ? "" : ", ") + key;
  plan.steps.push_back(std::move(step));
}

}  // namespace

Step enable_ttl(const model::Table& wanted) {
  return {.mark = Mark::Add,
          .table = wanted.name,
          .what = "time to live",
          .detail = "by " + wanted.ttl_attribute,
          .action = api::UpdateTimeToLiveRequest{
              wanted.name, {.enabled = true, .attribute_name = wanted.ttl_attribute}}};
}

Step enable_recovery(const model::Table& wanted) {
  const std::int64_t days = recovery_days(wanted.settings);
  api::UpdateContinuousBackupsRequest request;
  request.table_name = wanted.name;
  request.point_in_time_recovery_specification = {.point_in_time_recovery_enabled = true,
                                                  .recovery_period_in_days = days};
  return {.mark = Mark::Add,
          .table = wanted.name,
          .what = "point-in-time recovery",
          .detail = fmt::format("{} days", days),
          .action = std::move(request)};
}

void compare_settings(const TableComparison& tables, ApplyPlan& plan) {
  compare_billing(tables, plan);
  compare_ttl(tables, plan);
  compare_recovery(tables, plan);
  compare_stream(tables, plan);
  compare_encryption(tables, plan);
  compare_table_class(tables, plan);
  compare_protection(tables, plan);
  compare_tags(tables, plan);
}

}  // namespace partita::registry
