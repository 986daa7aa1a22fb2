#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/definition/model.h"
#include "model/rules/row_program.h"
#include "model/rules/value_check.h"
#include "partita/base/result.h"

namespace partita::rules {

// Rows that only the server writes, beside those of materialised entities: versions, and what a
// sync keeps track of.
struct ServerRow {
  std::string owner;                      // An entity or a sync, as the model names it.
  const model::Entity* entity = nullptr;  // Null: a sync.
  std::vector<model::DerivedKey> keys;
};

// Tells which row of which entity of a table an item is.
// THREADS: safe for concurrent calls.
class EntityFinder {
 public:
  // REQUIRES: the model outlives the finder.
  // ERRORS: InvalidArgument if what a sync keeps track of is no key template.
  static Result<EntityFinder> create(const model::Model& model, const model::Table& table);

  // By `match`, else by the key templates and the types of what they are made of; null if none
  // fits. The pointer is good as long as the finder.
  const RowProgram* find(Siblings attributes) const;
  // The same for another image of an item, given the answer for the first: the key is the same.
  const RowProgram* find_again(const RowProgram* found, Siblings attributes) const;
  // Whether an item stays of the row that it was: what it is now does not deny it, and says of no
  // other that it is it.
  static bool stays(const RowProgram& before, const RowProgram* found, Siblings attributes);
  // The program of the entity's own row; null: not of this table, or not live.
  const RowProgram* program_of(const model::Entity& entity) const;
  const ServerRow* find_server_row(Siblings attributes) const;
  bool has_versions() const { return has_versions_; }
  // Whether a row of the table has an entry for each element of a list under that index key.
  bool is_multi_key(std::string_view attribute) const;

 private:
  EntityFinder() = default;
  static bool is_matched(const RowProgram& program, Siblings attributes);

  std::vector<RowProgram> programs_;
  std::vector<ServerRow> server_rows_;
  std::vector<std::string_view> multi_keys_;  // Views the model.
  bool has_match_all_ = false;
  bool has_versions_ = false;
  bool has_match_ = false;  // Some entity is recognised by an attribute that is no key.
};

}  // namespace partita::rules
