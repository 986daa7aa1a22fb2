#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/definition/pattern.h"
#include "model/planning/pattern_plan.h"

namespace partita::planning {

// An attribute whose value is known before anything is read.
struct Equality {
  std::string attribute;
  std::vector<ValueSource> values;  // Several: one leg each.
  bool is_any = false;              // All values there are: nothing is left out if it is not used.
  bool is_asked = false;            // By the pattern; otherwise it holds for the whole entity.

  bool has_choice() const { return is_any || values.size() != 1; }
};

// What a pattern fixes: its `where` or `by`, and the constants of the entity.
class EqualitySet {
 public:
  EqualitySet(const model::Entity& entity, const std::vector<model::Binding>& bindings);

  // The equality of the attribute or of its twin, or null.
  const Equality* find(std::string_view attribute) const;
  const std::vector<Equality>& all() const { return equalities_; }
  // The attribute of an `any` whose values are not all known; else empty.
  const std::string& open_attribute() const { return open_attribute_; }

 private:
  const Equality* find_own(std::string_view attribute) const;
  void add_binding(const model::Binding& binding);
  void add_constants();

  const model::Entity& entity_;
  std::vector<Equality> equalities_;
  std::string open_attribute_;
};

// The source that a binding of one value stands for.
// REQUIRES: the binding is a parameter or a constant.
ValueSource source_of(const model::Binding& binding);
ValueSource constant_source(Value value);

}  // namespace partita::planning
