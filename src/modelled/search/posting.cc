#include "modelled/search/posting.h"

#include "model/definition/search.h"
#include "partita/base/varint.h"

// posting := (field:u8 count:varint length:varint)*

namespace partita::search {
namespace {

// A number of 32 bits from the front of the bytes; nullopt: there is none.
std::optional<std::uint32_t> take_count(ByteView& bytes) {
  const auto number = take_varint(bytes);
  if (!number || *number > UINT32_MAX) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

}  // namespace

Bytes encode(const Posting& posting) {
  Bytes bytes;
  for (const FieldUse& use : posting) {
    bytes.push_back(static_cast<char>(use.field));
    append_varint(bytes, use.count);
    append_varint(bytes, use.length);
  }
  return bytes;
}

std::optional<Posting> decode_posting(ByteView bytes) {
  Posting posting;
  while (!bytes.empty()) {
    FieldUse use{.field = static_cast<std::uint8_t>(bytes.front())};
    bytes.remove_prefix(1);
    const auto count = take_count(bytes);
    const auto length = count ? take_count(bytes) : std::nullopt;
    if (!length || use.field >= model::Search::kFieldsMax) return std::nullopt;
    use.count = *count;
    use.length = *length;
    posting.push_back(use);
  }
  return posting;
}

}  // namespace partita::search
