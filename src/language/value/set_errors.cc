#include "language/value/set_errors.h"

#include <fmt/format.h>

#include <set>
#include <string>

#include "partita/base/base64.h"
#include "partita/value/value_fault.h"

namespace partita {
namespace {

using Elements = std::vector<std::string_view>;

constexpr std::string_view kInvalid = "One or more parameter values were invalid: ";
// Ours: a set may have 400 KB, and a request many more that nobody wants to read again.
constexpr std::size_t kToldBytesMax = 4096;

// How one layer shows a collection.
struct Style {
  bool is_binary;
  std::string_view quote;
  std::string_view separator;
};

std::string told(const Elements& elements, const Style& style) {
  std::string text;
  for (const std::string_view element : elements) {
    if (text.size() + element.size() > kToldBytesMax) return text + "...";
    if (!text.empty()) text += style.separator;
    text += style.quote;
    if (style.is_binary) {
      base64_append(text, element);
    } else {
      text += element;
    }
    text += style.quote;
  }
  return text;
}

// AWS, measured: in the order of their bytes up to the first repeat, the repeat, then the rest as
// it was sent.
Elements in_current_order(const Elements& elements) {
  std::set<std::string_view> seen;
  auto at = elements.begin();
  while (at != elements.end() && seen.insert(*at).second) ++at;
  Elements ordered(seen.begin(), seen.end());
  ordered.insert(ordered.end(), at, elements.end());
  return ordered;
}

}  // namespace

// AWS: "An string set  may not be empty" has two spaces; the three texts differ in form, too.
Error empty_set(ValueType type) {
  const std::string_view problem = type == ValueType::SS   ? "An string set  may not be empty"
                                   : type == ValueType::NS ? "An number set  may not be empty"
                                                           : "Binary sets should not be empty";
  return value_fault(ValueFault::Kind::EmptySet, fmt::format("{}{}", kInvalid, problem));
}

// AWS: no space before "of type BS"; the older layer has no full stop for numbers.
Error duplicates_in_set(ValueType type, const Elements& elements) {
  constexpr auto kDuplicates = ValueFault::Kind::Duplicates;
  if (type == ValueType::NS) {
    return value_fault(kDuplicates,
                       fmt::format("{}Input collection contains duplicates.", kInvalid),
                       "Input collection contains duplicates");
  }
  const bool is_binary = type == ValueType::BS;
  const Style current{is_binary, "\"", is_binary ? "," : ", "};
  const Style older{is_binary, "", ", "};
  const auto words = [&](const std::string& collection) {
    return fmt::format("{}Input collection [{}]{} contains duplicates.", kInvalid, collection,
                       is_binary ? "of type BS" : "");
  };
  return value_fault(kDuplicates, words(told(in_current_order(elements), current)),
                     words(told(elements, older)));
}

}  // namespace partita
