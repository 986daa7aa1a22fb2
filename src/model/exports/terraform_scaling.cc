#include "model/exports/terraform_scaling.h"

#include <fmt/format.h>

#include <string>

namespace partita::exports {
namespace {

using model::Billing;
using model::Index;
using model::Table;
using model::Throughput;

struct Direction {
  std::string_view label;      // "read", in resource names.
  std::string_view dimension;  // "ReadCapacityUnits"
  std::string_view metric;
};

constexpr Direction kRead = {"read", "ReadCapacityUnits", "DynamoDBReadCapacityUtilization"};
constexpr Direction kWrite = {"write", "WriteCapacityUnits", "DynamoDBWriteCapacityUtilization"};

// What scales: the table, or one of its indexes.
struct Scaled {
  std::string label;      // "jobs_table", "jobs_GSI1"
  std::string resource;   // "table/name", "table/name/index/name": HCL.
  std::string_view kind;  // "table" or "index"
};

bool scales(const Billing& billing) {
  return billing.mode == Billing::Mode::Provisioned &&
         (billing.read.scale_to || billing.write.scale_to);
}

Billing table_billing(const Table& table) { return table.settings.billing.value_or(Billing{}); }

// Letters, digits, - and _ only: what a label of a resource may have.
std::string label_of(std::string_view text) {
  std::string label(text);
  for (char& c : label) {
    const bool is_legal = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '_' || c == '-';
    if (!is_legal) c = '_';
  }
  return label;
}

void write_target(HclText& hcl, const Scaled& scaled, const Direction& direction,
                  const Throughput& throughput) {
  hcl.blank();
  hcl.open("resource",
           {"aws_appautoscaling_target", fmt::format("{}_{}", scaled.label, direction.label)});
  hcl.text("service_namespace", "dynamodb");
  hcl.argument("resource_id", scaled.resource);
  hcl.text("scalable_dimension", fmt::format("dynamodb:{}:{}", scaled.kind, direction.dimension));
  hcl.argument("min_capacity", std::to_string(throughput.units));
  hcl.argument("max_capacity", std::to_string(*throughput.scale_to));
  hcl.close();
}

void write_policy(HclText& hcl, const Scaled& scaled, const Direction& direction,
                  const Throughput& throughput) {
  const std::string label = fmt::format("{}_{}", scaled.label, direction.label);
  const std::string target = "aws_appautoscaling_target." + label;
  hcl.blank();
  hcl.open("resource", {"aws_appautoscaling_policy", label});
  hcl.text("name", label);
  hcl.text("policy_type", "TargetTrackingScaling");
  hcl.argument("service_namespace", target + ".service_namespace");
  hcl.argument("resource_id", target + ".resource_id");
  hcl.argument("scalable_dimension", target + ".scalable_dimension");
  hcl.blank();
  hcl.open("target_tracking_scaling_policy_configuration");
  hcl.argument("target_value",
               std::to_string(throughput.target_percent.value_or(kTargetPercentDefault)));
  hcl.blank();
  hcl.open("predefined_metric_specification");
  hcl.text("predefined_metric_type", direction.metric);
  hcl.close();
  hcl.close();
  hcl.close();
}

void write_both(HclText& hcl, const Scaled& scaled, const Billing& billing) {
  if (billing.mode != Billing::Mode::Provisioned) return;
  if (billing.read.scale_to) {
    write_target(hcl, scaled, kRead, billing.read);
    write_policy(hcl, scaled, kRead, billing.read);
  }
  if (billing.write.scale_to) {
    write_target(hcl, scaled, kWrite, billing.write);
    write_policy(hcl, scaled, kWrite, billing.write);
  }
}

bool has_scaling_index(const Table& table) {
  for (const Index& index : table.indexes) {
    if (index.notes.is_live && !index.is_local && scales(billing_of(table, index))) return true;
  }
  return false;
}

}  // namespace

std::string scaling_label(const Table& table, const Index* index) {
  return index == nullptr ? table.id : fmt::format("{}_{}", table.id, label_of(index->name));
}

Billing billing_of(const Table& table, const Index& index) {
  return index.billing ? *index.billing : table_billing(table);
}

void write_ignored_capacity(HclText& hcl, const Table& table) {
  if (!scales(table_billing(table)) && !has_scaling_index(table)) return;
  std::string ignored = "[read_capacity, write_capacity]";
  hcl.blank();
  if (has_scaling_index(table)) {
    ignored = "[read_capacity, write_capacity, global_secondary_index]";
    hcl.comment("Auto scaling sets capacity. To change an index, drop global_secondary_index.");
  }
  hcl.open("lifecycle");
  hcl.argument("ignore_changes", ignored);
  hcl.close();
}

void write_scaling(HclText& hcl, const Table& table) {
  // The name of the table is taken from its resource, so that Terraform knows the order.
  const std::string name = fmt::format("${{aws_dynamodb_table.{}.name}}", table.id);
  write_both(hcl,
             {.label = scaling_label(table, nullptr),
              .resource = fmt::format("\"table/{}\"", name),
              .kind = "table"},
             table_billing(table));
  for (const Index& index : table.indexes) {
    if (!index.notes.is_live || index.is_local) continue;
    // hcl_string quotes both ends; the name of the index goes between ours.
    const std::string quoted = hcl_string(index.name);
    write_both(hcl,
               {.label = scaling_label(table, &index),
                .resource =
                    fmt::format("\"table/{}/index/{}\"", name, quoted.substr(1, quoted.size() - 2)),
                .kind = "index"},
               billing_of(table, index));
  }
}

}  // namespace partita::exports
