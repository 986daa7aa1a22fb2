#pragma once

#include <string>

#include "partita/base/random.h"
#include "reference_table.h"
#include "table_client.h"

namespace partita::simulation {

// One client that does random things to items of its own and knows what must come of them. Clients
// share the table and its indexes, but no partition and no group.
class RandomProgram {
 public:
  RandomProgram(int client, std::uint64_t seed)
      : name_("c" + std::to_string(client)), random_(seed) {}

  // Does `steps` things. Says what went wrong first, or nothing.
  std::string run(TableClient& client, int steps);
  // Compares all that the client knows of with what the table and its indexes say.
  std::string compare_all(TableClient& client) const;

  const ReferenceTable& reference() const { return reference_; }
  const std::string& name() const { return name_; }

 private:
  using Key = ReferenceTable::Key;

  std::string step(TableClient& client);
  std::string put(TableClient& client);
  std::string put_if_absent(TableClient& client);
  std::string put_if_value(TableClient& client);
  std::string update(TableClient& client);
  std::string remove(TableClient& client);
  std::string erase(TableClient& client);
  std::string batch(TableClient& client);
  std::string transact(TableClient& client);
  std::string read(TableClient& client);
  std::string query(TableClient& client);
  std::string compare_group(TableClient& client, std::int64_t number) const;
  std::string compare_pair(TableClient& client, const std::string& group_name,
                           std::int64_t v) const;

  std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(bound)));
  }
  std::string partition(std::int64_t number) const { return name_ + "-p" + std::to_string(number); }
  std::string group(std::int64_t number) const { return name_ + "-g" + std::to_string(number); }
  Key random_key() { return {partition(below(4)), below(12) - 6}; }
  Item random_item(const Key& key);

  const std::string name_;
  SeededRandom random_;
  ReferenceTable reference_;
};

// "" if both are the same.
std::string difference(const char* what, const std::vector<Item>& expected,
                       const std::vector<Item>& actual);

}  // namespace partita::simulation
