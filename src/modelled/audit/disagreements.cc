#include "modelled/audit/disagreements.h"

#include <fmt/format.h>

#include <utility>

#include "language/value/json_text.h"

namespace partita::audit {
namespace {

void write_attributes(JsonText& json, const std::vector<catalog::KeyAttribute>& attributes,
                      const Item& item) {
  for (const catalog::KeyAttribute& attribute : attributes) {
    const Value* value = item.find(attribute.name);
    if (value == nullptr) continue;
    json.name(attribute.name);
    json.value(*value);
  }
}

}  // namespace

std::string_view name_of(Aspect aspect) {
  constexpr std::string_view kNames[] = {"item",   "index",  "expiry",  "collection",
                                         "count",  "stream", "history", "unique",
                                         "rollup", "search", "sync"};
  return kNames[static_cast<std::size_t>(aspect)];
}

void Disagreements::add(Disagreement one) {
  ++total_;
  if (first_.size() < kKeptMax) first_.push_back(std::move(one));
}

std::string item_name(const catalog::KeySchema& key, const ItemView& item) {
  const Item attributes = item.to_item();
  JsonText json(JsonLayout::Compact);
  json.open_object();
  write_attributes(json, key.partition, attributes);
  write_attributes(json, key.sort, attributes);
  json.close_object();
  return std::move(json).take();
}

std::string row_name(ByteView key) {
  std::string text = "key ";
  for (const char byte : key) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

}  // namespace partita::audit
