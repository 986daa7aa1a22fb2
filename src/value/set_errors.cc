#include "value/set_errors.h"

#include <fmt/ranges.h>

#include "partita/base/base64.h"

namespace partita {
namespace {

std::string base64_joined(const std::vector<std::string_view>& elements) {
  std::string text;
  for (const std::string_view element : elements) {
    if (!text.empty()) text += ", ";
    base64_append(text, element);
  }
  return text;
}

}  // namespace

// AWS: "An string set  may not be empty" has two spaces; the three texts differ in form, too.
Error empty_set(ValueType type) {
  const std::string_view problem = type == ValueType::SS   ? "An string set  may not be empty"
                                   : type == ValueType::NS ? "An number set  may not be empty"
                                                           : "Binary sets should not be empty";
  return Error::invalid_argument(
      fmt::format("One or more parameter values were invalid: {}", problem));
}

// AWS: no space before "of type BS", and no full stop for numbers.
Error duplicates_in_set(ValueType type, const std::vector<std::string_view>& elements) {
  constexpr std::string_view kInvalid = "One or more parameter values were invalid: ";
  if (type == ValueType::SS) {
    return Error::invalid_argument(fmt::format("{}Input collection [{}] contains duplicates.",
                                               kInvalid, fmt::join(elements, ", ")));
  }
  if (type == ValueType::BS) {
    return Error::invalid_argument(
        fmt::format("{}Input collection [{}]of type BS contains duplicates.", kInvalid,
                    base64_joined(elements)));
  }
  return Error::invalid_argument("Input collection contains duplicates");
}

}  // namespace partita
