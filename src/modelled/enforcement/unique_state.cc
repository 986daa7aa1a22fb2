#include "modelled/enforcement/unique_state.h"

#include "partita/base/big_endian.h"

// Values of the rows `07 table constraint` and `07 table constraint 00` of keys/key_space.h,
// integers big-endian:
//
// state    := kind:u8 nonce:u64
// progress := state duplicates:u64 last_key

namespace partita::enforcement {
namespace {

constexpr std::size_t kStateBytes = 1 + sizeof(std::uint64_t);
constexpr std::size_t kProgressBytes = kStateBytes + sizeof(std::uint64_t);

void append_state(Bytes& bytes, const UniqueState& state) {
  append_integer(bytes, state.kind);
  append_integer(bytes, state.nonce);
}

Error damaged() { return Error::corrupt("the state of a unique constraint is damaged"); }

}  // namespace

Bytes encode(const UniqueState& state) {
  Bytes bytes;
  append_state(bytes, state);
  return bytes;
}

Result<UniqueState> decode_unique_state(std::optional<ByteView> bytes) {
  if (!bytes) return UniqueState();
  if (bytes->size() != kStateBytes) return damaged();
  ByteReader reader(*bytes);
  UniqueState state;
  state.kind = reader.integer<UniqueState::Kind>();
  state.nonce = reader.integer<std::uint64_t>();
  if (state.kind > UniqueState::Kind::Complete) return damaged();
  return state;
}

Bytes encode(const UniqueProgress& progress) {
  Bytes bytes;
  append_state(bytes, progress.noted);
  append_integer(bytes, progress.duplicates);
  return bytes.append(progress.last_key);
}

Result<UniqueProgress> decode_unique_progress(ByteView bytes) {
  if (bytes.size() < kProgressBytes) return damaged();
  UniqueProgress progress;
  progress.noted = TRY(decode_unique_state(bytes.substr(0, kStateBytes)));
  ByteReader reader(bytes.substr(kStateBytes));
  progress.duplicates = reader.integer<std::uint64_t>();
  progress.last_key = Bytes(reader.rest());
  return progress;
}

}  // namespace partita::enforcement
