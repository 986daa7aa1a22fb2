#include "wire/outgoing/s3_place.h"

#include <gtest/gtest.h>

#include <string>

#include "partita/base/secret_key.h"
#include "support/place_suite.h"
#include "support/s3_server.h"

namespace partita::outgoing {
namespace {

S3Options options_for(const std::string& endpoint, std::string_view secret) {
  S3Options options;
  options.endpoint = endpoint;
  options.credential.access_key_id = testing::S3Server::kKey;
  options.credential.secret_access_key = SecretText(secret);
  return options;
}

class S3UnderTest final : public testing::PlaceUnderTest {
 public:
  S3UnderTest() {
    place_ =
        std::move(open_s3_place(options_for(server_.endpoint(), testing::S3Server::kKey))).value();
  }
  places::ObjectPlace& place() override { return *place_; }
  const testing::S3Server& server() const { return server_; }

 private:
  testing::S3Server server_;
  std::unique_ptr<places::ObjectPlace> place_;
};

// The server of the tests looks at the id only; the signature has a test of its own.
TEST(S3Place, AnUnknownKeyIsToldAsAccessDenied) {
  const S3UnderTest test;
  auto options = options_for(test.server().endpoint(), "S3RVER");
  options.credential.access_key_id = "stranger";
  const auto place = open_s3_place(options);
  const auto put = (*place)->put({"things", "x"}, "1");
  ASSERT_FALSE(put.ok());
  EXPECT_EQ(places::place_fault_of(put.error()), places::PlaceFault::AccessDenied)
      << put.error().to_string();
}

TEST(S3Place, TagsAreThoseOfS3) {
  S3UnderTest test;
  EXPECT_EQ(*test.place().put({"things", "x"}, "hello"), "5d41402abc4b2a76b9719d911017c592");
}

}  // namespace
}  // namespace partita::outgoing

namespace partita::testing {
namespace {

INSTANTIATE_TEST_SUITE_P(S3, PlaceSuite, ::testing::Values(MakePlace([] {
                           return std::make_unique<outgoing::S3UnderTest>();
                         })));

}  // namespace
}  // namespace partita::testing
