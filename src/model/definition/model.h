#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/definition/dashboard_page.h"
#include "model/definition/entity.h"
#include "model/definition/node.h"
#include "model/definition/notes.h"
#include "model/definition/pattern.h"
#include "model/definition/rollup.h"
#include "model/definition/table.h"
#include "model/definition/workload.h"

namespace partita::model {

struct Param {
  std::string name;
  Notes notes;
  std::vector<std::string> choices;  // Empty: any text.
  std::string value;                 // Given from outside, or the default.
};

struct NamedType {
  std::string name;
  Notes notes;
  bool is_mixin = false;  // Only for `include`.
  std::shared_ptr<const AttributeType> type;
};

// A section that is kept as it was written: names are resolved and checked where it is served.
struct RawElement {
  std::string name;
  Notes notes;
  Node content;
};

// Everything a model file says, checked and resolved: names of entities, tables, indexes, patterns
// and rollups are pointers into this object, which therefore never moves. Made by read_model.
// THREADS: immutable, safe for concurrent calls.
struct Model {
  static constexpr int kFormat = 1;

  Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  std::string name;
  Notes notes;
  int version = 0;
  // The values of the params that the names of tables are made with, such as "prod": the same model
  // with others has other tables, so both can be in one database. Empty: there are no such params.
  std::string environment;
  std::string updated;    // A day, or empty.
  std::string http_root;  // "/api/<name>" unless the file says otherwise.
  std::vector<std::pair<std::string, std::string>> links;  // Title, reference.
  std::vector<Param> params;
  std::vector<NamedType> types;
  std::deque<Table> tables;
  std::deque<Entity> entities;  // Edges are among them.
  std::deque<Pattern> patterns;
  std::deque<Rollup> rollups;
  std::deque<DashboardPage> pages;
  std::vector<EntityLoad> entity_loads;
  std::vector<PatternLoad> pattern_loads;
  std::vector<FakePlan> fakes;
  std::vector<Sample> samples;
  std::vector<RawElement> searches;
  std::vector<RawElement> syncs;
  std::vector<RawElement> archives;
  std::vector<RawElement> migrations;        // The name is its `id`.
  std::vector<RawElement> requests;          // Requests of programs, for the linter.
  std::vector<RawElement> documented_costs;  // For the linter.
  std::deque<Table> deployed;                // What the infrastructure declares, for the linter.

  // The element of that name, or null.
  const Param* find_param(std::string_view param) const;
  const NamedType* find_type(std::string_view type) const;
  const Table* find_table(std::string_view id) const;
  const Entity* find_entity(std::string_view entity) const;
  const Pattern* find_pattern(std::string_view pattern) const;
  const Rollup* find_rollup(std::string_view rollup) const;
  // By the name that DynamoDB knows.
  const Table* find_table_named(std::string_view table_name) const;
};

}  // namespace partita::model
