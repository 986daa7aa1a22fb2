#pragma once

#include <string>
#include <tuple>

#include "partita/api/shape.h"

namespace partita::api {

// A key and a value that a table is marked with. A table has at most 50; a key has at most 128
// characters and a value 256.
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
