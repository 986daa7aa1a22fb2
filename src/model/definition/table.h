#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/notes.h"
#include "model/formula/timestamp.h"
#include "partita/value/value_type.h"

namespace partita::model {

// Units of one direction of a provisioned table or index.
struct Throughput {
  int units = 0;
  std::optional<int> scale_to;        // The most that auto scaling may set.
  std::optional<int> target_percent;  // Of use.
};

struct Billing {
  enum class Mode { OnDemand, Provisioned };

  Place place;
  Mode mode = Mode::OnDemand;
  Throughput read;  // Only if provisioned.
  Throughput write;
};

enum class ProjectionKind { All, Keys, Include };

struct Index {
  std::string name;
  Notes notes;
  bool is_local = false;               // Its partition is the table's.
  std::vector<std::string> partition;  // One to four attributes.
  std::vector<std::string> sort;       // None to four.
  ProjectionKind projection = ProjectionKind::All;
  bool states_projection = false;          // The file has `project`.
  std::vector<std::string> included;       // Of ProjectionKind::Include.
  std::map<std::string, ValueType> types;  // S, N or B of key attributes that no entity tells.
  std::string partition_alias;             // Names that programs use for the whole tuple, or empty.
  std::string sort_alias;
  std::optional<Billing> billing;  // Else the table's.
  // An index of a later phase is due once its first partition attribute has so many values.
  std::optional<int> due_at_values;
};

enum class EncryptionKey { Owned, Managed, Customer };
enum class StreamView { None, KeysOnly, NewImage, OldImage, NewAndOldImages };
enum class TableClass { Standard, InfrequentAccess };

// Settings are nullopt where the file says nothing (L227).
struct TableSettings {
  std::optional<Billing> billing;
  std::optional<EncryptionKey> encryption;
  std::string customer_key;  // Of EncryptionKey::Customer.
  std::optional<bool> pitr_enabled;
  std::optional<int> pitr_window_days;
  std::optional<Duration> backups_every;  // Nullopt: none are made.
  std::optional<Duration> backups_keep;
  std::optional<StreamView> streams;
  std::optional<TableClass> table_class;
  std::optional<bool> deletion_protection;
  std::vector<std::pair<std::string, std::string>> tags;
};

struct Table {
  std::string id;    // As the model calls it.
  std::string name;  // As DynamoDB calls it.
  Notes notes;
  std::string partition_key;
  std::string sort_key;  // Empty: none.
  Enforcement enforcement = Enforcement::Enforce;
  bool rejects_unknown_attributes = false;
  bool rejects_unknown_entities = false;
  bool removes_nulls = false;         // `store_null: remove`
  TableSettings settings;             // Overrides are applied.
  std::string ttl_attribute;          // From `ttl` or the entities' `expire`; empty: none.
  std::vector<std::string> prefixes;  // The registry of key prefixes.
  std::vector<Index> indexes;

  bool has_sort_key() const { return !sort_key.empty(); }
  const Index* find_index(std::string_view index_name) const;
  bool is_key(std::string_view attribute) const {
    return attribute == partition_key || (has_sort_key() && attribute == sort_key);
  }
};

}  // namespace partita::model
