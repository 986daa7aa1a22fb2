#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/definition/entity.h"
#include "partita/base/result.h"
#include "partita/value/item_view.h"
#include "partita/value/number.h"

// What tells one state of an item from another: see revision_of in write_pattern.h.
namespace partita::serving {

// The number that counts the changes of the entity's items: the version, else the revision. Empty
// if there is none, or the server only observes it.
std::string_view counting_attribute(const model::Entity& entity);

// The number that an expected revision means to the rules; nullopt if the entity has none.
std::optional<Number> expected_number(const model::Entity& entity, std::string_view expected);

// Whether the stored item is the one that the caller has seen. `expected` is a revision, `*` for
// any item at all, or `0` for none if revisions are counted. `what` names the item in the message.
// ERRORS: OtherRevision, M203.
Status check_revision(const model::Entity& entity, const std::optional<ItemView>& stored,
                      std::string_view expected, std::string_view what);

}  // namespace partita::serving
