#include "model/exports/terraform.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "model/definition/entity_attributes.h"
#include "model/exports/hcl_text.h"
#include "model/exports/terraform_archives.h"
#include "model/exports/terraform_scaling.h"

namespace partita::exports {
namespace {

using model::Index;
using model::Model;
using model::Table;

std::string_view stream_view_of(model::StreamView view) {
  switch (view) {
    case model::StreamView::None:
      return "";
    case model::StreamView::KeysOnly:
      return "KEYS_ONLY";
    case model::StreamView::NewImage:
      return "NEW_IMAGE";
    case model::StreamView::OldImage:
      return "OLD_IMAGE";
    case model::StreamView::NewAndOldImages:
      return "NEW_AND_OLD_IMAGES";
  }
  return "";
}

void write_capacity(HclText& hcl, const model::Billing& billing) {
  if (billing.mode != model::Billing::Mode::Provisioned) return;
  hcl.argument("read_capacity", std::to_string(billing.read.units));
  hcl.argument("write_capacity", std::to_string(billing.write.units));
}

void write_settings(HclText& hcl, const Table& table) {
  const model::TableSettings& settings = table.settings;
  const model::Billing billing = settings.billing.value_or(model::Billing{});
  const bool is_provisioned = billing.mode == model::Billing::Mode::Provisioned;
  hcl.text("name", table.name);
  hcl.text("billing_mode", is_provisioned ? "PROVISIONED" : "PAY_PER_REQUEST");
  write_capacity(hcl, billing);
  hcl.text("hash_key", table.partition_key);
  if (table.has_sort_key()) hcl.text("range_key", table.sort_key);
  if (settings.table_class) {
    hcl.text("table_class", *settings.table_class == model::TableClass::Standard
                                ? "STANDARD"
                                : "STANDARD_INFREQUENT_ACCESS");
  }
  if (settings.deletion_protection) {
    hcl.flag("deletion_protection_enabled", *settings.deletion_protection);
  }
  if (!settings.streams) return;
  hcl.flag("stream_enabled", *settings.streams != model::StreamView::None);
  if (*settings.streams != model::StreamView::None) {
    hcl.text("stream_view_type", stream_view_of(*settings.streams));
  }
}

// Each key attribute of the table and its live indexes, with its type, by name.
std::map<std::string, ValueType> key_attributes(const Model& model, const Table& table) {
  std::map<std::string, ValueType> result;
  const auto add = [&](const Index* index, const std::string& name) {
    result.try_emplace(name, model::key_type(model, table, index, name));
  };
  add(nullptr, table.partition_key);
  if (table.has_sort_key()) add(nullptr, table.sort_key);
  for (const Index& index : table.indexes) {
    if (!index.notes.is_live) continue;
    for (const std::string& name : index.partition) add(&index, name);
    for (const std::string& name : index.sort) add(&index, name);
  }
  return result;
}

void write_projection(HclText& hcl, const Index& index) {
  switch (index.projection) {
    case model::ProjectionKind::All:
      return hcl.text("projection_type", "ALL");
    case model::ProjectionKind::Keys:
      return hcl.text("projection_type", "KEYS_ONLY");
    case model::ProjectionKind::Include:
      hcl.text("projection_type", "INCLUDE");
      return hcl.texts("non_key_attributes", index.included);
  }
}

void write_key_schema(HclText& hcl, const std::string& attribute, std::string_view key_type) {
  hcl.blank();
  hcl.open("key_schema");
  hcl.text("attribute_name", attribute);
  hcl.text("key_type", key_type);
  hcl.close();
}

void write_index(HclText& hcl, const Table& table, const Index& index) {
  hcl.blank();
  if (!index.notes.description.empty()) hcl.comment(index.notes.description);
  hcl.open(index.is_local ? "local_secondary_index" : "global_secondary_index");
  hcl.text("name", index.name);
  if (index.is_local && !index.sort.empty()) hcl.text("range_key", index.sort.front());
  write_projection(hcl, index);
  if (!index.is_local) {
    write_capacity(hcl, billing_of(table, index));
    for (const std::string& name : index.partition) write_key_schema(hcl, name, "HASH");
    for (const std::string& name : index.sort) write_key_schema(hcl, name, "RANGE");
  }
  hcl.close();
}

void write_indexes(HclText& hcl, const Table& table) {
  for (const Index& index : table.indexes) {
    if (index.notes.is_live) {
      write_index(hcl, table, index);
    } else {
      hcl.blank();
      hcl.comment(fmt::format("{} comes with phase {}.", index.name, index.notes.phase));
    }
  }
}

void write_protection(HclText& hcl, const Table& table) {
  const model::TableSettings& settings = table.settings;
  if (!table.ttl_attribute.empty()) {
    hcl.blank();
    hcl.open("ttl");
    hcl.text("attribute_name", table.ttl_attribute);
    hcl.flag("enabled", true);
    hcl.close();
  }
  if (settings.pitr_enabled) {
    hcl.blank();
    hcl.open("point_in_time_recovery");
    hcl.flag("enabled", *settings.pitr_enabled);
    if (*settings.pitr_enabled && settings.pitr_window_days) {
      hcl.argument("recovery_period_in_days", std::to_string(*settings.pitr_window_days));
    }
    hcl.close();
  }
  if (!settings.encryption) return;
  hcl.blank();
  hcl.comment("False is the key that AWS owns; true without an ARN is the managed aws/dynamodb.");
  hcl.open("server_side_encryption");
  hcl.flag("enabled", *settings.encryption != model::EncryptionKey::Owned);
  if (*settings.encryption == model::EncryptionKey::Customer) {
    hcl.text("kms_key_arn", settings.customer_key);
  }
  hcl.close();
}

void write_tags(HclText& hcl, const Table& table) {
  if (table.settings.tags.empty()) return;
  hcl.blank();
  hcl.open_map("tags");
  for (const auto& [key, value] : table.settings.tags) hcl.text(hcl_string(key), value);
  hcl.close();
}

void write_table(HclText& hcl, const Model& model, const Table& table) {
  hcl.blank();
  if (!table.notes.description.empty()) hcl.comment(table.notes.description);
  hcl.open("resource", {"aws_dynamodb_table", table.id});
  write_settings(hcl, table);
  for (const auto& [name, type] : key_attributes(model, table)) {
    hcl.blank();
    hcl.open("attribute");
    hcl.text("name", name);
    hcl.text("type", name_of(type));
    hcl.close();
  }
  write_indexes(hcl, table);
  write_protection(hcl, table);
  write_tags(hcl, table);
  write_ignored_capacity(hcl, table);
  hcl.close();
  write_scaling(hcl, table);
}

}  // namespace

std::string terraform(const Model& model) {
  HclText hcl;
  hcl.comment(fmt::format("The tables of the model {}, version {}.", model.name, model.version));
  for (const model::Param& param : model.params) {
    hcl.comment(fmt::format("With {} = {}.", param.name, param.value));
  }
  hcl.blank();
  hcl.open("terraform");
  hcl.open("required_providers");
  hcl.comment("6.29 brought key_schema, for indexes with several key attributes.");
  hcl.open_map("aws");
  hcl.text("source", "hashicorp/aws");
  hcl.text("version", ">= 6.29");
  hcl.close();
  hcl.close();
  hcl.close();
  for (const Table& table : model.tables) write_table(hcl, model, table);
  write_archives(hcl, model);
  return std::move(hcl).take();
}

}  // namespace partita::exports
