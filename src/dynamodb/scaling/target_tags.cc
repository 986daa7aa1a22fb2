#include "dynamodb/scaling/target_tags.h"

#include <fmt/format.h>

#include <algorithm>

#include "partita/api/exception.h"

namespace partita::scaling {

std::vector<api::Tag> with_target_tags(std::vector<api::Tag> tags,
                                       const api::Dictionary<std::string>& added) {
  for (const auto& [key, value] : added) {
    const auto place = std::ranges::lower_bound(tags, key, {}, &api::Tag::key);
    if (place != tags.end() && place->key == key) {
      place->value = value;
    } else {
      tags.insert(place, {key, value});
    }
  }
  return tags;
}

std::vector<api::Tag> without_target_tags(std::vector<api::Tag> tags,
                                          const std::vector<std::string>& keys) {
  std::erase_if(
      tags, [&](const api::Tag& tag) { return std::ranges::find(keys, tag.key) != keys.end(); });
  return tags;
}

Error too_many_tags() {
  return api::failure(api::Exception::TooManyTags,
                      fmt::format("A scalable target has at most {} tags", kTargetTagsMax));
}

}  // namespace partita::scaling
