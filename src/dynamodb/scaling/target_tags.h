#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "partita/api/shape.h"
#include "partita/api/tag.h"
#include "partita/base/error.h"

// The tags of scalable targets.
namespace partita::scaling {

inline constexpr std::size_t kTargetTagsMax = 50;

// In the order of their keys; a key that is there gets the new value.
std::vector<api::Tag> with_target_tags(std::vector<api::Tag> tags,
                                       const api::Dictionary<std::string>& added);
std::vector<api::Tag> without_target_tags(std::vector<api::Tag> tags,
                                          const std::vector<std::string>& keys);
// TooManyTagsException.
Error too_many_tags();

}  // namespace partita::scaling
