#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <tuple>

#include "partita/api/shape.h"

namespace partita::api {

// What a record holds of the item before and after.
enum class StreamViewType { NewImage, OldImage, NewAndOldImages, KeysOnly };
inline constexpr std::array<std::string_view, 4> kStreamViewTypeWords = {
    "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY"};
constexpr EnumWords wire_names(StreamViewType) { return kStreamViewTypeWords; }

// Whether a table has a stream, and of which kind; the kind cannot be changed while there is one.
struct StreamSpecification {
  bool stream_enabled = false;
  std::optional<StreamViewType> stream_view_type;

  static constexpr auto shape() {
    using Self = StreamSpecification;
    return std::tuple(required("StreamEnabled", &Self::stream_enabled),
                      optional("StreamViewType", &Self::stream_view_type));
  }
};

}  // namespace partita::api
