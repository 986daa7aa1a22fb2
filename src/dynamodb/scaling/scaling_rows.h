#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dynamodb/scaling/target.h"
#include "engine/engine.h"
#include "partita/api/describe_scaling_activities.h"
#include "partita/base/function_ref.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

// The stored rows of auto scaling: targets with their policies, and activities.
// ERRORS of all that read: Corrupt; those of the engine.
namespace partita::scaling {

// All of them, in the order of their names.
Task<Result<std::vector<NamedTarget>>> read_targets(const engine::View& view);
Task<Result<std::optional<Target>>> read_target(engine::Transaction& transaction,
                                                const TargetName& name);
// The position of a target in the order of all targets.
std::string place_of(const TargetName& name);
void put_target(engine::Transaction& transaction, const TargetName& name, const Target& target);
void erase_target(engine::Transaction& transaction, const TargetName& name);

// AWS: activities are kept for six weeks. Ours: at most this many of the newest ones.
inline constexpr double kActivitySecondsMax = 6.0 * 7 * 86'400;
inline constexpr std::size_t kActivitiesMax = 5'000;

void put_activity(engine::Transaction& transaction, const api::ScalingActivity& activity);
// The position of an activity, for the page that follows it.
std::string place_of(const api::ScalingActivity& activity);
// Visits the activities after the position (empty: all), newest first, until `visit` returns false.
using ActivityVisitor = FunctionRef<bool(api::ScalingActivity)>;
Task<Status> read_activities(const engine::View& view, std::string_view behind,
                             ActivityVisitor visit);
// Erases activities that are no longer kept.
Task<Status> trim_activities(engine::Engine& engine, api::Timestamp now);

}  // namespace partita::scaling
