#pragma once

#include <string>
#include <vector>

#include "partita/api/tag.h"
#include "partita/base/result.h"

namespace partita::schema {

using Tags = std::vector<api::Tag>;

inline constexpr std::size_t kTagsMax = 50;

// ERRORS: ValidationException in DynamoDB's words.
Status check_tags(const Tags& tags);

// The tags with `added` among them; a key that was there gets its new value.
// ERRORS: ValidationException if there are more than kTagsMax.
Result<Tags> with_tags(Tags tags, const Tags& added);
Tags without_tags(Tags tags, const std::vector<std::string>& keys);

}  // namespace partita::schema
