#include "dynamodb/schema/table_stream.h"

#include <fmt/format.h>

#include "dynamodb/schema/table_errors.h"
#include "partita/api/exception.h"

namespace partita::schema {
namespace {

// Its label and id are given when it begins (streams/stream_life.h).
catalog::StreamSettings enabled(api::StreamViewType view_type) {
  return {.is_enabled = true, .view_type = view_type, .label = {}, .id = {}};
}

}  // namespace

Result<std::optional<catalog::StreamSettings>> new_stream(
    const std::optional<api::StreamSpecification>& specification) {
  if (!specification) return std::optional<catalog::StreamSettings>();
  if (specification->stream_enabled == specification->stream_view_type.has_value()) {
    if (!specification->stream_enabled) return std::optional<catalog::StreamSettings>();
    return std::optional(enabled(*specification->stream_view_type));
  }
  return invalid_parameter(
      specification->stream_enabled
          ? "Table is being created with a stream enabled, UpdateViewType is required"
          : "Table is being created with a stream disabled, UpdateViewType should not be "
            "specified");
}

Status check_stream_change(const api::StreamSpecification& specification) {
  if (specification.stream_enabled == specification.stream_view_type.has_value()) return {};
  return invalid_parameter(
      specification.stream_enabled
          ? "If stream is being enabled then UpdateViewType is required"
          : "If stream is being disabled, then UpdateViewType must not be specified");
}

Result<catalog::StreamSettings> changed_stream(const catalog::Table& table,
                                               const api::StreamSpecification& specification) {
  const auto& stream = table.settings.stream;
  const bool is_enabled = stream && stream->is_enabled;
  if (is_enabled && specification.stream_enabled) {
    return api::invalid(
        fmt::format("Table already has an enabled stream: TableName: {}", table.name));
  }
  if (!is_enabled && !specification.stream_enabled) {
    return api::invalid(fmt::format("Table has no stream to disable: TableName: {}", table.name));
  }
  if (specification.stream_enabled) return enabled(*specification.stream_view_type);
  auto disabled = *stream;
  disabled.is_enabled = false;
  return disabled;
}

}  // namespace partita::schema
