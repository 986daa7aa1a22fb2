#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "partita/base/result.h"
#include "partita/base/task.h"
#include "store/streams/stream_descriptor.h"

// Which streams there are: those that are enabled, and those that are over and can still be read.
namespace partita::streams {

// The stream, or nullopt if there is none or it has been forgotten.
// ERRORS: Corrupt; those of the engine.
Task<Result<std::optional<StreamDescriptor>>> find_stream(const engine::View& view,
                                                          std::string_view table_name,
                                                          std::string_view label);

struct StreamName {
  std::string_view table_name;
  std::string_view label;
};

struct ListRequest {
  std::optional<std::string_view> table_name = {};  // Only the streams of that table.
  std::optional<StreamName> after = {};             // Need not exist any more.
  std::size_t streams_max = 100;
};

struct StreamPage {
  std::vector<StreamDescriptor> streams;
  bool has_more = false;
};

// In an order of its own, the same each time: those of a table stand together, oldest first.
// ERRORS: Corrupt; those of the engine.
Task<Result<StreamPage>> list_streams(const engine::View& view, ListRequest request);

}  // namespace partita::streams
