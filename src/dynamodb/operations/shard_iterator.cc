#include "dynamodb/operations/shard_iterator.h"

#include <chrono>

#include "partita/api/exception.h"
#include "partita/base/base64.h"
#include "partita/base/crc32.h"
#include "partita/base/varint.h"

// iterator := stream_arn "|1|" base64(place crc:varint)
// place    := from:varint issued:signed          issued: milliseconds since 1970
// crc      := CRC-32 of the text before the base64 and the place
//
// 1 is the format. An iterator grants nothing: a client that may read a stream may read all of it,
// from any place, and could ask for a new iterator. So it is not signed, only checked for damage,
// and what it says is checked like any other parameter where it is used.

namespace partita::operations {
namespace {

// AWS: "A shard iterator expires 15 minutes after it is returned to the requester."
constexpr std::chrono::minutes kLife{15};
constexpr std::string_view kFormat = "|1|";

Error invalid_iterator() { return api::invalid("Invalid ShardIterator"); }

std::int64_t milliseconds_of(WallTime time) {
  return std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

}  // namespace

std::string iterator_text(const ShardIterator& iterator, WallTime now) {
  std::string text(iterator.stream_arn);
  text += kFormat;
  Bytes place;
  append_varint(place, iterator.from);
  append_signed(place, milliseconds_of(now));
  append_varint(place, crc32(place, crc32(text)));
  base64_append(text, place);
  return text;
}

Result<ShardIterator> parse_iterator(std::string_view text, WallTime now) {
  const auto arn_end = text.find(kFormat);
  if (arn_end == std::string_view::npos) return invalid_iterator();
  const auto head = text.substr(0, arn_end + kFormat.size());
  const auto decoded = base64_decode(text.substr(head.size()));
  if (!decoded.ok()) return invalid_iterator();
  ByteView rest = *decoded;
  const auto from = take_varint(rest);
  const auto issued = take_signed(rest);
  const ByteView place = ByteView(*decoded).substr(0, decoded->size() - rest.size());
  const auto crc = take_varint(rest);
  const bool is_whole = from && issued && crc && rest.empty();
  if (!is_whole || *crc != crc32(place, crc32(head))) return invalid_iterator();
  if (*issued < milliseconds_of(now - kLife)) {
    return api::failure(api::Exception::ExpiredIterator,
                        "The provided iterator exceeds the maximum age allowed.");
  }
  return ShardIterator{.stream_arn = text.substr(0, arn_end), .from = *from};
}

}  // namespace partita::operations
