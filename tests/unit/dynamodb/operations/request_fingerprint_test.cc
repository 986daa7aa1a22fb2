#include "dynamodb/operations/request_fingerprint.h"

#include <gtest/gtest.h>

#include "partita/base/big_endian.h"

namespace partita::operations {
namespace {

Bytes part(ByteView text) {
  Bytes bytes;
  append_with_length(bytes, text);
  return bytes;
}

const Bytes kEnd(4, '\xFF');

// The hash is stored: what is hashed may never change.
TEST(RequestFingerprint, IsTheHashOfEachMemberThatIsGivenWithItsName) {
  const EncodedItem key(Item{{"pk", "a"}});
  api::TransactWriteItem item;
  item.delete_.emplace();
  item.delete_->key = key;
  item.delete_->table_name = "T";
  const Bytes removal = part("Key") + part(key.bytes()) + part("TableName") + part("T") + kEnd;
  const Bytes form = Bytes("\0\0\0\1", 4) + part("Delete") + removal + kEnd;
  EXPECT_EQ(fingerprint({item}), keys::hash_bytes(form));
}

TEST(RequestFingerprint, OfNothingIsTheHashOfTheCountZero) {
  EXPECT_EQ(fingerprint({}), keys::hash_bytes(Bytes(4, '\0')));
}

}  // namespace
}  // namespace partita::operations
