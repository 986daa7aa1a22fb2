#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "dynamodb/operations/context.h"
#include "dynamodb/scaling/scaling_rows.h"
#include "dynamodb/scaling/target.h"
#include "partita/base/function_ref.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

// What the operations on scalable targets have in common.
namespace partita::operations {

// AWS: also what it has at most on a page.
inline constexpr std::size_t kScalingPageMax = 50;

// Makes another target of the stored one (nullopt: there is none); nullopt: it goes. May be asked
// again after a conflict.
using TargetEdit =
    FunctionRef<Result<std::optional<scaling::Target>>(std::optional<scaling::Target>)>;
// Stores what `edit` makes of a target, and has scaling look at it.
// ERRORS: those of `edit`; Unavailable after too many conflicts; those of the engine.
Task<Status> change_target(Context& context, const scaling::TargetName& name, TargetEdit edit);

// "No scalable target registered for service namespace: dynamodb, resource ID: ..."
Error no_target(std::string_view words, const scaling::TargetName& name);

// Where the next page begins: behind this place.
std::string next_token(std::string_view place);
// ERRORS: InvalidNextTokenException.
Result<std::string> place_of_token(const std::optional<std::string>& token);

}  // namespace partita::operations
