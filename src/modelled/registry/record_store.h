#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "modelled/registry/model_record.h"
#include "partita/base/result.h"
#include "partita/base/task.h"

// Where models lie in the engine. In a store that programs share, each change is one that the
// others follow (catalog/catalog.h). ERRORS of all: Corrupt if a record cannot be read; those of
// the engine.
namespace partita::registry {

// The newest record of each model, by name.
Task<Result<std::vector<ModelRecord>>> load_records(const engine::View& view);

// The record of that name as it was the n-th time, if that is still kept.
Task<Result<std::optional<ModelRecord>>> load_incarnation(const engine::View& view,
                                                          std::string_view name,
                                                          std::uint64_t incarnation);

// The former records of a model, the oldest first; at most kHistoryMax.
Task<Result<std::vector<ModelRecord>>> load_history(const engine::View& view,
                                                    std::string_view name);

// Makes the record the newest of its name and the one that was into history. Fills in the
// incarnation.
Task<Status> store_record(engine::Engine& engine, ModelRecord& record);

// Puts the record in the place of the newest of its name, which is of the same incarnation.
Task<Status> replace_record(engine::Engine& engine, const ModelRecord& record);

// Gives a record another name, under which there is none.
Task<Status> rename_record(engine::Engine& engine, ModelRecord& record, std::string name);

// Takes away the record of that name and its history.
Task<Status> erase_record(engine::Engine& engine, std::string_view name);

}  // namespace partita::registry
