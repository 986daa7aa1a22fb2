#pragma once

#include <string>
#include <tuple>

#include "partita/api/shape.h"

namespace partita::api {

// A name and a value that a table is marked with; up to 50 of them.
struct Tag {
  std::string key;
  std::string value;

  static constexpr auto shape() {
    using Self = Tag;
    return std::tuple(required("Key", &Self::key, kTagKey),
                      required("Value", &Self::value, kTagValue));
  }
};

}  // namespace partita::api
