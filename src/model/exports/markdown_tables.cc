#include <fmt/format.h>

#include "model/definition/entity_attributes.h"
#include "model/exports/markdown_sections.h"
#include "model/exports/markdown_text.h"

namespace partita::exports {
namespace {

using model::Index;
using model::Table;
using model::TableSettings;

constexpr std::string_view kNotStated = "not stated";

std::string_view level_text(model::Enforcement level) {
  switch (level) {
    case model::Enforcement::Off:
      return "off: rules are documentation";
    case model::Enforcement::Observe:
      return "observe: broken rules are counted";
    case model::Enforcement::Enforce:
      return "enforce: broken rules are refused";
  }
  return "";
}

std::string throughput_text(const model::Throughput& throughput) {
  std::string text = fmt::format("{} units", throughput.units);
  if (throughput.scale_to) text.append(fmt::format(" up to {}", *throughput.scale_to));
  if (throughput.target_percent) text.append(fmt::format(" at {} %", *throughput.target_percent));
  return text;
}

std::string billing_text(const std::optional<model::Billing>& billing) {
  if (!billing) return std::string(kNotStated);
  if (billing->mode == model::Billing::Mode::OnDemand) return "on demand";
  return fmt::format("provisioned: read {}, write {}", throughput_text(billing->read),
                     throughput_text(billing->write));
}

std::string encryption_text(const TableSettings& settings) {
  if (!settings.encryption) return std::string(kNotStated);
  switch (*settings.encryption) {
    case model::EncryptionKey::Owned:
      return "key owned by AWS";
    case model::EncryptionKey::Managed:
      return "key managed by AWS (KMS)";
    case model::EncryptionKey::Customer:
      return "customer key " + markdown_code(settings.customer_key);
  }
  return {};
}

std::string pitr_text(const TableSettings& settings) {
  if (!settings.pitr_enabled) return std::string(kNotStated);
  if (!*settings.pitr_enabled) return "off";
  return settings.pitr_window_days ? fmt::format("on, {} days", *settings.pitr_window_days) : "on";
}

std::string stream_text(const TableSettings& settings) {
  if (!settings.streams) return std::string(kNotStated);
  switch (*settings.streams) {
    case model::StreamView::None:
      return "none";
    case model::StreamView::KeysOnly:
      return "keys only";
    case model::StreamView::NewImage:
      return "new image";
    case model::StreamView::OldImage:
      return "old image";
    case model::StreamView::NewAndOldImages:
      return "new and old images";
  }
  return {};
}

std::string class_text(const TableSettings& settings) {
  if (!settings.table_class) return std::string(kNotStated);
  return *settings.table_class == model::TableClass::Standard ? "standard" : "infrequent access";
}

std::string protection_text(const TableSettings& settings) {
  if (!settings.deletion_protection) return std::string(kNotStated);
  return *settings.deletion_protection ? "on" : "off";
}

std::string tags_text(const TableSettings& settings) {
  std::string text;
  for (const auto& [key, value] : settings.tags) {
    text.append(text.empty() ? "" : ", ").append(markdown_code(key + "=" + value));
  }
  return text;
}

void append_settings(std::string& text, const Table& table) {
  const TableSettings& settings = table.settings;
  MarkdownTable rows({"Setting", "Value"});
  rows.add({"Table name", markdown_code(table.name)});
  rows.add({"Rules", std::string(level_text(table.enforcement))});
  rows.add({"Unknown attributes", table.rejects_unknown_attributes ? "rejected" : "allowed"});
  rows.add({"Unknown entities", table.rejects_unknown_entities ? "rejected" : "allowed"});
  rows.add({"NULL values", table.removes_nulls ? "removed" : "kept where allowed"});
  rows.add({"Billing", billing_text(settings.billing)});
  rows.add({"Encryption", encryption_text(settings)});
  rows.add({"Point-in-time recovery", pitr_text(settings)});
  if (settings.backups_every && settings.backups_keep) {
    rows.add(
        {"Backups", fmt::format("every {}, kept {}", model::duration_text(*settings.backups_every),
                                model::duration_text(*settings.backups_keep))});
  }
  rows.add({"Stream", stream_text(settings)});
  rows.add(
      {"Time to live", table.ttl_attribute.empty() ? "none" : markdown_code(table.ttl_attribute)});
  rows.add({"Table class", class_text(settings)});
  rows.add({"Deletion protection", protection_text(settings)});
  if (!settings.tags.empty()) rows.add({"Tags", tags_text(settings)});
  if (!table.prefixes.empty()) rows.add({"Key prefixes", markdown_codes(table.prefixes)});
  rows.append_to(text);
}

void append_key(std::string& text, const model::Model& model, const Table& table) {
  MarkdownTable rows({"Key", "Attribute", "Type"});
  const auto add = [&](std::string_view role, const std::string& attribute) {
    rows.add({std::string(role), markdown_code(attribute),
              std::string(name_of(model::key_type(model, table, nullptr, attribute)))});
  };
  add("partition", table.partition_key);
  if (table.has_sort_key()) add("sort", table.sort_key);
  rows.append_to(text);
}

std::string key_cell(const model::Model& model, const Table& table, const Index& index,
                     const std::vector<std::string>& attributes) {
  std::string cell;
  for (const std::string& attribute : attributes) {
    cell.append(cell.empty() ? "" : ", ");
    cell.append(fmt::format("{} ({})", markdown_code(attribute),
                            name_of(model::key_type(model, table, &index, attribute))));
  }
  return cell;
}

std::string projection_text(const Index& index) {
  switch (index.projection) {
    case model::ProjectionKind::All:
      return "all";
    case model::ProjectionKind::Keys:
      return "keys";
    case model::ProjectionKind::Include:
      return "keys, " + markdown_codes(index.included);
  }
  return {};
}

std::string index_remarks(const Index& index) {
  std::string text = remarks(index.notes);
  if (index.due_at_values && !index.notes.is_live) {  // The remarks end with the phase.
    text.append(fmt::format("; due at {} values of {}", *index.due_at_values,
                            markdown_code(index.partition.front())));
  }
  const auto add = [&](const std::string& more) {
    text.append(text.empty() ? "" : " ").append(more);
  };
  if (!index.partition_alias.empty() || !index.sort_alias.empty()) {
    std::vector<std::string> aliases = {index.partition_alias, index.sort_alias};
    std::erase(aliases, "");
    add(fmt::format("Programs may also say {}.", markdown_codes(aliases)));
  }
  if (index.billing) add(fmt::format("Billing: {}.", billing_text(index.billing)));
  return text;
}

void append_indexes(std::string& text, const model::Model& model, const Table& table) {
  MarkdownTable rows({"Index", "Kind", "Partition", "Sort", "Projection", "Remarks"});
  for (const Index& index : table.indexes) {
    const std::vector<std::string> partition =
        index.is_local ? std::vector{table.partition_key} : index.partition;
    rows.add({markdown_code(index.name), index.is_local ? "local" : "global",
              key_cell(model, table, index, partition), key_cell(model, table, index, index.sort),
              projection_text(index), index_remarks(index)});
  }
  rows.append_to(text);
}

}  // namespace

void append_tables(std::string& text, const model::Model& model) {
  append_heading(text, 2, model.tables.size() == 1 ? "Table" : "Tables");
  for (const Table& table : model.tables) {
    append_heading(text, 3, table.id);
    append_paragraph(text, remarks(table.notes));
    append_settings(text, table);
    append_key(text, model, table);
    append_indexes(text, model, table);
  }
}

}  // namespace partita::exports
