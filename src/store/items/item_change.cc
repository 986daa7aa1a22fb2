#include "store/items/item_change.h"

#include <algorithm>
#include <cassert>

#include "partita/value/measure.h"
#include "store/history/recorder.h"
#include "store/items/capacity.h"
#include "store/items/element_entries.h"
#include "store/items/index_entries.h"
#include "store/items/item_collection.h"
#include "store/items/table_extension.h"
#include "store/items/ttl_entry.h"
#include "store/keys/item_keys.h"
#include "store/keys/ttl_keys.h"
#include "store/streams/change_log.h"

namespace partita::items {
namespace {

using catalog::Index;

// What an index has of one image of an item: nothing if there is no key.
class Entry {
 public:
  Entry(const Index& index, const ItemChange& change, const std::optional<ItemView>& image,
        const keys::KeyHash& item) {
    if (!image) return;
    key_ = index_entry_key(change.table, index, *image, item);
    if (!key_) return;
    // An index of everything stores the image itself: no copy to compare it.
    if (index.projection != catalog::IndexProjection::All)
      projected_ = index_entry_value(index, *image);
    value_ = projected_.empty() ? image->bytes() : ByteView(projected_);
  }
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

  const std::optional<Bytes>& key() const { return key_; }
  ByteView value() const { return value_; }
  std::optional<std::size_t> size() const {
    if (!key_) return std::nullopt;
    return size_bytes(ItemView::from_valid(value_));
  }
  friend bool operator==(const Entry& left, const Entry& right) {
    return left.key_ == right.key_ && left.value_ == right.value_;
  }

