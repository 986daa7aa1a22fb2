#include "store/items/capacity.h"

#include <algorithm>

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

double write_units_of(std::size_t bytes) { return rounded_up(bytes, kWriteUnitBytes); }

}  // namespace partita::items
