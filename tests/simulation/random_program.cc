#include "random_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "partita/value/item_codec.h"

namespace partita::simulation {
namespace {

std::string failed(const char* what, const Error& error) {
  return fmt::format("{} failed: {}", what, error.to_string());
}

std::string describe(const ReferenceTable::Key& key) {
  return fmt::format("({}, {})", key.first, key.second);
}

// Order does not count where DynamoDB promises none.
std::vector<Item> sorted(std::vector<Item> items) {
  std::ranges::sort(items, {}, [](const Item& item) { return encode(item); });
  return items;
}

Item only_keys(const Item& item) {
  Item keys;
  for (const char* name : {"pk", "sk", "g", "v"}) keys.set(name, *item.find(name));
  return keys;
}

}  // namespace

std::string difference(const char* what, const std::vector<Item>& expected,
                       const std::vector<Item>& actual) {
  if (expected == actual) return {};
  return fmt::format("{}: {} items expected, {} found, or other ones", what, expected.size(),
                     actual.size());
}

Item RandomProgram::random_item(const Key& key) {
  Item item{{"pk", key.first}, {"sk", key.second}, {"n", below(100)}};
  if (below(3) > 0) item.set("g", group(below(3)));
  if (below(3) > 0) item.set("v", below(5));
  if (below(4) == 0) item.set("text", std::string(static_cast<std::size_t>(below(3000)), 'x'));
  return item;
}

std::string RandomProgram::run(TableClient& client, int steps) {
  for (int i = 0; i < steps; ++i) {
    if (auto problem = step(client); !problem.empty()) {
      return fmt::format("{} step {}: {}", name_, i, problem);
    }
  }
  return {};
}

std::string RandomProgram::step(TableClient& client) {
  using Step = std::string (RandomProgram::*)(TableClient&);
  static constexpr std::array<Step, 12> kSteps = {
      &RandomProgram::put,    &RandomProgram::put,    &RandomProgram::put_if_absent,
      &RandomProgram::update, &RandomProgram::update, &RandomProgram::put_if_value,
      &RandomProgram::remove, &RandomProgram::erase,  &RandomProgram::batch,
      &RandomProgram::read,   &RandomProgram::query,  &RandomProgram::transact};
  return (this->*kSteps[random_.below(kSteps.size())])(client);
}

std::string RandomProgram::put(TableClient& client) {
  const Key key = random_key();
  const Item item = random_item(key);
  const auto written = client.put(item);
  if (!written.ok()) return failed("put", written.error());
  reference_.put(key, item);
  return {};
}

std::string RandomProgram::put_if_absent(TableClient& client) {
  const Key key = random_key();
  const Item item = random_item(key);
  const auto written = client.put(item, "attribute_not_exists(pk)");
  if (!written.ok()) return failed("put if absent", written.error());
  const bool is_absent = reference_.find(key) == nullptr;
  if (*written != is_absent) return "put if absent decided wrongly at " + describe(key);
  if (is_absent) reference_.put(key, item);
  return {};
}

std::string RandomProgram::put_if_value(TableClient& client) {
  const Key key = random_key();
  const Item item = random_item(key);
  const std::int64_t wanted = below(5);
  const auto written = client.put(item, "v >= :v", Item{{":v", wanted}});
  if (!written.ok()) return failed("put if value", written.error());
  const Item* before = reference_.find(key);
  const Value* value = before == nullptr ? nullptr : before->find("v");
  const bool holds = value != nullptr && value->number() >= Number(wanted);
  if (*written != holds) return "put if value decided wrongly at " + describe(key);
  if (holds) reference_.put(key, item);
  return {};
}

std::string RandomProgram::update(TableClient& client) {
  const Key key = random_key();
  const std::int64_t by = below(10) - 5;
  const std::int64_t v = below(5);
  const auto status = client.add_and_set(key, by, v);
  if (!status.ok()) return failed("update", status.error());
  reference_.add_and_set(key, by, v);
  return {};
}

std::string RandomProgram::remove(TableClient& client) {
  const Key key = random_key();
  const std::string name = below(2) == 0 ? "g" : "v";
  const auto status = client.remove_attribute(key, name);
  if (!status.ok()) return failed("remove", status.error());
  reference_.remove_attribute(key, name);
  return {};
}

std::string RandomProgram::erase(TableClient& client) {
  const Key key = random_key();
  const auto before = client.erase(key);
  if (!before.ok()) return failed("delete", before.error());
  if (*before != reference_.get(key)) return "delete returned another item at " + describe(key);
  reference_.erase(key);
  return {};
}

std::string RandomProgram::batch(TableClient& client) {
  std::set<Key> keys;
  for (int i = 0; i < 6; ++i) keys.insert(random_key());
  std::vector<Item> puts;
  std::vector<Key> deletes;
  for (const Key& key : keys) {
    if (below(3) == 0) {
      deletes.push_back(key);
      reference_.erase(key);
    } else {
      puts.push_back(random_item(key));
      reference_.put(key, puts.back());
    }
  }
  const auto status = client.batch_write(puts, deletes);
  return status.ok() ? "" : failed("batch", status.error());
}

std::string RandomProgram::transact(TableClient& client) {
  const Key absent = random_key();
  std::set<Key> keys;
  for (int i = 0; i < 3; ++i) keys.insert(random_key());
  keys.erase(absent);
  std::vector<Item> puts;
  for (const Key& key : keys) puts.push_back(random_item(key));
  const auto written = client.transact(puts, absent);
  if (!written.ok()) return failed("transaction", written.error());
  const bool is_absent = reference_.find(absent) == nullptr;
  if (*written != is_absent) return "transaction decided wrongly at " + describe(absent);
  std::size_t next = 0;
  for (const Key& key : keys) {
    if (is_absent) reference_.put(key, puts[next++]);
  }
  return {};
}

std::string RandomProgram::read(TableClient& client) {
  const Key key = random_key();
  const auto item = client.get(key);
  if (!item.ok()) return failed("get", item.error());
  return *item == reference_.get(key) ? "" : "get found another item at " + describe(key);
}

std::string RandomProgram::query(TableClient& client) {
  const std::int64_t low = below(12) - 6;
  const TableClient::Range range{.partition = partition(below(4)),
                                 .low = low,
                                 .high = low + below(6),
                                 .is_forward = below(2) == 0,
                                 .page_items_max = static_cast<int>(below(4)) + 1};
  const auto found = client.query(range);
  if (!found.ok()) return failed("query", found.error());
  auto expected = reference_.range(range.partition, range.low, range.high);
  if (!range.is_forward) std::ranges::reverse(expected);
  return difference("query", expected, *found);
}

std::string RandomProgram::compare_group(TableClient& client, std::int64_t number) const {
  const auto expected = reference_.where("g", group(number));
  const auto found = client.query_index("byGroup", "g = :g", Item{{":g", group(number)}});
  if (!found.ok()) return failed("query of byGroup", found.error());
  auto problem = difference("byGroup", sorted(expected), sorted(*found));
  for (std::int64_t v = 0; v < 5 && problem.empty(); ++v) {
    problem = compare_pair(client, group(number), v);
  }
  return problem;
}

std::string RandomProgram::compare_pair(TableClient& client, const std::string& group_name,
                                        std::int64_t v) const {
  std::vector<Item> expected;
  for (const Item& item : reference_.where("g", group_name)) {
    const Value* value = item.find("v");
    if (value != nullptr && value->number() == Number(v)) expected.push_back(only_keys(item));
  }
  const auto found =
      client.query_index("byPair", "g = :g AND v = :v", Item{{":g", group_name}, {":v", v}});
  if (!found.ok()) return failed("query of byPair", found.error());
  return difference("byPair", sorted(expected), sorted(*found));
}

std::string RandomProgram::compare_all(TableClient& client) const {
  for (std::int64_t number = 0; number < 3; ++number) {
    if (auto problem = compare_group(client, number); !problem.empty()) return problem;
  }
  return {};
}

}  // namespace partita::simulation
