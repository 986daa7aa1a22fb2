#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "partita/value/value.h"

namespace partita::simulation {

// What a table with key pk:S, sk:N must hold, written as plainly as possible and with nothing of
// the database in it but the types of values. Its answers are what the database is compared with.
class ReferenceTable {
 public:
  using Key = std::pair<std::string, std::int64_t>;

  const Item* find(const Key& key) const {
    const auto found = items_.find(key);
    return found == items_.end() ? nullptr : &found->second;
  }
  std::optional<Item> get(const Key& key) const {
    const Item* item = find(key);
    return item == nullptr ? std::nullopt : std::optional(*item);
  }
  void put(const Key& key, Item item) { items_[key] = std::move(item); }
  void erase(const Key& key) { items_.erase(key); }

  // ADD n :by and SET v = :v on an item that may not be there yet.
  void add_and_set(const Key& key, std::int64_t by, std::int64_t v) {
    Item& item = items_[key];
    if (item.is_empty()) item = Item{{"pk", key.first}, {"sk", key.second}};
    const Value* before = item.find("n");
    const Number sum = before == nullptr ? Number(by) : before->number().plus(Number(by)).value();
    item.set("n", sum);
    item.set("v", v);
  }
  // REMOVE of one attribute makes no item where there is none.
  void remove_attribute(const Key& key, std::string_view name) {
    const auto found = items_.find(key);
    if (found != items_.end()) found->second.erase(name);
  }

  // The items of a partition with sk from `low` to `high`, in order.
  std::vector<Item> range(const std::string& partition, std::int64_t low, std::int64_t high) const {
    std::vector<Item> found;
    for (auto at = items_.lower_bound({partition, low});
         at != items_.end() && at->first <= Key{partition, high}; ++at) {
      found.push_back(at->second);
    }
    return found;
  }

  // The items whose `attribute` is the number or string `value`, in the order of the base key.
  std::vector<Item> where(std::string_view attribute, const Value& value) const {
    std::vector<Item> found;
    for (const auto& [key, item] : items_) {
      const Value* actual = item.find(attribute);
      if (actual != nullptr && *actual == value) found.push_back(item);
    }
    return found;
  }

  const std::map<Key, Item>& items() const { return items_; }

 private:
  std::map<Key, Item> items_;
};

}  // namespace partita::simulation
