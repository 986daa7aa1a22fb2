#pragma once

#include <functional>
#include <vector>

#include "model/definition/pattern.h"
#include "model/definition/section_context.h"

// Readers of what patterns and the steps of transactions share.

namespace partita::model {

// The entities whose attributes a pattern can name.
using EntityList = std::vector<const Entity*>;

// `by` or `where`: attributes, each with $parameter, a value, any or {in: [..]}.
std::vector<Binding> read_bindings(const Node& node, std::string_view key,
                                   const EntityList& entities, SectionContext& context);
// `to`: a state or $parameter of the entity's lifecycle.
std::optional<Binding> read_target_state(const Node& node, const Entity* entity,
                                         SectionContext& context);
// `range` or `prefix`: {attribute: $parameter}.
std::optional<RangeBinding> read_range(const Node& node, std::string_view key,
                                       const EntityList& entities, SectionContext& context);
// A key whose value must be a $parameter; its name, or empty.
std::string read_parameter(const Node& node, std::string_view key, SectionContext& context);
// Refuses a name that is neither an attribute nor a key attribute of one of the entities.
void check_bound_name(std::string_view name, Place place, const EntityList& entities,
                      SectionContext& context);

PutExpectation read_put_mode(const Node& node);

}  // namespace partita::model
