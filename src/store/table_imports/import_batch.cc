#include "store/table_imports/import_batch.h"

#include <fmt/format.h>

#include <utility>

#include "partita/value/measure.h"
#include "store/items/index_keys.h"
#include "store/items/item_key.h"
#include "store/places/one_line.h"

namespace partita::table_imports {
namespace {

constexpr std::size_t kMessageBytesMax = 500;

// Messages may have parts of the record in them.
std::string in_one_line(std::string_view message) {
  return places::one_line(message, kMessageBytesMax);
}

}  // namespace

void ImportBatch::add(const catalog::Table& table, std::string_view object,
                      const records::Record& record) {
  ++processed_;
  Status added = record.item.ok() ? add_item(table, *record.item) : Status(record.item.error());
  if (added.ok()) {
    ++imported_;
    return;
  }
  errors_.push_back(fmt::format("{}:{}: {}", in_one_line(object), record.line,
                                in_one_line(added.error().message())));
}

void ImportBatch::add_fault(std::string_view object, std::string_view message) {
  errors_.push_back(fmt::format("{}: {}", in_one_line(object), in_one_line(message)));
}

Status ImportBatch::add_item(const catalog::Table& table, const ItemView& item) {
  TRY(check_item_size(size_bytes(item)));
  Bytes key = TRY(items::key_of_item(table, item));
  TRY(items::check_index_keys(table, {.item = item}));
  bytes_ += key.size() + item.bytes().size();
  const auto [place, is_new] = places_.emplace(key, entries_.size());
  if (is_new) {
    entries_.push_back({.key = std::move(key), .item = Bytes(item.bytes())});
  } else {
    entries_[place->second].item = item.bytes();
  }
  return {};
}

}  // namespace partita::table_imports
