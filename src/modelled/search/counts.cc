#include "modelled/search/counts.h"

#include <algorithm>

#include "partita/base/varint.h"

// counts := count:signed*
//
// signed is as in varint.h. There is no version: the rows of a search that is declared otherwise
// have another id.

namespace partita::search {
namespace {

constexpr std::size_t kCountsMax = 64;

}  // namespace

void add(Counts& counts, const Counts& more) {
  if (counts.size() < more.size()) counts.resize(more.size());
  for (std::size_t i = 0; i < more.size(); ++i) counts[i] += more[i];
}

Counts negative(Counts counts) {
  for (std::int64_t& count : counts) count = -count;
  return counts;
}

Bytes encode(const Counts& counts) {
  Bytes bytes;
  for (const std::int64_t count : counts) append_signed(bytes, count);
  return bytes;
}

Result<Counts> decode_counts(std::optional<ByteView> bytes) {
  Counts counts;
  if (!bytes) return counts;
  while (!bytes->empty()) {
    const auto count = take_signed(*bytes);
    if (!count || counts.size() == kCountsMax) {
      return Error::corrupt("the counts of a search are damaged");
    }
    counts.push_back(*count);
  }
  return counts;
}

// What cannot be read stays as it is: whoever reads it says so.
std::optional<Bytes> combine_counts(std::optional<ByteView> stored, ByteView operand) {
  auto counts = decode_counts(stored);
  const auto more = decode_counts(operand);
  if (!counts.ok() || !more.ok()) return stored ? std::optional(Bytes(*stored)) : std::nullopt;
  add(*counts, *more);
  const bool is_nothing =
      std::ranges::all_of(*counts, [](std::int64_t count) { return count == 0; });
  if (is_nothing) return std::nullopt;
  return encode(*counts);
}

}  // namespace partita::search
