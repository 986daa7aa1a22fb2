#include <gtest/gtest.h>

#include "engine/postgres/postgres_engine.h"
#include "engine/postgres/sql_batch.h"

namespace partita::engine {
namespace {

using Moment = SqlFailure::Moment;

TEST(StoreAddress, IsDescribedWithoutItsUser) {
  const auto described =
      describe_address({.address = "postgresql://partita@db.example.com:6432/shop"});
  ASSERT_TRUE(described.ok());
  EXPECT_EQ(*described, "db.example.com:6432/shop");
}

TEST(StoreAddress, RefusesAPasswordAndDoesNotRepeatIt) {
  for (const char* address : {"postgresql://partita:hidden@db.example.com/shop",
                              "host=db.example.com password=hidden", "postgresql://a:hidden@[/x"}) {
    const auto described = describe_address({.address = address});
    ASSERT_FALSE(described.ok()) << address;
    EXPECT_EQ(described.error().kind(), ErrorKind::InvalidArgument);
    EXPECT_EQ(described.error().message().find("hidden"), std::string::npos);
  }
}

TEST(StoreAddress, SaysWhyAServerCannotBeReached) {
  const auto facts = look_at_postgres_store({.address = "postgresql://%2Fno%2Fsuch%2Fplace/shop"});
  ASSERT_FALSE(facts.ok());
  EXPECT_EQ(facts.error().kind(), ErrorKind::Unavailable);
  EXPECT_NE(facts.error().message().find("/no/such/place"), std::string::npos);
}

ErrorKind kind_of_failure(Moment moment, std::string sqlstate, bool commits) {
  return error_from({moment, std::move(sqlstate), "text"}, commits).kind();
}

TEST(SqlFailures, AreUnknownOnlyWhereTheCommitMayHaveBeenDone) {
  EXPECT_EQ(kind_of_failure(Moment::Lost, "", true), ErrorKind::Unknown);
  EXPECT_EQ(kind_of_failure(Moment::Lost, "57P01", true), ErrorKind::Unknown);
  EXPECT_EQ(kind_of_failure(Moment::AtCommit, "40003", true), ErrorKind::Unknown);
  EXPECT_EQ(kind_of_failure(Moment::AtCommit, "", true), ErrorKind::Unknown);
  EXPECT_EQ(kind_of_failure(Moment::AtCommit, "40001", true), ErrorKind::Conflict);
  EXPECT_EQ(kind_of_failure(Moment::BeforeCommit, "57014", true), ErrorKind::Unavailable);
  EXPECT_EQ(kind_of_failure(Moment::BeforeSending, "", true), ErrorKind::Unavailable);
  EXPECT_EQ(kind_of_failure(Moment::Lost, "", false), ErrorKind::Unavailable);
}

TEST(SqlFailures, AreConflictsWhereARivalHasWon) {
  for (const char* sqlstate : {"40001", "40P01", "23505", "55P03"}) {
    EXPECT_EQ(kind_of_failure(Moment::BeforeCommit, sqlstate, true), ErrorKind::Conflict)
        << sqlstate;
  }
  EXPECT_EQ(kind_of_failure(Moment::BeforeCommit, "XX001", true), ErrorKind::Corrupt);
  EXPECT_EQ(kind_of_failure(Moment::BeforeCommit, "54000", true), ErrorKind::TooLarge);
}

}  // namespace
}  // namespace partita::engine
