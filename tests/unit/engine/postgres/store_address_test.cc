#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "engine/postgres/postgres_engine.h"
#include "engine/postgres/sql_batch.h"
#include "engine/postgres/store_address.h"

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

// Whether an address that says nothing of TLS stands for nothing less.
bool demands_tls(const std::string& address) {
  ::unsetenv("PGSSLMODE");
  const auto parsed = StoreAddress::parse({.address = address});
  return parsed.ok() && parsed->setting("sslmode") == "verify-full";
}

TEST(StoreAddress, DemandsTlsUnlessAllOfItsServersAreOnThisMachine) {
  for (const char* address :
       {"host=db.example.com", "hostaddr=192.0.2.1", "host=/run/postgresql,db.example.com",
        "host=localhost hostaddr=192.0.2.1", "service=shop"}) {
    EXPECT_TRUE(demands_tls(address)) << address;
  }
  for (const char* address : {"host=/run/postgresql", "host=localhost,127.0.0.1", "dbname=shop"}) {
    EXPECT_FALSE(demands_tls(address)) << address;
  }
}

TEST(StoreAddress, LeavesEachOfSeveralServersLittleTime) {
  EXPECT_EQ(StoreAddress::parse({.address = "host=a,b"})->setting("connect_timeout"), "3");
  EXPECT_EQ(StoreAddress::parse({.address = "host=a"})->setting("connect_timeout"), "10");
  EXPECT_EQ(
      StoreAddress::parse({.address = "host=a,b connect_timeout=7"})->setting("connect_timeout"),
      "7");
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
