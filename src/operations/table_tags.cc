#include "operations/table_tags.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "partita/api/exception.h"

namespace partita::operations {

Status check_tags(const Tags& tags) {
  std::set<std::string_view> seen;
  for (const auto& tag : tags) {
    if (tag.key.starts_with("aws:")) {
      return api::invalid(fmt::format("Tag Key cannot be prefixed with aws:, Key: {}", tag.key));
    }
    if (!seen.insert(tag.key).second) {
      return api::invalid(
          fmt::format("Duplicate Tag Keys provided as input: Duplicate Tag Key found {}", tag.key));
    }
  }
  return {};
}

Result<Tags> with_tags(Tags tags, const Tags& added) {
  for (const auto& tag : added) {
    const auto known = std::find_if(tags.begin(), tags.end(),
                                    [&](const auto& each) { return each.key == tag.key; });
    if (known == tags.end()) {
      tags.push_back(tag);
    } else {
      known->value = tag.value;
    }
  }
  if (tags.size() > kTagsMax) {
    return api::invalid("Number of Tags exceed the current limit for the provided ResourceArn");
  }
  return tags;
}

Tags without_tags(Tags tags, const std::vector<std::string>& keys) {
  std::erase_if(tags, [&](const auto& tag) {
    return std::find(keys.begin(), keys.end(), tag.key) != keys.end();
  });
  return tags;
}

}  // namespace partita::operations
