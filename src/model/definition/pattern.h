#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/definition/entity.h"
#include "model/definition/notes.h"
#include "model/formula/formula.h"

namespace partita::model {

enum class PatternKind {
  Get,
  Query,
  Collection,
  History,
  Transition,
  Put,
  Update,
  Delete,
  Restore,
  Search,
  Transaction,
  Erase,
  Claim,
};

// "get", "transaction": as in model files.
std::string_view name_of(PatternKind kind);
// Whether a pattern of this kind changes items, and not only reads them.
bool writes(PatternKind kind);

// What an attribute must be: of `by` and `where`.
struct Binding {
  enum class Kind { Parameter, Constant, Any, In };

  std::string attribute;
  Place place;
  Kind kind = Kind::Constant;
  std::string parameter;      // Of Parameter, without the $.
  std::vector<Value> values;  // One of Constant, all of In.
};

// `range` and `prefix`: a parameter for a part of a sort key.
struct RangeBinding {
  Place place;
  std::string attribute;
  std::string parameter;
};

struct Order {
  enum class Direction { Ascending, Descending };

  Place place;
  Direction direction = Direction::Ascending;
  std::vector<std::string> by;  // Empty: by time (`newest`, `oldest`).
};

struct PageSize {
  int default_items = 50;
  int items_max = 100;
};

// "GET /messages/{id}".
struct HttpRoute {
  Place place;
  std::string method;
  std::string path;
  std::vector<std::string> parameters;  // Those in the path, in order.
};

// One part of a collection's answer.
struct CollectionMember {
  std::string name;
  Place place;
  const Entity* entity = nullptr;
  bool is_many = false;
};

enum class PutExpectation { Create, Replace, Upsert };

// What a write pattern does; also one step of a transaction.
struct WriteStep {
  std::string name;  // Of a step.
  Place place;
  PatternKind kind = PatternKind::Put;  // Put, Update, Delete or Transition.
  const Entity* entity = nullptr;
  std::vector<Binding> by;
  std::optional<Binding> to;     // The state of a transition.
  std::vector<std::string> set;  // What the body may set.
  PutExpectation mode = PutExpectation::Upsert;
  // `with`: attribute, and the step and attribute it is copied from.
  struct Copy {
    std::string attribute;
    std::string step;
    std::string from;
  };
  std::vector<Copy> with;
};

// A promise: with these parameters, this result.
struct Pattern {
  std::string name;
  Notes notes;
  PatternKind kind = PatternKind::Get;
  const Entity* entity = nullptr;  // Null for Collection, Search and Transaction.
  const Table* table = nullptr;    // Null for Search and Transaction.
  const Index* index = nullptr;    // Only if the file forces one.
  std::vector<Binding> by;
  std::vector<Binding> where;
  std::optional<RangeBinding> range;
  std::optional<RangeBinding> prefix;
  std::optional<Formula> filter;
  std::optional<Order> order;
  std::optional<PageSize> page;
  std::string shape_by;  // The answer is a map by this attribute; empty: a list.
  std::vector<std::pair<std::string, std::string>> shape_names;  // Its values, and their keys.
  bool may_scan = false;
  bool is_consistent = false;
  std::vector<CollectionMember> members;         // Of a collection.
  std::optional<Binding> to;                     // Of a transition.
  std::vector<std::string> set;                  // Of a transition and an update.
  PutExpectation mode = PutExpectation::Upsert;  // Of a put.
  std::string version_parameter;                 // `version` of get and restore, `expect` of put.
  std::string search;                            // The name in the section `search`.
  std::vector<WriteStep> steps;                  // Of a transaction.
  std::string claim;  // The claim whose workers call this one; empty: nobody's.
  std::optional<HttpRoute> http;
  std::vector<std::string> select_when;

  // All parameters a caller gives, each once, in the order of the file.
  std::vector<std::string_view> parameters() const;
};

}  // namespace partita::model
