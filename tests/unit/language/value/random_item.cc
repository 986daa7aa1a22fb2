#include "unit/language/value/random_item.h"

#include <set>
#include <string>
#include <vector>

namespace partita {
namespace {

std::string random_bytes(Random& random) {
  // Lengths around the places where a varint and a short string end.
  static constexpr std::size_t kLengths[] = {0, 1, 7, 8, 15, 16, 17, 40, 127, 128, 200};
  std::string bytes(kLengths[random.below(std::size(kLengths))], '\0');
  for (char& byte : bytes) byte = static_cast<char>(random.below(256));
  return bytes;
}

std::string random_text(Random& random) {
  static const std::vector<std::string> kLetters = {"a",    "b", "Z",      "\"",         "\\", "\n",
                                                    "\x01", "é", "\u20ac", "\U0001F600", " "};
  std::string text;
  for (std::uint64_t i = random.below(12); i > 0; --i) {
    text += kLetters[random.below(kLetters.size())];
  }
  return text;
}

template <typename Element, typename Make>
std::vector<Element> random_elements(Random& random, Make make) {
  std::set<Element> elements;
  for (std::uint64_t i = random.below(5) + 1; i > 0; --i) elements.insert(make(random));
  // Descending, so that making a set of them has something to sort.
  return {elements.rbegin(), elements.rend()};
}

Value random_set(Random& random) {
  switch (random.below(3)) {
    case 0:
      return Value::string_set(random_elements<std::string>(random, random_text)).value();
    case 1:
      return Value::number_set(random_elements<Number>(random, random_number)).value();
    default:
      return Value::binary_set(
                 random_elements<Binary>(random, [](Random& r) { return Binary{random_bytes(r)}; }))
          .value();
  }
}

Map random_map(Random& random, int levels) {
  Map map;
  for (std::uint64_t i = random.below(6); i > 0; --i) {
    map.set(random_text(random), random_value(random, levels));
  }
  return map;
}

List random_list(Random& random, int levels) {
  List list;
  for (std::uint64_t i = random.below(6); i > 0; --i) {
    list.push_back(random_value(random, levels));
  }
  return list;
}

}  // namespace

Number random_number(Random& random) {
  const int digits = static_cast<int>(random.below(Number::kDigitsMax)) + 1;
  Uint128 coefficient = random.below(9) + 1;
  for (int i = 1; i < digits; ++i) coefficient = coefficient * 10 + random.below(10);
  // Half of them where everyday numbers are, half from the whole range.
  const bool is_everyday = random.below(2) == 0;
  const int lowest = is_everyday ? -10 : Number::kMagnitudeMin;
  const int highest = is_everyday ? 10 : Number::kMagnitudeMax;
  const auto spread = static_cast<std::uint64_t>(highest - lowest + 1);
  const int magnitude = lowest + static_cast<int>(random.below(spread));
  return Number::from_parts(random.below(2) == 0, coefficient, magnitude - digits + 1).value();
}

Value random_value(Random& random, int levels) {
  switch (random.below(levels > 0 ? 8 : 6)) {
    case 0:
      return random_text(random);
    case 1:
      return random_number(random);
    case 2:
      return Binary{random_bytes(random)};
    case 3:
      return random.below(2) == 0;
    case 4:
      return nullptr;
    case 5:
      return random_set(random);
    case 6:
      return random_list(random, levels - 1);
    default:
      return random_map(random, levels - 1);
  }
}

Item random_item(Random& random) { return random_map(random, 3); }

}  // namespace partita
