#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "modelled/registry/table_difference.h"

namespace partita::registry {
namespace {

using catalog::IndexKind;
using catalog::IndexState;
using model::Index;

std::string_view letter_of(api::ScalarAttributeType type) { return api::wire_name(type); }

// "status S, createdAt N": what a key is, in one form for both sides.
std::string text_of(const std::vector<catalog::KeyAttribute>& attributes) {
  std::vector<std::string> parts;
  for (const auto& each : attributes) {
    parts.push_back(fmt::format("{} {}", each.name, static_cast<char>(each.type)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string stored_key(const catalog::KeySchema& key) {
  if (key.sort.empty()) return fmt::format("partition [{}]", text_of(key.partition));
  return fmt::format("partition [{}], sort [{}]", text_of(key.partition), text_of(key.sort));
}

std::string wanted_key(const ModelTable& wanted, const Index* index) {
  std::vector<std::string> partition;
  std::vector<std::string> sort;
  const auto schema = key_schema(wanted.table, index);
  const auto definitions = attribute_definitions(wanted, index);
  for (std::size_t i = 0; i < schema.size(); ++i) {
    auto& part = schema[i].key_type == api::KeyType::Hash ? partition : sort;
    part.push_back(
        fmt::format("{} {}", schema[i].attribute_name, letter_of(definitions[i].attribute_type)));
  }
  if (sort.empty()) return fmt::format("partition [{}]", fmt::join(partition, ", "));
  return fmt::format("partition [{}], sort [{}]", fmt::join(partition, ", "),
                     fmt::join(sort, ", "));
}

std::string projection_text(std::string_view kind, std::vector<std::string> included) {
  if (kind != "INCLUDE") return kind == "ALL" ? "all attributes" : "keys only";
  std::sort(included.begin(), included.end());
  return fmt::format("with [{}]", fmt::join(included, ", "));
}

std::string stored_projection(const catalog::Index& index) {
  switch (index.projection) {
    case catalog::IndexProjection::All:
      return projection_text("ALL", {});
    case catalog::IndexProjection::KeysOnly:
      return projection_text("KEYS_ONLY", {});
    case catalog::IndexProjection::Include:
      return projection_text("INCLUDE", index.non_key_attributes);
  }
  return {};
}

std::string wanted_projection(const Index& index) {
  const auto projection = projection_of(index);
  return projection_text(api::wire_name(*projection.projection_type), index.included);
}

std::string description_of(const catalog::Index& index) {
  return fmt::format("{}{}, {}", index.kind == IndexKind::Local ? "local, " : "",
                     stored_key(index.key), stored_projection(index));
}

std::string description_of(const ModelTable& wanted, const Index& index) {
  return fmt::format("{}{}, {}", index.is_local ? "local, " : "", wanted_key(wanted, &index),
                     wanted_projection(index));
}

// A file that says nothing about billing takes the table's as it is, and an index must follow.
void provision_as(const catalog::Table& table, api::UpdateTableRequest& request) {
  if (table.settings.billing_mode != api::BillingMode::Provisioned) return;
  const auto& units = table.settings.provisioned_throughput;
  auto& action = *request.global_secondary_index_updates->front().create;
  action.provisioned_throughput = {.read_capacity_units = units.read_capacity_units.value_or(1),
                                   .write_capacity_units = units.write_capacity_units.value_or(1)};
}

Step add_index(const TableComparison& tables, const Index& index) {
  auto request = add_index_request(tables.wanted, index);
  if (!tables.wanted.table.settings.billing) provision_as(tables.stored, request);
  return {.mark = Mark::Add,
          .table = tables.stored.name,
          .what = "index " + index.name,
          .detail = description_of(tables.wanted, index),
          .action = std::move(request)};
}

Step remove_index(const catalog::Table& table, const catalog::Index& index) {
  return {.mark = Mark::Remove,
          .table = table.name,
          .what = "index " + index.name,
          .detail = description_of(index),
          .action = remove_index_request(table.name, index.name),
          .removes = true};
}

const catalog::Index* find_stored(const catalog::Table& table, std::string_view name) {
  const auto* index = table.find_index(name);
  return index != nullptr && index->state == IndexState::Deleting ? nullptr : index;
}

void obstruct(ApplyPlan& plan, const std::string& table, const std::string& index) {
  plan.obstacles.push_back(
      fmt::format("table {}: index {} is local: such an index can only be made and removed with "
                  "its table",
                  table, index));
}

void compare_wanted(const TableComparison& tables, const Index& index, ApplyPlan& plan) {
  const auto* stored = find_stored(tables.stored, index.name);
  const auto wanted = description_of(tables.wanted, index);
  if (stored != nullptr && description_of(*stored) == wanted) return;
  const bool is_local = stored != nullptr && stored->kind == IndexKind::Local;
  if (index.is_local || is_local) return obstruct(plan, tables.stored.name, index.name);
  Step added = add_index(tables, index);
  if (stored != nullptr) {
    plan.steps.push_back(remove_index(tables.stored, *stored));
    added.removes = true;
  }
  plan.steps.push_back(std::move(added));
}

}  // namespace

void compare_keys(const TableComparison& tables, ApplyPlan& plan) {
  const auto stored = stored_key(tables.stored.key);
  const auto wanted = wanted_key(tables.wanted, nullptr);
  if (stored == wanted) return;
  plan.obstacles.push_back(
      fmt::format("table {} has the key {}, the model wants {}: the key of a table cannot be "
                  "changed; give the table another name",
                  tables.stored.name, stored, wanted));
}

void compare_indexes(const TableComparison& tables, ApplyPlan& plan) {
  // What goes makes room for what comes: a table has at most twenty indexes.
  for (const auto& stored : tables.stored.indexes) {
    if (stored.state == IndexState::Deleting) continue;
    if (tables.wanted.table.find_index(stored.name) != nullptr) continue;
    if (stored.kind == IndexKind::Local) {
      obstruct(plan, tables.stored.name, stored.name);
    } else {
      plan.steps.push_back(remove_index(tables.stored, stored));
    }
  }
  for (const Index& index : tables.wanted.table.indexes) {
    if (index.notes.is_live) compare_wanted(tables, index, plan);
  }
}

void add_table(const ModelTable& wanted, ApplyPlan& plan) {
  std::vector<std::string> indexes;
  for (const Index& index : wanted.table.indexes) {
    if (index.notes.is_live) indexes.push_back(index.name);
  }
  auto detail = wanted_key(wanted, nullptr);
  if (!indexes.empty()) detail += fmt::format(", indexes [{}]", fmt::join(indexes, ", "));
  plan.steps.push_back({.mark = Mark::Add,
                        .table = wanted.table.name,
                        .what = "table",
                        .detail = std::move(detail),
                        .action = create_request(wanted)});
  if (!wanted.table.ttl_attribute.empty()) plan.steps.push_back(enable_ttl(wanted.table));
  if (wanted.table.settings.pitr_enabled.value_or(false)) {
    plan.steps.push_back(enable_recovery(wanted.table));
  }
}

}  // namespace partita::registry
