#pragma once

#include <optional>
#include <string>

#include "conformance/runner/json.h"
#include "conformance/runner/script.h"

namespace partita::conformance {

// The first difference between what is expected and what came, with its path in the body.
//
// Members of objects and elements of SS, NS and BS may come in any order, all other lists only in
// theirs. With Extent::Part an object may have members that are not expected. In what is expected,
// "$any" stands for any value, "$number", "$string" (not empty) and "$list" for one of that type,
// "$absent" for a member that must not be there; a list that begins with "$unordered" may come in
// any order.
std::optional<std::string> difference(const Json& expected, const Json& actual, Extent extent);

// Whether the message is the expected one: to the letter, or with Extent::Part somewhere inside;
// then "..." stands for any text between two parts.
bool matches_message(const ExpectedError& expected, const std::string& message);

}  // namespace partita::conformance
