#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "language/expression/condition.h"
#include "partita/value/item_view.h"

namespace partita::expression {

inline constexpr std::size_t kExplanationCharactersMax = 400;

// Why a condition does not hold: the tests that decide it, and what their operands are.
//
//   #status = :expected is false (status is "COMPLETED", :expected is "QUEUED")
//   #status = :expected is false (the item does not exist)
//   contains(tags, :a) is false and size(tags) < :n is false (tags is absent, :a is "x", :n is 3)
//
// Of tests joined by AND the first that fails is told. Of tests joined by OR all have failed: up to
// three are told, the others counted. A test that NOT refuses "is true". Tests are printed in one
// normal form, names and values as the client called them; where those have no placeholders, as in
// Expected, they stand for themselves. What is long is cut: the whole never has more than
// kExplanationCharactersMax characters.
// REQUIRES: the condition does not hold for the item, or for the absence of one.
std::string explain_failure(const Condition& condition, const std::optional<ItemView>& item);

}  // namespace partita::expression
