#include "operations/table_stream.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cmath>
#include <ctime>

#include "operations/table_errors.h"
#include "partita/api/exception.h"

namespace partita::operations {
namespace {

// AWS: "A timestamp, in ISO 8601 format, for this stream."
std::string label_of(api::Timestamp time) {
  const auto milliseconds = std::llround(time.seconds * 1000);
  const auto seconds = static_cast<std::time_t>(milliseconds / 1000);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}", fmt::gmtime(seconds), milliseconds % 1000);
}

catalog::StreamSettings enabled(api::StreamViewType view_type, api::Timestamp now) {
  return {.is_enabled = true, .view_type = view_type, .label = label_of(now)};
}

}  // namespace

Result<std::optional<catalog::StreamSettings>> new_stream(
    const std::optional<api::StreamSpecification>& specification, api::Timestamp now) {
  if (!specification) return std::optional<catalog::StreamSettings>();
  if (specification->stream_enabled == specification->stream_view_type.has_value()) {
    if (!specification->stream_enabled) return std::optional<catalog::StreamSettings>();
    return std::optional(enabled(*specification->stream_view_type, now));
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
                                               const api::StreamSpecification& specification,
                                               api::Timestamp now) {
  const auto& stream = table.settings.stream;
  const bool is_enabled = stream && stream->is_enabled;
  if (is_enabled && specification.stream_enabled) {
    return api::invalid(
        fmt::format("Table already has an enabled stream: TableName: {}", table.name));
  }
  if (!is_enabled && !specification.stream_enabled) {
    return api::invalid(fmt::format("Table has no stream to disable: TableName: {}", table.name));
  }
  if (specification.stream_enabled) return enabled(*specification.stream_view_type, now);
  auto disabled = *stream;
  disabled.is_enabled = false;
  return disabled;
}

}  // namespace partita::operations
