#include "modelled/enforcement/unique_state.h"

#include <gtest/gtest.h>

namespace partita::enforcement {
namespace {

// Stored: these bytes may never change.
const Bytes kStateBytes("\2\0\0\0\0\0\0\1\5", 9);
const UniqueState kState{.kind = UniqueState::Kind::Complete, .nonce = 0x105};

TEST(UniqueState, IsItsKindAndItsNonce) {
  EXPECT_EQ(encode(kState), kStateBytes);
  EXPECT_EQ(decode_unique_state(kStateBytes).value(), kState);
}

TEST(UniqueState, ProgressIsTheStateTheDuplicatesAndTheLastKey) {
  const UniqueProgress progress{.noted = kState, .duplicates = 3, .last_key = "key"};
  const Bytes bytes = kStateBytes + Bytes("\0\0\0\0\0\0\0\3", 8) + "key";
  EXPECT_EQ(encode(progress), bytes);
  EXPECT_EQ(decode_unique_progress(bytes).value(), progress);
}

TEST(UniqueState, CutShortOrOfAnUnknownKindIsDamaged) {
  EXPECT_FALSE(decode_unique_state(ByteView(kStateBytes).substr(1)).ok());
  EXPECT_FALSE(decode_unique_state("\3" + kStateBytes.substr(1)).ok());
  EXPECT_FALSE(decode_unique_progress(kStateBytes).ok());
}

}  // namespace
}  // namespace partita::enforcement
