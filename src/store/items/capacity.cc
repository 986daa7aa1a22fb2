#include "store/items/capacity.h"

#include <algorithm>

#include "partita/value/measure.h"

namespace partita::items {
namespace {

constexpr std::size_t kReadUnitBytes = 4096;
constexpr std::size_t kWriteUnitBytes = 1024;

double rounded_up(std::size_t bytes, std::size_t unit) {
  return static_cast<double>(std::max<std::size_t>((bytes + unit - 1) / unit, 1));
}

}  // namespace

double read_units(std::size_t bytes, ReadConsistency consistency) {
  const double units = rounded_up(bytes, kReadUnitBytes);
  switch (consistency) {
    case ReadConsistency::Eventual:
      return units / 2;
    case ReadConsistency::Strong:
      return units;
    case ReadConsistency::Transactional:
      return units * 2;
  }
  return units;
}

// No value counts more than twice the bytes that it is stored in: an element of a list or a map has
// a tag or a name of at least one byte and counts one more; a number has at least two bytes.
double read_units_of(const ItemView& item, ReadConsistency consistency) {
  const bool is_one_unit = item.bytes().size() <= kReadUnitBytes / 2;
  return read_units(is_one_unit ? 0 : size_bytes(item), consistency);
}

double write_units_of(std::size_t bytes) { return rounded_up(bytes, kWriteUnitBytes); }

}  // namespace partita::items
