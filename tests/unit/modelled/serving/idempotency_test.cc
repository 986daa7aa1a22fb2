#include "modelled/serving/idempotency.h"

#include <gtest/gtest.h>

#include "partita/base/big_endian.h"
#include "partita/value/item_codec.h"

namespace partita::serving {
namespace {

TEST(AnswerNote, IsAVersionAFlagAndTheKeysWithTheirLengths) {
  const EncodedItem key(Item{{"pk", "a"}});
  const AnswerNote note{.is_created = true, .keys = {key}};
  const Bytes length{'\0', '\0', '\0', static_cast<char>(key.bytes().size())};
  // Stored: these bytes may never change.
  EXPECT_EQ(encode(note), "\1\1" + length + Bytes(key.bytes()));
}

}  // namespace
}  // namespace partita::serving
