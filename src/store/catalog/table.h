#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/catalog/table_settings.h"
#include "store/keys/key_space.h"
#include "store/keys/key_value.h"

namespace partita::items {
class TableExtension;
}

// The definition of a table: everything that reads and writes need to know about it. A Table is
// never changed once it is shared; a change creates a new one with a higher epoch.
namespace partita::catalog {

struct KeyAttribute {
  std::string name;
  keys::KeyValueType type;

  friend bool operator==(const KeyAttribute&, const KeyAttribute&) = default;
};

// The key of a table (one partition attribute, at most one sort attribute) or of a global index
// (one to four and none to four).
struct KeySchema {
  std::vector<KeyAttribute> partition;
  std::vector<KeyAttribute> sort;

  const KeyAttribute* find(std::string_view name) const;
  friend bool operator==(const KeySchema&, const KeySchema&) = default;
};

enum class IndexProjection : std::uint8_t { All, KeysOnly, Include };
enum class IndexKind : std::uint8_t { Local, Global };
// Writers update indexes that are Creating or Active; readers may only read an Active one.
enum class IndexState : std::uint8_t { Creating, Active, Deleting };

struct Index {
  keys::IndexId id;
  IndexKind kind;
  std::string name;
  KeySchema key;
  IndexProjection projection = IndexProjection::All;
  std::vector<std::string> non_key_attributes;  // Of Include, as they were given.
  IndexState state = IndexState::Active;
  IndexSettings settings;

  // What an entry holds if not everything: the key attributes of the table and the index and the
  // included ones, sorted, each once. Empty for IndexProjection::All. Filled by Table::finish.
  std::vector<std::string> stored_attributes;

  bool is_written() const { return state != IndexState::Deleting; }
};

// An object that a higher layer attaches to a table, such as the rules of a data model. The catalog
// only holds it; its interface is in store/items/table_extension.h. Not stored.
using items::TableExtension;

// The rules of a table: the name of a model, and the number of its stored revision. Stored with the
// table, so that all programs that have the store open agree on the rules.
struct RulesReference {
  std::string model;
  std::uint64_t incarnation = 0;

  friend bool operator==(const RulesReference&, const RulesReference&) = default;
};

class CommitTimes;

enum class TableState : std::uint8_t { Creating, Active, Updating, Deleting };

struct Table {
  keys::TableId id{};
  // Increases with every change of the table. A write reads the stored epoch in its transaction, so
  // no write can be decided with one schema and committed under another.
  std::uint64_t epoch = 0;
  std::string name;
  TableState state = TableState::Active;
  KeySchema key;
  std::vector<Index> indexes;
  keys::IndexId next_index_id{1};
  // The attribute with the second at which an item expires, while TTL is on.
  std::optional<std::string> ttl_attribute;
  TableSettings settings;
  std::optional<RulesReference> rules;              // Nullopt: no model rules the table.
  std::shared_ptr<const TableExtension> extension;  // Null: none. Set by the catalog alone.
  CommitTimes* commit_times = nullptr;  // Of the catalog that shows the table; not stored.
  // Whether its tag `partita:throttle` is "on" or "off"; nullopt: as the server has it. Filled by
  // finish.
  std::optional<bool> throttle_wish;
  // True: it is unknown whether the last change was applied, because the stored table cannot be
  // read. Not stored.
  bool is_in_doubt = false;
  // The first member of what is stored that this program does not know: a later version has written
  // it. Then the table is only read here. Empty: all is known. Not stored; found by decode_table.
  std::string unknown_member;
  // Each write counts itself in its own commit (Statistics). Not stored; set by the catalog alone.
  bool counts_in_commit = false;

  bool has_sort_key() const { return !key.sort.empty(); }
  bool has_local_indexes() const;
  const Index* find_index(std::string_view index_name) const;
  // The stream that records how items change, or null.
  const StreamSettings* live_stream() const;
  // Whether each write keeps what the item was before (store/history).
  bool keeps_history() const { return settings.recovery && settings.recovery->is_recording; }
  // Whether it is being filled from the past of another table.
  bool is_restored() const { return settings.restore.has_value(); }
  // Fills what follows from the rest.
  void finish();
};

}  // namespace partita::catalog
