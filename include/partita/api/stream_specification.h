#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <tuple>

#include "partita/api/shape.h"

namespace partita::api {

// What a stream record contains of the changed item in addition to its key: the item after the
// change (NewImage), before it (OldImage), both, or neither.
enum class StreamViewType { NewImage, OldImage, NewAndOldImages, KeysOnly };
inline constexpr std::array<std::string_view, 4> kStreamViewTypeWords = {
    "NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY"};
constexpr EnumWords wire_names(StreamViewType) { return kStreamViewTypeWords; }

// Whether a table has a stream of its changes. The view type is required if it has one and cannot
// be changed while it has: switch the stream off and on, which begins a new one.
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
