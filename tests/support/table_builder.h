#pragma once

#include <string>
#include <utility>
#include <vector>

#include "store/catalog/table.h"

namespace partita::testing {

// A table for tests, said in a line:
//   TableBuilder("T").key("pk", 'S').sort("sk", 'N').global("byStatus", {{"status", 'S'}}).build()
class TableBuilder {
 public:
  using Attributes = std::vector<std::pair<std::string, char>>;

  explicit TableBuilder(std::string name) { table_.name = std::move(name); }

  TableBuilder& key(std::string name, char type) {
    table_.key.partition = {attribute(std::move(name), type)};
    return *this;
  }
  TableBuilder& sort(std::string name, char type) {
    table_.key.sort = {attribute(std::move(name), type)};
    return *this;
  }
  TableBuilder& global(std::string name, const Attributes& partition, const Attributes& sort = {}) {
    return index(catalog::IndexKind::Global, std::move(name), partition, sort);
  }
  // With the table's own partition key.
  TableBuilder& local(std::string name, std::pair<std::string, char> sort) {
    const auto& partition = table_.key.partition[0];
    return index(catalog::IndexKind::Local, std::move(name),
                 {{partition.name, static_cast<char>(partition.type)}}, {std::move(sort)});
  }
  // Of the index named last.
  TableBuilder& keys_only() {
    table_.indexes.back().projection = catalog::IndexProjection::KeysOnly;
    return *this;
  }
  TableBuilder& include(std::vector<std::string> names) {
    table_.indexes.back().projection = catalog::IndexProjection::Include;
    table_.indexes.back().non_key_attributes = std::move(names);
    return *this;
  }
  TableBuilder& ttl(std::string attribute_name) {
    table_.ttl_attribute = std::move(attribute_name);
    return *this;
  }

  // With both images.
  TableBuilder& stream() {
    table_.settings.stream = {
        .is_enabled = true, .view_type = api::StreamViewType::NewAndOldImages, .label = {}};
    return *this;
  }

  catalog::Table build() {
    table_.finish();
    return table_;
  }

 private:
  static catalog::KeyAttribute attribute(std::string name, char type) {
    return {std::move(name), static_cast<keys::KeyValueType>(type)};
  }
  static std::vector<catalog::KeyAttribute> attributes(const Attributes& named) {
    std::vector<catalog::KeyAttribute> result;
    for (const auto& [name, type] : named) result.push_back(attribute(name, type));
    return result;
  }
  TableBuilder& index(catalog::IndexKind kind, std::string name, const Attributes& partition,
                      const Attributes& sort) {
    catalog::Index index;
    index.id = table_.next_index_id;
    table_.next_index_id = keys::IndexId(static_cast<std::uint16_t>(index.id) + 1);
    index.kind = kind;
    index.name = std::move(name);
    index.key = {.partition = attributes(partition), .sort = attributes(sort)};
    table_.indexes.push_back(std::move(index));
    return *this;
  }

  catalog::Table table_;
};

}  // namespace partita::testing
