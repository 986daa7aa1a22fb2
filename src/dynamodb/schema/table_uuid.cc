#include "dynamodb/schema/table_uuid.h"

#include <fmt/format.h>

#include "partita/base/random.h"

namespace partita::schema {

std::string new_uuid() {
  SystemRandom random;
  const auto high = (random.next() & ~0xF000ULL) | 0x4000ULL;
  const auto low = (random.next() & ~(3ULL << 62)) | (2ULL << 62);
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", high >> 32, high >> 16 & 0xFFFF,
                     high & 0xFFFF, low >> 48, low & 0xFFFF'FFFF'FFFFULL);
}

}  // namespace partita::schema
