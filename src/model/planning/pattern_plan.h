#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/definition/model.h"

// The plan of an access pattern: which table or index is read, with which key conditions, and what
// is done with the rows; or which keys are written. A plan is data: it can be run, printed or
// priced.
//
// Plans point into the model they were made from, which must outlive them.

namespace partita::planning {

// Where a value comes from when the pattern is run.
struct ValueSource {
  enum class Kind {
    Parameter,
    Constant,
    Body,  // For writes: the attribute as the caller sends it, or as the server fills it in.
  };

  Kind kind = Kind::Constant;
  std::string name;  // Of the parameter, or of the body's attribute.
  Value constant;
};

// A variable of a key template, the attribute whose type its value has, and the value.
struct VariableSource {
  std::string variable;
  std::string attribute;
  ValueSource source;
};

// The value of a key attribute: rendered from a template, or an attribute's value as it is.
struct KeyValueSource {
  std::optional<model::KeyTemplate> rendered;
  std::vector<VariableSource> variables;  // All variables of `rendered`.
  std::string attribute;                  // Unless rendered: the attribute whose type it has.
  ValueSource source;

  bool is_constant() const {
    return rendered ? variables.empty() : source.kind == ValueSource::Kind::Constant;
  }
};

// A range of one attribute inside a key. Both bounds are optional and inclusive; a bound that is a
// day includes the whole day (range_bounds.h).
struct ParameterRange {
  std::string attribute;
  std::string parameter;
  const model::AttributeType* type = nullptr;
  bool is_rendered = false;  // The bound is a piece of text in the key, not the key itself.
  int width = 0;             // Of a padded number.
  std::string tail;          // Appended to the upper bound, so that longer keys are within it.
};

// A condition on one attribute of a key.
struct KeyMatch {
  enum class Operator { Equal, BeginsWith, Between };

  std::string attribute;
  Operator op = Operator::Equal;
  KeyValueSource value;                 // Between: what stands in the key before the bounds.
  std::optional<ParameterRange> range;  // Of Between.
};

// One query of the fan-out; most plans have one.
struct Leg {
  std::vector<KeyMatch> conditions;
};

// A condition on an attribute that is not part of the key.
struct AttributeFilter {
  std::string attribute;
  std::vector<ValueSource> values;  // One of them.
};

// An entity whose rows the plan returns, and as which part of a collection.
struct PlannedRow {
  const model::Entity* entity = nullptr;
  const model::Row* row = nullptr;
  std::string member;  // Of a collection, else empty.
  bool is_many = true;
};

struct PatternReadPlan {
  enum class Access { Get, Query, Scan };
  enum class Shape { One, List, MapByAttribute, Collection };

  Access access = Access::Query;
  Shape shape = Shape::List;
  const model::Table* table = nullptr;
  const model::Index* index = nullptr;  // Null: the table itself.
  std::vector<Leg> legs;                // None for a scan.
  std::vector<std::string> merge_by;    // Attributes; empty: legs follow each other.
  bool is_descending = false;
  std::vector<AttributeFilter> equalities;
  std::optional<model::Formula> filter;
  std::vector<PlannedRow> rows;
  bool drops_foreign_rows = false;  // The rows can include other entities, which are dropped.
  bool fetches_items = false;       // The index lacks attributes: each item is read by its key.
  bool is_consistent = false;
  std::optional<model::PageSize> page;

  bool is_filtered() const { return filter || !equalities.empty() || drops_foreign_rows; }
};

// One write; a transaction has several.
struct PatternWritePlan {
  model::PatternKind kind = model::PatternKind::Put;  // Of those that write.
  std::string step;                                   // Of a transaction, else empty.
  const model::Table* table = nullptr;
  const model::Entity* entity = nullptr;
  std::vector<KeyMatch> key;             // All Equal.
  std::optional<ValueSource> to;         // The state of a transition.
  std::vector<std::string> from_states;  // That may lead there, if `to` is a constant.
  std::vector<std::string> settable;     // What the body may hold; all attributes for a put.
  model::PutExpectation mode = model::PutExpectation::Upsert;
  std::string version_parameter;
  std::vector<model::WriteStep::Copy> copies;
};

struct PatternSearchPlan {
  std::string search;
  std::optional<model::PageSize> page;
};

struct PatternPlan {
  const model::Pattern* pattern = nullptr;
  std::variant<PatternReadPlan, std::vector<PatternWritePlan>, PatternSearchPlan> action;

  const PatternReadPlan* read() const { return std::get_if<PatternReadPlan>(&action); }
  const std::vector<PatternWritePlan>* writes() const {
    return std::get_if<std::vector<PatternWritePlan>>(&action);
  }
};

}  // namespace partita::planning
