#include "store/catalog/table.h"

#include <algorithm>

namespace partita::catalog {
namespace {

void append_names(std::vector<std::string>& names, const KeySchema& key) {
  for (const auto* attributes : {&key.partition, &key.sort}) {
    for (const auto& attribute : *attributes) names.push_back(attribute.name);
  }
}

std::vector<std::string> stored_attributes_of(const Table& table, const Index& index) {
  std::vector<std::string> names;
  if (index.projection == IndexProjection::All) return names;
  append_names(names, table.key);
  append_names(names, index.key);
  if (index.projection == IndexProjection::Include) {
    names.insert(names.end(), index.non_key_attributes.begin(), index.non_key_attributes.end());
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::optional<bool> throttle_wish_of(const std::vector<api::Tag>& tags) {
  const auto tag = std::find_if(tags.begin(), tags.end(),
                                [](const auto& each) { return each.key == "partita:throttle"; });
  if (tag == tags.end() || (tag->value != "on" && tag->value != "off")) return std::nullopt;
  return tag->value == "on";
}

}  // namespace

const KeyAttribute* KeySchema::find(std::string_view name) const {
  for (const auto* attributes : {&partition, &sort}) {
    const auto found = std::find_if(attributes->begin(), attributes->end(),
                                    [&](const auto& each) { return each.name == name; });
    if (found != attributes->end()) return &*found;
  }
  return nullptr;
}

bool Table::has_local_indexes() const {
  return std::any_of(indexes.begin(), indexes.end(),
                     [](const auto& index) { return index.kind == IndexKind::Local; });
}

const Index* Table::find_index(std::string_view index_name) const {
  const auto found = std::find_if(indexes.begin(), indexes.end(),
                                  [&](const auto& index) { return index.name == index_name; });
  return found == indexes.end() ? nullptr : &*found;
}

const StreamSettings* Table::live_stream() const {
  const auto& stream = settings.stream;
  return stream && stream->is_enabled && stream->id != keys::StreamId{} ? &*stream : nullptr;
}

void Table::finish() {
  for (auto& index : indexes) index.stored_attributes = stored_attributes_of(*this, index);
  throttle_wish = throttle_wish_of(settings.tags);
}

}  // namespace partita::catalog
