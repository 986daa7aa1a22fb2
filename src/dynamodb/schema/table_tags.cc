#include "dynamodb/schema/table_tags.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "partita/api/exception.h"

namespace partita::schema {

namespace {

// AWS: letters, digits, white space and + - = . _ : / are taken. Ours: everything outside of ASCII
// is taken for a letter.
bool is_tag_character(char c) {
  constexpr std::string_view kSigns = "+-=._:/";
  constexpr std::string_view kWhiteSpace = " \t\n\v\f\r";
  const bool is_ascii = static_cast<unsigned char>(c) < 0x80;
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  const bool is_digit = c >= '0' && c <= '9';
  return !is_ascii || is_letter || is_digit || kSigns.find(c) != std::string_view::npos ||
         kWhiteSpace.find(c) != std::string_view::npos;
}

// Ours: its words are not known.
Status check_characters(std::string_view part, std::string_view text) {
  if (std::all_of(text.begin(), text.end(), is_tag_character)) return {};
  return api::invalid(
      fmt::format("One or more parameter values were invalid: A Tag {} can have letters, digits, "
                  "white space and the characters + - = . _ : /, Tag {}: {}",
                  part, part, text));
}

}  // namespace

Status check_tags(const Tags& tags) {
  std::set<std::string_view> seen;
  for (const auto& tag : tags) {
    TRY(check_characters("Key", tag.key));
    TRY(check_characters("Value", tag.value));
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

}  // namespace partita::schema
