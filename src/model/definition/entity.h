#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/attribute.h"
#include "model/definition/key_template.h"
#include "model/definition/lifecycle.h"
#include "model/definition/notes.h"
#include "model/definition/table.h"

namespace partita::model {

struct Rollup;

// A key attribute of the table and what it is made of.
struct DerivedKey {
  std::string name;
  Place place;
  KeyTemplate key;
};

// An index key attribute that the server derives.
struct IndexKey {
  std::string name;
  Place place;
  KeyTemplate key;
  std::string each;                // A list attribute: one entry for each element `it`; else empty.
  std::vector<std::string> tuple;  // The refused form [a, b] (L210); then there is no template.
};

// How a row of the entity is addressed.
struct Row {
  std::vector<DerivedKey> keys;  // The partition key first, then the sort key if there is one.
  std::vector<IndexKey> index_keys;

  const DerivedKey* find_key(std::string_view name) const;
  const IndexKey* find_index_key(std::string_view name) const;
};

struct UniqueConstraint {
  Place place;
  std::optional<Enforcement> level;
  std::vector<std::string> on;
  bool folds_case = false;
};

// attribute = from + after.
struct Expiry {
  Place place;
  std::optional<Enforcement> level;
  std::string attribute;
  std::string from;
  Duration after{};
  Duration tolerance{std::chrono::days(1)};
};

// The entity's own row is the latest version; each version also has a row of its own.
struct Versioning {
  Place place;
  Row row;
  std::string number;      // The int attribute that the server counts.
  std::string time;        // The timestamp of the version.
  std::string pointer;     // Holds the newest version row's sort key; empty: none.
  bool copies_all = true;  // The latest row has the data, not only the pointer.
  bool indexes_all_versions = false;
  std::optional<int> keep;  // How many versions; nullopt: all.
};

// An edge is an entity between two others, in one or two rows that are written together. Its row is
// Entity::row.
struct Edge {
  struct End {
    Place place;
    const Entity* entity = nullptr;
    std::string attribute;  // Holds the id of that entity here.
  };

  End from;
  End to;
  std::optional<Row> mirror;  // The second row.
};

struct SchemaVersion {
  std::string attribute;
  std::string value;
};

// A revision number that counts writes.
struct Revision {
  Place place;
  std::string attribute;
  bool is_required = false;  // Every write must say which one it expects.
};

enum class PutMode { Replace, Merge };

struct Entity {
  std::string name;
  Notes notes;
  std::optional<Enforcement> level;
  const Table* table = nullptr;
  bool matches_all = false;           // `match: all`
  std::vector<AttributeMatch> match;  // Both empty: found by its key templates.
  Row row;
  std::vector<Attribute> attributes;  // Its own first, then the included ones.
  std::vector<UniqueConstraint> unique;
  std::optional<Lifecycle> lifecycle;
  std::optional<Expiry> expire;
  std::optional<Versioning> versioned;
  std::optional<Revision> revision;
  std::optional<SchemaVersion> schema_version;
  std::optional<Edge> edge;
  PutMode put_mode = PutMode::Replace;
  const Rollup* materialized_from = nullptr;  // Its rows are the server's.

  // The attribute of that name, or null. Key attributes made by templates are only among them if
  // the file lists them.
  const Attribute* find_attribute(std::string_view attribute_name) const;
  // The attribute that is this entity's id: the one reversible variable of its key, or empty.
  std::string_view id_attribute() const;
};

}  // namespace partita::model
