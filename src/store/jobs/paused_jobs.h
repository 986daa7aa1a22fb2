#pragma once

#include <set>
#include <string>
#include <string_view>

#include "engine/engine.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

// Which jobs a person has paused: stored, so that it outlives the program and holds for all servers
// that share the store. ERRORS of both: those of the engine.
namespace partita::jobs {

using JobNames = std::set<std::string, std::less<>>;

Task<Result<JobNames>> load_paused(const engine::View& view);
Task<Status> store_paused(engine::Engine& engine, std::string_view name, bool is_paused);

}  // namespace partita::jobs
