#include "partita/base/error.h"

#include <gtest/gtest.h>

#include <utility>

namespace partita {
namespace {

TEST(Error, KeepsItsKindAndItsMessage) {
  const Error error = Error::too_large("17 bytes, 16 are allowed");
  EXPECT_EQ(error.kind(), ErrorKind::TooLarge);
  EXPECT_EQ(error.message(), "17 bytes, 16 are allowed");
}

TEST(Error, HasAFactoryForEachKind) {
  EXPECT_EQ(Error::invalid_argument("").kind(), ErrorKind::InvalidArgument);
  EXPECT_EQ(Error::too_large("").kind(), ErrorKind::TooLarge);
  EXPECT_EQ(Error::not_found("").kind(), ErrorKind::NotFound);
  EXPECT_EQ(Error::already_exists("").kind(), ErrorKind::AlreadyExists);
  EXPECT_EQ(Error::conflict("").kind(), ErrorKind::Conflict);
  EXPECT_EQ(Error::unavailable("").kind(), ErrorKind::Unavailable);
  EXPECT_EQ(Error::unknown("").kind(), ErrorKind::Unknown);
  EXPECT_EQ(Error::corrupt("").kind(), ErrorKind::Corrupt);
  EXPECT_EQ(Error::internal("").kind(), ErrorKind::Internal);
}

TEST(Error, PrintsTheNameOfEachKind) {
  EXPECT_EQ(Error::invalid_argument("x").to_string(), "InvalidArgument: x");
  EXPECT_EQ(Error::too_large("x").to_string(), "TooLarge: x");
  EXPECT_EQ(Error::not_found("x").to_string(), "NotFound: x");
  EXPECT_EQ(Error::already_exists("x").to_string(), "AlreadyExists: x");
  EXPECT_EQ(Error::conflict("x").to_string(), "Conflict: x");
  EXPECT_EQ(Error::unavailable("x").to_string(), "Unavailable: x");
  EXPECT_EQ(Error::unknown("x").to_string(), "Unknown: x");
  EXPECT_EQ(Error::corrupt("x").to_string(), "Corrupt: x");
  EXPECT_EQ(Error::internal("x").to_string(), "Internal: x");
}

TEST(Error, TakesContextInFrontOfItsMessage) {
  const Error error = Error::corrupt("checksum differs").within("000007.sst").within("open");
  EXPECT_EQ(error.to_string(), "Corrupt: open: 000007.sst: checksum differs");
}

TEST(Error, IsCopiedAsAWhole) {
  const Error original = Error::not_found("table a");
  Error copy = original;
  Error assigned = Error::internal("something else");
  assigned = original;
  copy = std::move(copy).within("copy");
  EXPECT_EQ(original.to_string(), "NotFound: table a");
  EXPECT_EQ(copy.to_string(), "NotFound: copy: table a");
  EXPECT_EQ(assigned.to_string(), original.to_string());
}

TEST(Error, IsOnePointerWide) { EXPECT_EQ(sizeof(Error), sizeof(void*)); }

}  // namespace
}  // namespace partita
