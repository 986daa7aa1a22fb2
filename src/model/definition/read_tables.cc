#include <utility>

#include "model/definition/node_access.h"
#include "model/definition/sections.h"

namespace partita::model {
namespace {

constexpr int kKeyAttributesMax = 4;

Throughput throughput_of(const Node& node) {
  Throughput throughput;
  throughput.units = count_at(node, "units").value_or(0);
  throughput.scale_to = count_at(node, "scale_to");
  throughput.target_percent = count_at(node, "target_percent");
  return throughput;
}

std::optional<Billing> billing_at(const Node& node, SectionContext& context) {
  const Node* billing = node.find("billing");
  if (billing == nullptr) return std::nullopt;
  Billing result;
  result.place = billing->place;
  const Node* read = billing->find("read");
  const Node* write = billing->find("write");
  if (text_at(*billing, "mode") != "provisioned") {
    if (read != nullptr || write != nullptr) {
      context.refuse(kWrongForm, billing->place, "on_demand has no `read` and `write` units");
    }
    return result;
  }
  result.mode = Billing::Mode::Provisioned;
  if (read == nullptr || write == nullptr) {
    context.refuse(kMissing, billing->place, "provisioned needs units to `read` and to `write`");
    return result;
  }
  result.read = throughput_of(*read);
  result.write = throughput_of(*write);
  return result;
}

void read_projection(const Node& node, Index& index) {
  const Node* project = node.find("project");
  if (project == nullptr) return;
  index.states_projection = true;
  if (project->kind == Node::Kind::List) {
    index.projection = ProjectionKind::Include;
    index.included = texts_at(node, "project");
  } else if (project->text == "keys") {
    index.projection = ProjectionKind::Keys;
  }
}

void read_key_types(const Node& node, SectionContext& context, Index& index) {
  for (const Node::Member& member : members_at(node, "types")) {
    const std::string& text = member.value.text;
    if (text == "string") {
      index.types[member.name] = ValueType::S;
    } else if (text == "number") {
      index.types[member.name] = ValueType::N;
    } else if (text == "binary") {
      index.types[member.name] = ValueType::B;
    } else {
      context.refuse(kWrongForm, member.value.place,
                     fmt::format("a key is string, number or binary, not `{}`", text));
    }
  }
}

void check_key_counts(const Node& node, const Index& index, SectionContext& context) {
  if (index.is_local && node.find("partition") != nullptr) {
    context.refuse(kWrongForm, place_at(node, "partition"),
                   "a local index has the partition key of its table; leave `partition` out");
  }
  if (index.partition.empty() || index.partition.size() > kKeyAttributesMax) {
    context.refuse(kWrongForm, place_at(node, "partition"),
                   fmt::format("an index has 1 to {} partition attributes", kKeyAttributesMax));
  }
  if (index.sort.size() > kKeyAttributesMax || (index.is_local && index.sort.size() != 1)) {
    context.refuse(kWrongForm, place_at(node, "sort"),
                   index.is_local
                       ? std::string("a local index has one sort attribute")
                       : fmt::format("an index has at most {} sort attributes", kKeyAttributesMax));
  }
}

Index index_of(const Node::Member& member, const Table& table, SectionContext& context) {
  const Node& node = member.value;
  Index index;
  index.name = member.name;
  index.notes = context.notes_of(node, member.place);
  index.due_at_values = count_at(node, "due_at_values");
  index.is_local = flag_at(node, "local");
  index.partition = index.is_local ? std::vector{table.partition_key} : texts_at(node, "partition");
  index.sort = texts_at(node, "sort");
  read_projection(node, index);
  read_key_types(node, context, index);
  if (const Node* aliases = node.find("aliases")) {
    index.partition_alias = text_at(*aliases, "partition");
    index.sort_alias = text_at(*aliases, "sort");
  }
  index.billing = billing_at(node, context);
  check_key_counts(node, index, context);
  return index;
}

void read_encryption(const Node& node, SectionContext& context, TableSettings& settings) {
  constexpr std::string_view kCustomer = "customer:";
  const Node* encryption = node.find("encryption");
  if (encryption == nullptr) return;
  const std::string key = text_at(*encryption, "key");
  if (key == "owned") {
    settings.encryption = EncryptionKey::Owned;
  } else if (key == "managed") {
    settings.encryption = EncryptionKey::Managed;
  } else if (key.starts_with(kCustomer) && key.size() > kCustomer.size()) {
    settings.encryption = EncryptionKey::Customer;
    settings.customer_key = key.substr(kCustomer.size());
  } else {
    context.refuse(kWrongForm, place_at(*encryption, "key"),
                   fmt::format("`key` must be owned, managed or customer:KEY, not `{}`", key));
  }
}

StreamView view_named(std::string_view name) {
  if (name == "keys_only") return StreamView::KeysOnly;
  if (name == "new_image") return StreamView::NewImage;
  if (name == "old_image") return StreamView::OldImage;
  return name == "new_and_old_images" ? StreamView::NewAndOldImages : StreamView::None;
}

void read_backups(const Node& backups, SectionContext& context, TableSettings& settings) {
  constexpr Duration kOftenMax = std::chrono::minutes(5);
  settings.backups_every = span_at(backups, "every");
  settings.backups_keep = span_at(backups, "keep");
  if (settings.backups_every && *settings.backups_every < kOftenMax) {
    context.refuse(kWrongForm, place_at(backups, "every"), "`every` is 5m or more");
  }
}

void read_recovery(const Node& node, SectionContext& context, TableSettings& settings) {
  constexpr int kWindowDaysMax = 35;
  if (const Node* pitr = node.find("pitr")) {
    settings.pitr_enabled = flag_at(*pitr, "enabled");
    settings.pitr_window_days = count_at(*pitr, "window_days");
    const int days = settings.pitr_window_days.value_or(1);
    if (days < 1 || days > kWindowDaysMax) {
      context.refuse(kWrongForm, place_at(*pitr, "window_days"),
                     fmt::format("`window_days` is 1 to {}", kWindowDaysMax));
    }
  }
  if (const Node* backups = node.find("backups")) read_backups(*backups, context, settings);
}

TableSettings settings_of(const Node& node, SectionContext& context) {
  TableSettings settings;
  settings.billing = billing_at(node, context);
  read_encryption(node, context, settings);
  read_recovery(node, context, settings);
  if (const Node* streams = node.find("streams")) {
    settings.streams = view_named(text_at(*streams, "view"));
  }
  if (const Node* table_class = node.find("table_class")) {
    settings.table_class =
        table_class->text == "standard" ? TableClass::Standard : TableClass::InfrequentAccess;
  }
  if (node.find("deletion_protection") != nullptr) {
    settings.deletion_protection = flag_at(node, "deletion_protection");
  }
  settings.tags = text_map_at(node, "tags");
  return settings;
}

void read_table(const Node::Member& member, SectionContext& context, Table& table) {
  const Node& node = member.value;
  table.id = member.name;
  table.name = text_at(node, "name");
  table.notes = context.notes_of(node, member.place);
  if (const Node* key = node.find("key")) {
    table.partition_key = text_at(*key, "partition");
    table.sort_key = text_at(*key, "sort");
  }
  table.enforcement = level_at(node, "enforcement").value_or(Enforcement::Enforce);
  table.rejects_unknown_attributes = text_at(node, "unknown_attributes") == "reject";
  table.rejects_unknown_entities = text_at(node, "unknown_entities") == "reject";
  table.removes_nulls = text_at(node, "store_null") == "remove";
  table.settings = settings_of(node, context);
  table.prefixes = texts_at(node, "prefixes");
  if (const Node* ttl = node.find("ttl")) table.ttl_attribute = text_at(*ttl, "attribute");
  for (const Node::Member& index : members_at(node, "indexes")) {
    table.indexes.push_back(index_of(index, table, context));
  }
}

}  // namespace

void read_tables(SectionContext& context) {
  for (const Node::Member& member : members_at(context.file, "tables")) {
    read_table(member, context, context.model.tables.emplace_back());
  }
}

void read_deployed(SectionContext& context) {
  for (const Node::Member& member : members_at(context.file, "deployed")) {
    read_table(member, context, context.model.deployed.emplace_back());
    context.table(member.name, member.place);
  }
}

}  // namespace partita::model
