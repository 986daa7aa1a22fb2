#include "model/samples/text_values.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "model/samples/ids.h"
#include "model/samples/number_range.h"
#include "model/samples/words.h"

namespace partita::samples {
namespace {

using model::AttributeType;
using model::TextFormat;

constexpr std::array<std::string_view, 4> kMimeTypes = {"image/jpeg", "image/png",
                                                        "application/json", "text/plain"};

// executionArn -> arn:aws:states:us-east-1:123456789012:execution:name-prod:id
std::string arn(const TextWish& wish, Dice& dice) {
  std::string_view kind = wish.attribute;
  if (kind.ends_with("Arn") || kind.ends_with("ARN")) kind.remove_suffix(3);
  const std::string name(wish.resource.empty() ? word(dice) : wish.resource);
  std::string text = fmt::format("arn:aws:states:us-east-1:123456789012:{}:{}-prod",
                                 kind.empty() ? "resource" : kind, name);
  if (wish.distinct) text.append(":").append(uuid4(dice));
  return text;
}

std::string distinct_email(const TextWish& wish, Dice& dice) {
  std::string text = email(dice);
  if (wish.distinct) text.insert(text.find('@'), std::to_string(*wish.distinct));
  return text;
}

std::optional<std::string> by_format(TextFormat format, const TextWish& wish, Dice& dice) {
  switch (format) {
    case TextFormat::None:
      return std::nullopt;
    case TextFormat::Uuid:
      return uuid4(dice);
    case TextFormat::Ulid:
      return ulid(dice, wish.instant);
    case TextFormat::Email:
      return distinct_email(wish, dice);
    case TextFormat::Uri:
      return text_for("url", dice);
    case TextFormat::Mime:
      return std::string(dice.pick(kMimeTypes));
    case TextFormat::Arn:
      return arn(wish, dice);
  }
  return std::nullopt;
}

// Texts of many shapes, the most natural first; all different for different numbers.
std::vector<std::string> candidates(const TextWish& wish, Dice& dice) {
  const std::string natural = text_for(wish.attribute, dice);
  const std::string plain(word(dice));
  const std::string number = std::to_string(wish.distinct.value_or(dice.below(1000)));
  const std::string unique = wish.distinct ? fmt::format("{} {}", natural, number) : natural;
  const std::string small = wish.distinct ? plain + letters(*wish.distinct) : plain;
  std::string capitals = small;
  for (char& c : capitals) c = static_cast<char>(c - 'a' + 'A');
  return {unique,
          small,
          fmt::format("{}_{}", plain, number),
          fmt::format("{}-{}", plain, number),
          fmt::format("{}{}", plain, number),
          capitals,
          number,
          fmt::format("{:0>8}", number),
          uuid4(dice),
          ulid(dice, wish.instant),
          fmt::format("{}{}@example.com", plain, number),
          fmt::format("https://example.com/{}/{}", plain, number)};
}

// Cut or filled up to the bounds. REQUIRES: ASCII.
std::string fitted(std::string text, const AttributeType& type, Dice& dice) {
  const std::size_t characters = count_within(type.bounds, text.size());
  if (text.size() < characters) text.append(" ").append(sentence(dice, characters - text.size()));
  // A text without words of the right length is filled up with its last letter.
  text.resize(characters, text.empty() ? 'a' : text.back());
  return text;
}

}  // namespace

std::optional<std::string> text_value(const AttributeType& type, const TextWish& wish, Dice& dice) {
  auto formatted = by_format(type.format, wish, dice);
  if (formatted && (!type.pattern || type.pattern->is_found_in(*formatted))) return formatted;
  for (std::string& candidate : candidates(wish, dice)) {
    std::string text = fitted(std::move(candidate), type, dice);
    const bool has_format = type.format == TextFormat::None || model::has_format(text, type.format);
    if (has_format && (!type.pattern || type.pattern->is_found_in(text))) return text;
  }
  return std::nullopt;
}

}  // namespace partita::samples