 private:
  std::optional<Bytes> key_;
  Bytes projected_;
  ByteView value_;
};

void buffer_entry(engine::Transaction& transaction, const Entry& before, const Entry& after) {
  if (before.key() && before.key() != after.key()) transaction.erase(*before.key());
  if (after.key()) transaction.put(*after.key(), Bytes(after.value()));
}

std::optional<std::uint64_t> expiry(const ItemChange& change,
                                    const std::optional<ItemView>& image) {
  return image ? expiry_second(change.table, *image) : std::nullopt;
}

void buffer_expiry(engine::Transaction& transaction, const ItemChange& change,
                   const keys::KeyHash& item) {
  const auto before = expiry(change, change.before);
  const auto after = expiry(change, change.after);
  if (before == after) return;
  const auto queue_key = [&](std::uint64_t second) {
    return keys::ttl_key({.second = second, .table = change.table.id, .item = item});
  };
  if (before) transaction.erase(queue_key(*before));
  if (after) transaction.put(queue_key(*after), Bytes(change.key));
}

history::Author author_of(const ItemChange& change) {
  if (change.is_expiry) return {.kind = history::Author::Kind::Expiry};
  return change.author;
}

void buffer_item(engine::Transaction& transaction, const ItemChange& change) {
  assert(change.before || change.after);  // Else nothing changes, and nobody may be told.
  if (change.after) {
    transaction.put(Bytes(change.key), Bytes(change.after->bytes()));
  } else {
    transaction.erase(Bytes(change.key));
  }
  streams::record_change(transaction, change.table,
                         {.before = change.before,
                          .after = change.after,
                          .time = change.time,
                          .is_expiry = change.is_expiry});
  if (change.table.keeps_history()) {
    history::record_change(transaction, change.table, change.key,
                           {.before = change.before,
                            .after = change.after,
                            .is_expiry = change.is_expiry,
                            .author = author_of(change)});
  }
}

bool is_same(const ItemChange& change) {
  return change.before.has_value() == change.after.has_value() &&
         (!change.before || *change.before == *change.after);
}

std::optional<std::size_t> image_size(const std::optional<ItemView>& image) {
  return image ? std::optional(size_bytes(*image)) : std::nullopt;
}

// The same for an index with an entry for each element of a list.
void apply_elements(engine::Transaction* transaction, const ItemChange& change, const Index& index,
                    ChangeEffect& effect) {
  const auto before = element_entries(change.table, index, change.key, change.before);
  const auto after = element_entries(change.table, index, change.key, change.after);
  const auto size = [](const ElementEntries& entries, const Bytes& key) {
    const auto at = entries.find(key);
    return at == entries.end()
               ? std::nullopt
               : std::optional(size_bytes(ItemView::from_valid(ByteView(at->second))));
  };
  for (const auto& [key, value] : before) {
    if (after.contains(key)) continue;
    if (transaction != nullptr) transaction->erase(Bytes(key));
    effect.indexes.push_back(
        {.index = &index, .sizes = {.before = size(before, key), .after = {}}});
  }
  for (const auto& [key, value] : after) {
    const auto stored = before.find(key);
    if (stored != before.end() && stored->second == value) continue;
    if (transaction != nullptr) transaction->put(Bytes(key), Bytes(value));
    effect.indexes.push_back(
        {.index = &index, .sizes = {.before = size(before, key), .after = size(after, key)}});
  }
}

// Walks over all that a change does, and buffers it if there is a transaction.
ChangeEffect apply(engine::Transaction* transaction, const ItemChange& change) {
  ChangeEffect effect{
      .item = {.before = image_size(change.before), .after = image_size(change.after)},
      .indexes = {}};
  if (is_same(change)) return effect;
  if (transaction != nullptr) buffer_item(*transaction, change);
  if (change.table.indexes.empty() && !change.table.ttl_attribute) return effect;
  const auto item = keys::hash_item(change.key);
  const TableExtension* rules = change.table.extension.get();
  for (const Index& index : change.table.indexes) {
    if (!index.is_written()) continue;
    if (rules != nullptr && rules->has_elements(index)) {
      apply_elements(transaction, change, index, effect);
      continue;
    }
    const Entry before(index, change, change.before, item);
    const Entry after(index, change, change.after, item);
    if (before == after) continue;
    if (transaction != nullptr) buffer_entry(*transaction, before, after);
    effect.indexes.push_back({.index = &index,
                              .sizes = {.before = before.size(), .after = after.size()},
                              .moves = before.key() && after.key() && before.key() != after.key()});
  }
  if (transaction != nullptr) buffer_expiry(*transaction, change, item);
  return effect;
}

double larger_units(const SizeChange& sizes) {
  return write_units_of(std::max(sizes.before.value_or(0), sizes.after.value_or(0)));
}

double index_units(const ChangeEffect::OfIndex& part) {
  if (!part.moves) return larger_units(part.sizes);
  assert(part.sizes.before && part.sizes.after);  // An entry that moves is there before and after.
  return write_units_of(*part.sizes.before) + write_units_of(*part.sizes.after);
}

catalog::Counts counts_of(const SizeChange& sizes) {
  const auto bytes = [](const std::optional<std::size_t>& size) {
    return static_cast<std::int64_t>(size.value_or(0));
  };
  return {.items = int{sizes.after.has_value()} - int{sizes.before.has_value()},
          .bytes = bytes(sizes.after) - bytes(sizes.before)};
}

// Calls `add` with each index, the table itself among them, whose counts the effect changes.
template <typename Add>
void for_each_count(const ChangeEffect& effect, Add add) {
  const auto visit = [&](keys::IndexId index, const SizeChange& sizes) {
    const auto counts = counts_of(sizes);
    if (counts != catalog::Counts{}) add(index, counts);
  };
  visit(keys::IndexId::Base, effect.item);
  for (const auto& part : effect.indexes) visit(part.index->id, part.sizes);
}

}  // namespace

ChangeEffect buffer_change(engine::Transaction& transaction, const ItemChange& change) {
  change.after ? transaction.takes_space() : transaction.frees_space();
  ChangeEffect effect = apply(&transaction, change);
  buffer_collection(transaction, change, effect);
  if (change.table.counts_in_commit) {
    for_each_count(effect, [&](keys::IndexId index, const catalog::Counts& counts) {
      catalog::buffer_counts(transaction, change.table.id, index, counts);
    });
  }
  return effect;
}

ChangeEffect effect_of(const ItemChange& change) { return apply(nullptr, change); }

void count(catalog::Statistics& statistics, keys::TableId table, const ChangeEffect& effect) {
  for_each_count(effect, [&](keys::IndexId index, const catalog::Counts& counts) {
    statistics.add(table, index, counts);
  });
}

double WriteUnits::total() const {
  double sum = table;
  for (const OfIndex& part : indexes) sum += part.units;
  return sum;
}

WriteUnits write_units(const ChangeEffect& effect) {
  WriteUnits units;
  units.table = larger_units(effect.item);
  for (const auto& part : effect.indexes) {
    // Entries of one index stand together.
    if (units.indexes.empty() || units.indexes.back().index != part.index) {
      units.indexes.push_back({.index = part.index, .units = 0});
    }
    units.indexes.back().units += index_units(part);
  }
  return units;
}

void charge(catalog::Usage& usage, keys::TableId table, const ChangeEffect& effect, double times) {
  const WriteUnits units = write_units(effect);
  usage.add(table, keys::IndexId::Base, {.write_units = units.table * times});
  for (const auto& part : units.indexes) {
    usage.add(table, part.index->id, {.write_units = part.units});
  }
}

}  // namespace partita::items
